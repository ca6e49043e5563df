// The settings that both tables and streams can have: tags and a policy.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace holdfast {

// Pairs of a key and a value, with unique keys, in the order in which the keys were first given.
using TagSet = std::vector<std::pair<std::string, std::string>>;

// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutResourcePolicy.html
struct ResourcePolicy {
  // As in the request: policies are stored, not evaluated.
  std::string document;
  std::string revision_id;
};

struct ResourceSettings {
  TagSet tags;
  std::optional<ResourcePolicy> policy;
};

}  // namespace holdfast
