#include "server/json/json_reader.h"
#include "server/json/members/backup_json.h"
#include "server/json/operations/backups/backups_json.h"

namespace holdfast::server {

Decoded<DescribeBackupRequest> DecodeDescribeBackup(const rapidjson::Value& body) {
  return DecodeStructure<DescribeBackupRequest>(body, [](StructureReader& reader, DescribeBackupRequest& request) {
    reader.String("BackupArn", &request.backup_arn);
  });
}

void EncodeDescribeBackup(const DescribeBackupResponse& response, std::string* body) {
  AppendBackupDescription(response.backup_description, body);
}

}  // namespace holdfast::server
