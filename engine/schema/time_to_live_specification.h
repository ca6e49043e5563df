// The member TimeToLiveSpecification of UpdateTimeToLive.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TimeToLiveSpecification.html
#pragma once

#include <optional>
#include <string>

namespace holdfast {

struct TimeToLiveSpecification {
  std::optional<bool> enabled;
  std::optional<std::string> attribute_name;
};

}  // namespace holdfast
