// A table's key attributes in items and in the Keys of requests: presence, type, emptiness, size, checked in DynamoDB's
// order.
#pragma once

#include <optional>
#include <string_view>

#include "engine/base/result.h"
#include "engine/schema/table_schema.h"
#include "engine/values/value_view.h"

namespace holdfast {

// The key bytes of an item's key attributes. The views point into the attributes from which they were taken.
struct TableKey {
  std::string_view partition;
  // Empty for a table without sort key.
  std::string_view sort;

  friend bool operator==(const TableKey&, const TableKey&) = default;
};

// The key of an item to put, which may have other attributes, too.
Result<TableKey> KeyOfItem(const TableSchema& schema, AttributeMapView item);
// The key in a request's Key, which must have the key attributes and no others.
Result<TableKey> KeyOfLookup(const TableSchema& schema, AttributeMapView key);
// The key of an item in a BatchWriteItem, which may have other attributes, too, with the messages and the order of
// checks of KeyOfLookup.
Result<TableKey> KeyOfBatchItem(const TableSchema& schema, AttributeMapView item);
// The key that consists of these values, with the messages of KeyOfLookup. If the table has a sort key, `sort` must be
// present; otherwise it is ignored.
Result<TableKey> KeyOfValues(const TableSchema& schema, ValueView partition, std::optional<ValueView> sort);
// Checks that `value`, which must have the type of `attribute`, is neither empty nor too long.
Status CheckKeyValue(const KeyAttribute& attribute, ValueView value, bool is_sort_key);
// Checks that the key attributes that are present and have the right type are neither empty nor too long. A transaction
// checks this before it checks presence and types.
Status CheckKeyValues(const TableSchema& schema, AttributeMapView item);
// The key of a stored item, which has passed these rules.
TableKey KeyOfStored(const TableSchema& schema, AttributeMapView item);

}  // namespace holdfast
