// What an update may write to, as far as the table and the expression alone decide. UpdateItem and the Update action of
// TransactWriteItems check the same.
#pragma once

#include "engine/base/result.h"
#include "engine/expressions/update_expression.h"
#include "engine/indexes/index_key_rules.h"
#include "engine/tables/table.h"

namespace holdfast {

// Key attributes cannot be updated; index key attributes only to values that an index can hold; no path leads into
// either.
Status CheckUpdateTargets(const Table& table, const UpdateExpression& update,
                          IndexKeyCheck index_keys = IndexKeyCheck::kAll);

}  // namespace holdfast
