#include "engine/schema/table_schema.h"

namespace holdfast {

ValueType ToValueType(ScalarAttributeType type) {
  switch (type) {
    case ScalarAttributeType::kString:
      return ValueType::kString;
    case ScalarAttributeType::kNumber:
      return ValueType::kNumber;
    case ScalarAttributeType::kBinary:
      return ValueType::kBinary;
  }
  __builtin_unreachable();
}

const KeyAttribute* KeySchema::Find(std::string_view name) const {
  for (const KeyAttribute& attribute : hash) {
    if (attribute.name == name) return &attribute;
  }
  for (const KeyAttribute& attribute : range) {
    if (attribute.name == name) return &attribute;
  }
  return nullptr;
}

}  // namespace holdfast
