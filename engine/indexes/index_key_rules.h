// The rules of secondary indexes for written items. An item may lack key attributes of an index, but if it has them
// they must be of the index's type, not empty, and not longer than a key may be. The item and its entries in local
// indexes have 400 KB together at most; [open] the texts of that error were not captured, and are those of an item that
// is too large by itself. Indexes that are being created have no rules yet.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/tables/table.h"
#include "engine/values/document_path.h"
#include "engine/values/value_view.h"

namespace holdfast {

// The rules to check. Before a transaction matches keys with schemas, it checks that no value is empty and, for items
// to put, that none is too long and the item's size. After that it checks the types, and the lengths of the values that
// updates write.
enum class IndexKeyCheck { kAll, kBeforeKeys, kAfterKeys };

// Checks every index key attribute of an item to put, then its size. If the rules of several indexes are broken, the
// error is that of the index whose name is alphabetically first.
Status CheckIndexRulesOfItem(const Table& table, AttributeMapView item, IndexKeyCheck check = IndexKeyCheck::kAll);

// Checks what an update writes to index key attributes, as far as that is known without the item.
// `updated_value(attribute)` returns the operand that the update SETs or ADDs to a top-level attribute, or nothing if
// that is no value of the request.
using UpdatedValue = std::function<std::optional<ValueView>(std::string_view attribute)>;
Status CheckIndexKeysOfUpdate(const Table& table, const UpdatedValue& updated_value,
                              IndexKeyCheck check = IndexKeyCheck::kAll);

// Checks the index key attributes whose values an update has changed, then the size of the item. `before` and `after`
// are the item's attributes before and after the update.
Status CheckIndexRulesOfUpdatedItem(const Table& table, AttributeMapView before, AttributeMapView after);

// Checks that no path leads into a key attribute of the table or of an index: key attributes are scalars.
Status CheckNoPathUnderKeys(const Table& table, const std::vector<DocumentPath>& paths);

}  // namespace holdfast
