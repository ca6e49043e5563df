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

// `mismatch(attribute, value or nothing)` returns the error for an absent value or one of another type.
template <typename Mismatch>
Result<TableKey> KeyOf(const TableSchema& schema, AttributeMapView item, Mismatch mismatch) {
  TableKey key;
  const KeyAttribute* attributes[] = {&schema.partition_key(), schema.sort_key()};
  std::optional<ValueView> values[2];
  for (size_t i = 0; i < 2; ++i) {
    if (attributes[i] == nullptr) continue;
    values[i] = item.Find(attributes[i]->name);
    if (!values[i].has_value() || values[i]->type() != ToValueType(attributes[i]->type)) {
      return mismatch(*attributes[i], values[i]);
    }
  }
  for (size_t i = 0; i < 2; ++i) {
    if (attributes[i] == nullptr) continue;
    HOLDFAST_RETURN_IF_ERROR(CheckKeyValue(*attributes[i], *values[i], i == 1));
  }
  key.partition = values[0]->bytes();
  if (values[1].has_value()) key.sort = values[1]->bytes();
  return key;
}

Error SchemaMismatch(const KeyAttribute&, std::optional<ValueView>) { return errors::KeyDoesNotMatchSchema(); }

}  // namespace

Result<TableKey> KeyOfItem(const TableSchema& schema, AttributeMapView item) {
  return KeyOf(schema, item, [](const KeyAttribute& attribute, std::optional<ValueView> value) {
    return value.has_value() ? errors::KeyTypeMismatch(attribute.name, ToValueType(attribute.type), value->type())
                             : errors::MissingKeyAttribute(attribute.name);
  });
}

Result<TableKey> KeyOfLookup(const TableSchema& schema, AttributeMapView key) {
  if (key.size() != schema.key.size()) return errors::KeyDoesNotMatchSchema();
  return KeyOf(schema, key, SchemaMismatch);
}

Result<TableKey> KeyOfBatchItem(const TableSchema& schema, AttributeMapView item) {
  return KeyOf(schema, item, SchemaMismatch);
}

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
