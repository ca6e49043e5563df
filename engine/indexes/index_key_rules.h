// Secondary-index key attributes in what is written: an item may lack them, but if it has them they must be of the
// index's type, not empty, and not longer than a key may be.
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

// A transaction reports a value that no key can have earlier than one of the wrong type.
enum class IndexKeyCheck { kAll, kTypesOnly, kValuesOnly };

// For an item to put: every index key attribute it has. Of several offended indexes the alphabetically first is named.
Status CheckIndexKeysOfItem(const Table& table, AttributeMapView item, IndexKeyCheck check = IndexKeyCheck::kAll);

// For an update, as far as the expression alone decides. `updated_value(attribute)` returns what the update writes to a
// top-level attribute, or nothing if that depends on the item.
using UpdatedValue = std::function<std::optional<ValueView>(std::string_view attribute)>;
Status CheckIndexKeysOfUpdate(const Table& table, const UpdatedValue& updated_value,
                              IndexKeyCheck check = IndexKeyCheck::kAll);

// For the result of an update: the index key attributes that it changed.
Status CheckIndexKeysOfUpdatedItem(const Table& table, AttributeMapView before, AttributeMapView after);

// Key attributes are scalars: no path may lead into one, of the table or of any index.
Status CheckNoPathUnderKeys(const Table& table, const std::vector<DocumentPath>& paths);

}  // namespace holdfast
