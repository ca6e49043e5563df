// What can be attached to a table and to a stream alike: tags and a policy.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace holdfast {

// Key and value; each key once, in the order in which the keys were first given.
using TagSet = std::vector<std::pair<std::string, std::string>>;

// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutResourcePolicy.html
struct ResourcePolicy {
  // As it was given: policies are stored and not evaluated.
  std::string document;
  std::string revision_id;
};

struct ResourceSettings {
  TagSet tags;
  std::optional<ResourcePolicy> policy;
};

}  // namespace holdfast
