// UpdateTable: changes the settings of a table, and adds and deletes global indexes while the table is in use. All
// changes of a request are made, or none. The response shows the change under way (UPDATING), and the next
// DescribeTable shows its result. There are two exceptions: with EngineOptions::realistic_timing a change takes about
// as long as the service's, and an index that a background worker builds (engine/database/builds.h) is CREATING until
// it is built.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html
#pragma once

#include <string_view>

#include "engine/base/result.h"
#include "engine/schema/table_update.h"
#include "engine/tables/table_description.h"

namespace holdfast {
struct DatabaseState;

// Throughput is in read and write units per second; an on-demand limit of -1 removes the limit. One global index can be
// created or deleted at a time.
using UpdateTableRequest = TableUpdate;

struct UpdateTableResponse {
  TableDescription table_description;
};

// Errors: ValidationException, for a new stream or index also if EngineOptions::max_memory_bytes is exceeded;
// ResourceNotFoundException for a table or an index; AccessDeniedException; ResourceInUseException while another change
// is under way; LimitExceededException for quotas and for a second index created or deleted at a time; with realistic
// timing ThrottlingException for deletion protection changed twice within 15 seconds.
//
// If the table has replicas in other Regions, the request is also sent to them, unless it changes deletion protection.
// Each Region repeats it in the background (engine/operations/tables/replicated_requests.h). ReplicaUpdates concern
// several databases, so this function refuses them: see engine/operations/tables/replica_updates.h.
Result<UpdateTableResponse> UpdateTable(DatabaseState& database, const UpdateTableRequest& request);
// Repeats a request that another Region has sent, without sending it to other Regions again.
Result<UpdateTableResponse> RepeatTableUpdate(DatabaseState& database, const UpdateTableRequest& request);

// The checks that come before the table is looked up. Returns its name.
Result<std::string_view> ValidateTableUpdate(const DatabaseState& database, const UpdateTableRequest& request);

}  // namespace holdfast
