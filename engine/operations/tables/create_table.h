// CreateTable: creates a table with its local and global indexes. The response shows the table as CREATING. The next
// call finds it ACTIVE; with EngineOptions::realistic_timing it becomes ACTIVE only after about as many seconds as the
// service takes.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html
#pragma once

#include "engine/base/result.h"
#include "engine/schema/table_definition.h"
#include "engine/tables/table_description.h"

namespace holdfast {
struct DatabaseState;

// Throughput is in read and write units per second. A table has at most 5 local and 20 global indexes
// (engine/base/limits.h has all limits).
using CreateTableRequest = TableDefinition;

struct CreateTableResponse {
  TableDescription table_description;
};

// Errors: ValidationException, also if EngineOptions::max_memory_bytes is exceeded; ResourceInUseException if there is a
// table of that name; LimitExceededException if the throughput exceeds a quota.
Result<CreateTableResponse> CreateTable(DatabaseState& database, const CreateTableRequest& request);

}  // namespace holdfast
