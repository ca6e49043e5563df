// UpdateTimeToLive: sets the attribute that holds the second in which an item expires, or disables expiry.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTimeToLive.html
#pragma once

#include <optional>
#include <string>

#include "absl/time/time.h"
#include "engine/base/result.h"
#include "engine/schema/time_to_live_specification.h"
#include "engine/tables/table_settings.h"

namespace holdfast {
struct DatabaseState;

struct UpdateTimeToLiveRequest {
  std::optional<std::string> table_name;
  std::optional<TimeToLiveSpecification> time_to_live_specification;
};

struct UpdateTimeToLiveResponse {
  // The specification of the request.
  TimeToLiveSpecification time_to_live_specification;
};

// If the table has replicas in other Regions, the request is also sent to them.
Result<UpdateTimeToLiveResponse> UpdateTimeToLive(DatabaseState& database, const UpdateTimeToLiveRequest& request);

// Executes here a request that another Region has sent, without sending it to other Regions again.
Result<UpdateTimeToLiveResponse> RepeatTimeToLiveUpdate(DatabaseState& database,
                                                        const UpdateTimeToLiveRequest& request);

// Applies `requested`, whose members must be present and valid, or returns the error. `with_cooldown`: two changes must
// be 31 minutes apart, as on the service; refused changes do not count.
Status ChangeTimeToLive(TimeToLiveSettings& settings, const TimeToLiveSpecification& requested, absl::Time now,
                        bool with_cooldown = false);

}  // namespace holdfast
