// DescribeTimeToLive: whether a table's items expire, and by which attribute.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeTimeToLive.html
#pragma once

#include <optional>
#include <string>

#include "engine/base/enum_field.h"
#include "engine/base/result.h"

namespace holdfast {
struct DatabaseState;

// ENABLING and DISABLING are in the service's model, but were never observed: a change takes effect immediately.
enum class TimeToLiveStatus { kEnabled, kDisabled };
template <>
struct EnumNames<TimeToLiveStatus> {
  using E = TimeToLiveStatus;
  static constexpr EnumName<E> kNames[] = {{E::kEnabled, "ENABLED"}, {E::kDisabled, "DISABLED"}};
};

struct DescribeTimeToLiveRequest {
  std::optional<std::string> table_name;
};

struct DescribeTimeToLiveResponse {
  TimeToLiveStatus time_to_live_status = TimeToLiveStatus::kDisabled;
  // Absent while disabled.
  std::optional<std::string> attribute_name;
};

Result<DescribeTimeToLiveResponse> DescribeTimeToLive(DatabaseState& database,
                                                      const DescribeTimeToLiveRequest& request);

}  // namespace holdfast
