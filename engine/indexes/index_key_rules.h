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

// The rules to check. A transaction checks a part of them before it matches its keys with the tables' schemas: that no
// value is empty, that those of items to put are not too long, and the sizes of these items. It checks the rest, types
// and the length of the values that updates write, after that.
enum class IndexKeyCheck { kAll, kBeforeKeys, kAfterKeys };

// Checks every index key attribute of an item to put, then its size. If the rules of several indexes are broken, the
// error is that of the index whose name is alphabetically first.
Status CheckIndexRulesOfItem(const Table& table, AttributeMapView item, IndexKeyCheck check = IndexKeyCheck::kAll);

// Checks what an update writes to index key attributes, as far as that is known without the item.
// `updated_value(attribute)` returns what the update writes to a top-level attribute, or nothing if that depends on the
// item.
using UpdatedValue = std::function<std::optional<ValueView>(std::string_view attribute)>;
Status CheckIndexKeysOfUpdate(const Table& table, const UpdatedValue& updated_value,
                              IndexKeyCheck check = IndexKeyCheck::kAll);

// Checks the index key attributes whose values an update has changed, then the size of the item. `before` and `after`
// are the item's attributes before and after the update.
Status CheckIndexRulesOfUpdatedItem(const Table& table, AttributeMapView before, AttributeMapView after);

// Checks that no path leads into a key attribute of the table or of an index: key attributes are scalars.
Status CheckNoPathUnderKeys(const Table& table, const std::vector<DocumentPath>& paths);

}  // namespace holdfast
