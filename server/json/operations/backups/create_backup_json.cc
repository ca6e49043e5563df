#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/members/backup_json.h"
#include "server/json/operations/backups/backups_json.h"

namespace holdfast::server {

Decoded<CreateBackupRequest> DecodeCreateBackup(const rapidjson::Value& body) {
  return DecodeStructure<CreateBackupRequest>(body, [](StructureReader& reader, CreateBackupRequest& request) {
    reader.String("TableName", &request.table_name);
    reader.String("BackupName", &request.backup_name);
  });
}

void EncodeCreateBackup(const CreateBackupResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.Name("BackupDetails");
  WriteBackupDetails(response.backup_details, &writer);
  writer.EndObject();
}

}  // namespace holdfast::server
