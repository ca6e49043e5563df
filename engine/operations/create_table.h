// CreateTable: makes a table with its local and global indexes. The answer says CREATING, the next call sees
// ACTIVE. https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html
#pragma once

#include "engine/base/result.h"
#include "engine/operations/database_state.h"
#include "engine/schema/table_definition.h"
#include "engine/tables/table_description.h"

namespace holdfast {

using CreateTableRequest = TableDefinition;

struct CreateTableResponse {
  TableDescription table_description;
};

Result<CreateTableResponse> CreateTable(DatabaseState& database, const CreateTableRequest& request);

}  // namespace holdfast
