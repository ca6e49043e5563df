#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/members/backup_json.h"
#include "server/json/operations/backups/backups_json.h"

namespace holdfast::server {

Decoded<ListBackupsRequest> DecodeListBackups(const rapidjson::Value& body) {
  return DecodeStructure<ListBackupsRequest>(body, [](StructureReader& reader, ListBackupsRequest& request) {
    reader.String("TableName", &request.table_name);
    reader.Integer("Limit", &request.limit);
    reader.Timestamp("TimeRangeLowerBound", &request.time_range_lower_bound);
    reader.Timestamp("TimeRangeUpperBound", &request.time_range_upper_bound);
    reader.String("ExclusiveStartBackupArn", &request.exclusive_start_backup_arn);
    reader.Enum("BackupType", &request.backup_type);
  });
}

void EncodeListBackups(const ListBackupsResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.BeginArray("BackupSummaries");
  for (const Backup& backup : response.backup_summaries) WriteBackupSummary(backup, &writer);
  writer.EndArray();
  if (response.last_evaluated_backup_arn) {
    writer.StringMember("LastEvaluatedBackupArn", *response.last_evaluated_backup_arn);
  }
  writer.EndObject();
}

}  // namespace holdfast::server
