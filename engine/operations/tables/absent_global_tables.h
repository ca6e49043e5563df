// Operations on global tables of version 2017.11.29, of which there are none (the service no longer makes any), and on
// the auto scaling of replicas of version 2019.11.21, which tables with replicas do not have here: all are
// PAY_PER_REQUEST. All but ListGlobalTables always fail.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListGlobalTables.html
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeGlobalTable.html
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateGlobalTable.html
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateGlobalTable.html
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeGlobalTableSettings.html
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateGlobalTableSettings.html
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeTableReplicaAutoScaling.html
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTableReplicaAutoScaling.html
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/result.h"

namespace holdfast {
struct DatabaseState;

struct ListGlobalTablesRequest {
  std::optional<std::string> exclusive_start_global_table_name;
  std::optional<int32_t> limit;
};
struct DescribeGlobalTableRequest {
  std::optional<std::string> global_table_name;
};
// Of the lists ReplicationGroup and ReplicaUpdates, only the presence is checked, so the requests have only that.
struct CreateGlobalTableRequest {
  std::optional<std::string> global_table_name;
  bool replication_group = false;
};
struct UpdateGlobalTableRequest {
  std::optional<std::string> global_table_name;
  bool replica_updates = false;
};
struct DescribeGlobalTableSettingsRequest {
  std::optional<std::string> global_table_name;
};
// The settings are left out: the service looks for the global table before it checks them.
struct UpdateGlobalTableSettingsRequest {
  std::optional<std::string> global_table_name;
};
struct DescribeTableReplicaAutoScalingRequest {
  std::optional<std::string> table_name;
};
struct UpdateTableReplicaAutoScalingRequest {
  std::optional<std::string> table_name;
};
// Has an empty list.
struct ListGlobalTablesResponse {};
struct DescribeGlobalTableResponse {};
struct CreateGlobalTableResponse {};
struct UpdateGlobalTableResponse {};
struct DescribeGlobalTableSettingsResponse {};
struct UpdateGlobalTableSettingsResponse {};
struct DescribeTableReplicaAutoScalingResponse {};
struct UpdateTableReplicaAutoScalingResponse {};

// Errors: ValidationException.
Result<ListGlobalTablesResponse> ListGlobalTables(DatabaseState& database, const ListGlobalTablesRequest& request);
// A ValidationException: the version is not supported.
Result<CreateGlobalTableResponse> CreateGlobalTable(DatabaseState& database, const CreateGlobalTableRequest& request);
Result<UpdateGlobalTableResponse> UpdateGlobalTable(DatabaseState& database, const UpdateGlobalTableRequest& request);
// A ValidationException if the name is absent or invalid, otherwise a GlobalTableNotFoundException.
Result<DescribeGlobalTableResponse> DescribeGlobalTable(DatabaseState& database,
                                                        const DescribeGlobalTableRequest& request);
Result<DescribeGlobalTableSettingsResponse> DescribeGlobalTableSettings(
    DatabaseState& database, const DescribeGlobalTableSettingsRequest& request);
Result<UpdateGlobalTableSettingsResponse> UpdateGlobalTableSettings(DatabaseState& database,
                                                                    const UpdateGlobalTableSettingsRequest& request);
// A ResourceNotFoundException, also for a table that exists and has no replicas; a ValidationException if it has any,
// or for an invalid name; AccessDeniedException for a table's ARN of another account.
Result<DescribeTableReplicaAutoScalingResponse> DescribeTableReplicaAutoScaling(
    DatabaseState& database, const DescribeTableReplicaAutoScalingRequest& request);
Result<UpdateTableReplicaAutoScalingResponse> UpdateTableReplicaAutoScaling(
    DatabaseState& database, const UpdateTableReplicaAutoScalingRequest& request);

}  // namespace holdfast
