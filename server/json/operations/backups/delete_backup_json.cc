#include "server/json/json_reader.h"
#include "server/json/members/backup_json.h"
#include "server/json/operations/backups/backups_json.h"

namespace holdfast::server {

Decoded<DeleteBackupRequest> DecodeDeleteBackup(const rapidjson::Value& body) {
  return DecodeStructure<DeleteBackupRequest>(body, [](StructureReader& reader, DeleteBackupRequest& request) {
    reader.String("BackupArn", &request.backup_arn);
  });
}

void EncodeDeleteBackup(const DeleteBackupResponse& response, std::string* body) {
  AppendBackupDescription(response.backup_description, body);
}

}  // namespace holdfast::server
