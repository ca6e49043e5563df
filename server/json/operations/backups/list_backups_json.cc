#include "server/json/operations/backups/list_backups_json.h"

#include "server/json/json_reader.h"
#include "server/json/json_writer.h"

namespace holdfast::server {

Decoded<ListBackupsRequest> DecodeListBackups(const rapidjson::Value& body) {
  return DecodeStructure<ListBackupsRequest>(body, [](StructureReader& reader, ListBackupsRequest& request) {
    reader.String("TableName", &request.table_name);
    reader.Integer("Limit", &request.limit);
    reader.String("ExclusiveStartBackupArn", &request.exclusive_start_backup_arn);
    reader.Enum("BackupType", &request.backup_type);
  });
}

void EncodeListBackups(const ListBackupsResponse&, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.Name("BackupSummaries");
  writer.BeginArray();
  writer.EndArray();
  writer.EndObject();
}

}  // namespace holdfast::server
