#include "engine/operations/tables/absent_global_tables.h"

#include <memory>
#include <string_view>
#include <utility>

#include "engine/database/database_state.h"
#include "engine/errors/tables/backup_errors.h"
#include "engine/errors/tables/replica_errors.h"
#include "engine/operations/tables/global_table_name.h"
#include "engine/operations/tables/replicated_requests.h"
#include "engine/tables/table_name.h"

namespace holdfast {
namespace {

// Replicas have no auto scaling here. Only the error for a table without replicas is the service's.
Error NoAutoScalingOf(const DatabaseState& database, std::string_view name) {
  const std::shared_ptr<Table> table = database.tables.Find(name);
  if (table != nullptr && IsGlobal(*table)) return errors::NotSupportedOfGlobalTable("Auto scaling");
  return errors::NoReplicasOf(name);
}

}  // namespace

Result<CreateGlobalTableResponse> CreateGlobalTable(DatabaseState&, const CreateGlobalTableRequest& request) {
  errors::Constraints constraints;
  constraints.NotNull(request.replication_group, "replicationGroup");
  HOLDFAST_RETURN_IF_ERROR(CheckGlobalTableName(request.global_table_name, std::move(constraints)));
  return errors::GlobalTableVersionNotSupported();
}

Result<UpdateGlobalTableResponse> UpdateGlobalTable(DatabaseState&, const UpdateGlobalTableRequest& request) {
  errors::Constraints constraints;
  constraints.NotNull(request.replica_updates, "replicaUpdates");
  HOLDFAST_RETURN_IF_ERROR(CheckGlobalTableName(request.global_table_name, std::move(constraints)));
  return errors::GlobalTableVersionNotSupported();
}

Result<DescribeGlobalTableSettingsResponse> DescribeGlobalTableSettings(
    DatabaseState&, const DescribeGlobalTableSettingsRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(CheckGlobalTableName(request.global_table_name));
  return errors::NoSuchGlobalTable(*request.global_table_name);
}

Result<UpdateGlobalTableSettingsResponse> UpdateGlobalTableSettings(DatabaseState&,
                                                                    const UpdateGlobalTableSettingsRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(CheckGlobalTableName(request.global_table_name));
  return errors::NoSuchGlobalTable(*request.global_table_name);
}

Result<DescribeTableReplicaAutoScalingResponse> DescribeTableReplicaAutoScaling(
    DatabaseState& database, const DescribeTableReplicaAutoScalingRequest& request) {
  HOLDFAST_ASSIGN_OR_RETURN(const std::string_view name,
                            ResolveControlPlaneTableName(request.table_name, database.region, database.account));
  return NoAutoScalingOf(database, name);
}

Result<UpdateTableReplicaAutoScalingResponse> UpdateTableReplicaAutoScaling(
    DatabaseState& database, const UpdateTableReplicaAutoScalingRequest& request) {
  HOLDFAST_ASSIGN_OR_RETURN(const std::string_view name,
                            ResolveControlPlaneTableName(request.table_name, database.region, database.account));
  return NoAutoScalingOf(database, name);
}

}  // namespace holdfast
