#include "server/json/json_reader.h"
#include "server/json/members/continuous_backups_json.h"
#include "server/json/operations/backups/backups_json.h"

namespace holdfast::server {

Decoded<DescribeContinuousBackupsRequest> DecodeDescribeContinuousBackups(const rapidjson::Value& body) {
  return DecodeStructure<DescribeContinuousBackupsRequest>(
      body, [](StructureReader& reader, DescribeContinuousBackupsRequest& request) {
        reader.String("TableName", &request.table_name);
      });
}

void EncodeDescribeContinuousBackups(const DescribeContinuousBackupsResponse& response, std::string* body) {
  AppendContinuousBackups(response.continuous_backups_description, body);
}

}  // namespace holdfast::server
