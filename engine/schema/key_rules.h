// A table's key attributes in items and Keys: presence, type, emptiness, size, checked in DynamoDB's order.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/base/result.h"
#include "engine/schema/table_schema.h"
#include "engine/values/value_view.h"

namespace holdfast {

// An item's place in its table. The views are into the attributes it was made from.
struct TableKey {
  std::string_view partition;
  // Empty for a table without sort key.
  std::string_view sort;

  friend bool operator==(const TableKey&, const TableKey&) = default;
};

// Of a whole item to put: the key may be amid other attributes.
Result<TableKey> KeyOfItem(const TableSchema& schema, AttributeMapView item);
// Of a Key, which must have the key attributes and nothing else.
Result<TableKey> KeyOfLookup(const TableSchema& schema, AttributeMapView key);
// Of an item in a BatchWriteItem: an item's rules with a Key's messages.
Result<TableKey> KeyOfBatchItem(const TableSchema& schema, AttributeMapView item);
// The half of the above that a transaction checks earlier than the other: those key attributes that are there and of
// the right type are not empty, and not too long.
Status CheckKeyValues(const TableSchema& schema, AttributeMapView item);
// Of a stored item, which is valid.
TableKey KeyOfStored(const TableSchema& schema, AttributeMapView item);

}  // namespace holdfast
