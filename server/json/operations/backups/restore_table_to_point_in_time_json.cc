#include "server/json/json_reader.h"
#include "server/json/members/table_description_json.h"
#include "server/json/members/table_overrides_json.h"
#include "server/json/operations/backups/backups_json.h"

namespace holdfast::server {

Decoded<RestoreTableToPointInTimeRequest> DecodeRestoreTableToPointInTime(const rapidjson::Value& body) {
  return DecodeStructure<RestoreTableToPointInTimeRequest>(
      body, [](StructureReader& reader, RestoreTableToPointInTimeRequest& request) {
        ReadTableOverrides(reader, &request.overrides);
        reader.String("SourceTableArn", &request.source_table_arn);
        reader.String("SourceTableName", &request.source_table_name);
        reader.String("TargetTableName", &request.target_table_name);
        reader.Boolean("UseLatestRestorableTime", &request.use_latest_restorable_time);
        reader.Timestamp("RestoreDateTime", &request.restore_date_time);
        reader.Enum("BillingModeOverride", &request.overrides.billing_mode);
      });
}

void EncodeRestoreTableToPointInTime(const RestoreTableToPointInTimeResponse& response, std::string* body) {
  AppendTableDescription("TableDescription", response.table_description, body);
}

}  // namespace holdfast::server
