// The attributes that an update may write to, as far as that is known without the item. The rules are the same for
// UpdateItem and for the Update action of TransactWriteItems.
#pragma once

#include "engine/base/result.h"
#include "engine/expressions/update_expression.h"
#include "engine/indexes/index_key_rules.h"
#include "engine/tables/table.h"

namespace holdfast {

// Key attributes cannot be updated; index key attributes only to values that an index can hold; no path may lead into
// either kind of attribute.
Status CheckUpdateTargets(const Table& table, const UpdateExpression& update,
                          IndexKeyCheck index_keys = IndexKeyCheck::kAll);

}  // namespace holdfast
