// Which attributes an update may write to, as far as that is known without the item. The rules are the same for
// UpdateItem, the Update action of TransactWriteItems, and PartiQL's UPDATE.
#pragma once

#include "engine/base/result.h"
#include "engine/expressions/update_expression.h"
#include "engine/indexes/index_key_rules.h"
#include "engine/tables/table.h"

namespace holdfast {

// Key attributes cannot be updated, and index key attributes only to values that an index can hold. No path of the
// update, written or only read, may lead into either kind of attribute.
Status CheckUpdateTargets(const Table& table, const UpdateExpression& update,
                          IndexKeyCheck index_keys = IndexKeyCheck::kAll);

}  // namespace holdfast
