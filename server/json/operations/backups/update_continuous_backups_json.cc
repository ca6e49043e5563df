#include "server/json/json_reader.h"
#include "server/json/members/continuous_backups_json.h"
#include "server/json/operations/backups/backups_json.h"

namespace holdfast::server {
namespace {

void ReadSpecification(StructureReader& reader, PointInTimeRecoverySpecification& specification) {
  reader.Boolean("PointInTimeRecoveryEnabled", &specification.point_in_time_recovery_enabled);
  reader.Integer("RecoveryPeriodInDays", &specification.recovery_period_in_days);
}

}  // namespace

Decoded<UpdateContinuousBackupsRequest> DecodeUpdateContinuousBackups(const rapidjson::Value& body) {
  return DecodeStructure<UpdateContinuousBackupsRequest>(
      body, [](StructureReader& reader, UpdateContinuousBackupsRequest& request) {
        reader.Structure("PointInTimeRecoverySpecification", "PointInTimeRecoverySpecification",
                         &request.point_in_time_recovery_specification, ReadSpecification);
        reader.String("TableName", &request.table_name);
      });
}

void EncodeUpdateContinuousBackups(const UpdateContinuousBackupsResponse& response, std::string* body) {
  AppendContinuousBackups(response.continuous_backups_description, body);
}

}  // namespace holdfast::server
