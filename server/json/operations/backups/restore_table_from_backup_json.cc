#include "server/json/json_reader.h"
#include "server/json/members/table_description_json.h"
#include "server/json/members/table_overrides_json.h"
#include "server/json/operations/backups/backups_json.h"

namespace holdfast::server {

Decoded<RestoreTableFromBackupRequest> DecodeRestoreTableFromBackup(const rapidjson::Value& body) {
  return DecodeStructure<RestoreTableFromBackupRequest>(
      body, [](StructureReader& reader, RestoreTableFromBackupRequest& request) {
        ReadTableOverrides(reader, &request.overrides);
        reader.String("TargetTableName", &request.target_table_name);
        reader.String("BackupArn", &request.backup_arn);
        reader.Enum("BillingModeOverride", &request.overrides.billing_mode);
      });
}

void EncodeRestoreTableFromBackup(const RestoreTableFromBackupResponse& response, std::string* body) {
  AppendTableDescription("TableDescription", response.table_description, body);
}

}  // namespace holdfast::server
