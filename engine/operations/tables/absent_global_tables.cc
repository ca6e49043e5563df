#include "engine/operations/tables/absent_global_tables.h"

#include <memory>
#include <string_view>
#include <utility>

#include "engine/base/limits.h"
#include "engine/database/database_state.h"
#include "engine/errors/constraints.h"
#include "engine/errors/tables/backup_errors.h"
#include "engine/errors/tables/replica_errors.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/operations/tables/replicated_requests.h"
#include "engine/schema/definition_constraints.h"

namespace holdfast {
namespace {

// Checks the name of a global table. `constraints` has the failed constraints of the request's other members, which are
// listed first.
Status CheckGlobalTableName(const std::optional<std::string>& name,
                            errors::Constraints constraints = errors::Constraints()) {
  constraints.NotNull(name.has_value(), "globalTableName");
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  // Although the service model has a length constraint on this member, the service does not list a wrong length with
  // the failed constraints, but reports `TableName must be at least 3 characters long and at most 255 characters long`.
  if (name->size() < limits::kTableNameLengthMin || name->size() > limits::kTableNameLengthMax) {
    return errors::TableNameLengthInvalid();
  }
  constraints.NamePattern(*name, "globalTableName");
  return constraints.Report();
}

// Replicas have no auto scaling here. Only the error for a table without replicas is the service's.
Error NoAutoScalingOf(const DatabaseState& database, std::string_view name) {
  const std::shared_ptr<Table> table = database.tables.Find(name);
  if (table != nullptr && IsGlobal(*table)) return errors::NotSupportedOfGlobalTable("Auto scaling");
  return errors::NoReplicasOf(name);
}

}  // namespace

Result<ListGlobalTablesResponse> ListGlobalTables(DatabaseState&, const ListGlobalTablesRequest& request) {
  errors::Constraints constraints;
  if (request.exclusive_start_global_table_name) {
    CheckResourceName(*request.exclusive_start_global_table_name, "exclusiveStartGlobalTableName", &constraints);
  }
  if (request.limit) constraints.AtLeast(*request.limit, 1, "limit");
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  return ListGlobalTablesResponse();
}

Result<DescribeGlobalTableResponse> DescribeGlobalTable(DatabaseState&, const DescribeGlobalTableRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(CheckGlobalTableName(request.global_table_name));
  return errors::NoSuchGlobalTable(*request.global_table_name);
}

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
  HOLDFAST_ASSIGN_OR_RETURN(const std::string_view name, ResolveControlPlaneTableName(database, request.table_name));
  return NoAutoScalingOf(database, name);
}

Result<UpdateTableReplicaAutoScalingResponse> UpdateTableReplicaAutoScaling(
    DatabaseState& database, const UpdateTableReplicaAutoScalingRequest& request) {
  HOLDFAST_ASSIGN_OR_RETURN(const std::string_view name, ResolveControlPlaneTableName(database, request.table_name));
  return NoAutoScalingOf(database, name);
}

}  // namespace holdfast
