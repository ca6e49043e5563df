// UpdateTable: changes what a table is set to, and adds and deletes global indexes while it is in use. All of
// a request happens, or nothing. The answer shows the table on its way (UPDATING), the next description the
// end of it. https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html
#pragma once

#include "engine/base/result.h"
#include "engine/operations/database_state.h"
#include "engine/schema/table_update.h"
#include "engine/tables/table_description.h"

namespace holdfast {

using UpdateTableRequest = TableUpdate;

struct UpdateTableResponse {
  TableDescription table_description;
};

Result<UpdateTableResponse> UpdateTable(DatabaseState& database, const UpdateTableRequest& request);

}  // namespace holdfast
