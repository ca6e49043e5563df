#include "server/json/members/continuous_backups_json.h"

#include "server/json/json_writer.h"
#include "server/json/members/table_description_json.h"

namespace holdfast::server {

void AppendContinuousBackups(const ContinuousBackupsDescription& description, std::string* json) {
  JsonWriter writer(json);
  writer.BeginObject();
  writer.BeginObject("ContinuousBackupsDescription");
  writer.StringMember("ContinuousBackupsStatus", "ENABLED");
  writer.BeginObject("PointInTimeRecoveryDescription");
  writer.StringMember("PointInTimeRecoveryStatus", description.recovery ? "ENABLED" : "DISABLED");
  if (description.recovery) {
    writer.IntegerMember("RecoveryPeriodInDays", description.recovery->recovery_period_in_days);
    writer.TimeMember("EarliestRestorableDateTime", description.recovery->earliest_restorable);
    writer.TimeMember("LatestRestorableDateTime", description.recovery->latest_restorable);
  }
  writer.EndObject();
  writer.EndObject();
  writer.EndObject();
}

}  // namespace holdfast::server
