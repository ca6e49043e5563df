#include "engine/schema/key_rules.h"

#include "engine/base/limits.h"
#include "engine/errors/item_errors.h"

namespace holdfast {

Status CheckKeyValue(const KeyAttribute& attribute, ValueView value, bool is_sort_key) {
  const std::string_view bytes = value.bytes();
  if (bytes.empty()) return errors::EmptyKeyValue(attribute.name, value.type());
  if (attribute.type == ScalarAttributeType::kNumber) return {};
  if (is_sort_key) {
    if (bytes.size() > limits::kSortKeyBytesMax) return errors::SortKeyTooLarge();
  } else if (bytes.size() > limits::kPartitionKeyBytesMax) {
    return errors::PartitionKeyTooLarge();
  }
  return {};
}

namespace {

// Checks presence and type of both key attributes before the value of either.
Result<TableKey> KeyOf(const TableSchema& schema, AttributeMapView item) {
  const std::optional<ValueView> partition = item.Find(schema.partition_key().name);
  if (!partition.has_value()) return errors::KeyDoesNotMatchSchema();
  std::optional<ValueView> sort;
  if (const KeyAttribute* const attribute = schema.sort_key()) {
    sort = item.Find(attribute->name);
    if (!sort.has_value()) return errors::KeyDoesNotMatchSchema();
  }
  return KeyOfValues(schema, *partition, sort);
}

}  // namespace

// All checks of the partition key come before those of the sort key.
Result<TableKey> KeyOfItem(const TableSchema& schema, AttributeMapView item) {
  TableKey key;
  for (const KeyAttribute* attribute : {&schema.partition_key(), schema.sort_key()}) {
    if (attribute == nullptr) continue;
    const std::optional<ValueView> value = item.Find(attribute->name);
    if (!value.has_value()) return errors::MissingKeyAttribute(attribute->name);
    const ValueType expected = ToValueType(attribute->type);
    if (value->type() != expected) return errors::KeyTypeMismatch(attribute->name, expected, value->type());
    const bool is_sort_key = attribute == schema.sort_key();
    HOLDFAST_RETURN_IF_ERROR(CheckKeyValue(*attribute, *value, is_sort_key));
    (is_sort_key ? key.sort : key.partition) = value->bytes();
  }
  return key;
}

Result<TableKey> KeyOfLookup(const TableSchema& schema, AttributeMapView key) {
  if (key.size() != schema.key.size()) return errors::KeyDoesNotMatchSchema();
  return KeyOf(schema, key);
}

Result<TableKey> KeyOfBatchItem(const TableSchema& schema, AttributeMapView item) { return KeyOf(schema, item); }

Result<TableKey> KeyOfValues(const TableSchema& schema, ValueView partition, std::optional<ValueView> sort) {
  if (partition.type() != ToValueType(schema.partition_key().type)) return errors::KeyDoesNotMatchSchema();
  if (schema.sort_key() != nullptr && sort->type() != ToValueType(schema.sort_key()->type)) {
    return errors::KeyDoesNotMatchSchema();
  }
  HOLDFAST_RETURN_IF_ERROR(CheckKeyValue(schema.partition_key(), partition, false));
  TableKey key{partition.bytes(), {}};
  if (schema.sort_key() == nullptr) return key;
  HOLDFAST_RETURN_IF_ERROR(CheckKeyValue(*schema.sort_key(), *sort, true));
  key.sort = sort->bytes();
  return key;
}

Status CheckKeyValues(const TableSchema& schema, AttributeMapView item) {
  for (const KeyAttribute* attribute : {&schema.partition_key(), schema.sort_key()}) {
    if (attribute == nullptr) continue;
    const std::optional<ValueView> value = item.Find(attribute->name);
    if (!value.has_value() || value->type() != ToValueType(attribute->type)) continue;
    HOLDFAST_RETURN_IF_ERROR(CheckKeyValue(*attribute, *value, attribute == schema.sort_key()));
  }
  return {};
}

TableKey KeyOfStored(const TableSchema& schema, AttributeMapView item) {
  TableKey key;
  key.partition = item.Find(schema.partition_key().name)->bytes();
  if (schema.sort_key() != nullptr) key.sort = item.Find(schema.sort_key()->name)->bytes();
  return key;
}

}  // namespace holdfast
