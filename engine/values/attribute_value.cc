#include "engine/values/attribute_value.h"

#include "engine/values/value_builder.h"

namespace holdfast {
namespace {

template <typename Fill>
AttributeValue Build(Fill fill) {
  ValueBuilder builder(ValueBuilder::Root::kValue);
  fill(builder);
  return std::move(builder).TakeValue();
}

AttributeValue Set(ValueType type, const std::vector<std::string>& members) {
  return Build([&](ValueBuilder& builder) {
    builder.BeginSet(type);
    for (const std::string& member : members) builder.Element(member);
    builder.EndSet();
  });
}

// Adds `part` to a list or map. If the part has a problem, its bytes must not be read: the list or map gets a NULL in
// its place, and the same problem. The bytes of a part whose only problem is its nesting may be read; builder.Value
// notes the nesting.
void AddPart(const AttributeValue& part, ValueBuilder& builder) {
  if (ProblemBesidesNesting(part.problem()) == nullptr) return builder.Value(part.view());
  builder.NoteProblemOf(part);
  builder.Null();
}

}  // namespace

AttributeValue::AttributeValue() : packed_(1, static_cast<char>(ValueType::kNull)) {}

AttributeValue AttributeValue::String(std::string_view text) {
  return Build([&](ValueBuilder& builder) { builder.String(text); });
}

AttributeValue AttributeValue::Number(std::string_view text) {
  return Build([&](ValueBuilder& builder) { builder.Number(text); });
}

AttributeValue AttributeValue::Number(int64_t value) {
  return Build([&](ValueBuilder& builder) { builder.Number(holdfast::Number(value)); });
}

AttributeValue AttributeValue::Binary(std::string_view bytes) {
  return Build([&](ValueBuilder& builder) { builder.Binary(bytes); });
}

AttributeValue AttributeValue::Bool(bool value) {
  return Build([&](ValueBuilder& builder) { builder.Bool(value); });
}

AttributeValue AttributeValue::StringSet(const std::vector<std::string>& members) {
  return Set(ValueType::kStringSet, members);
}

AttributeValue AttributeValue::NumberSet(const std::vector<std::string>& members) {
  return Set(ValueType::kNumberSet, members);
}

AttributeValue AttributeValue::BinarySet(const std::vector<std::string>& members) {
  return Set(ValueType::kBinarySet, members);
}

AttributeValue AttributeValue::List(const std::vector<AttributeValue>& elements) {
  return Build([&](ValueBuilder& builder) {
    builder.BeginList();
    for (const AttributeValue& element : elements) AddPart(element, builder);
    builder.EndList();
  });
}

AttributeValue AttributeValue::Map(const AttributeMap& entries) {
  return Build([&](ValueBuilder& builder) {
    builder.NoteProblemOf(entries);
    builder.BeginMap();
    // As in AddPart: with another problem than nesting, the bytes must not be read.
    if (ProblemBesidesNesting(entries.problem()) == nullptr) {
      for (const auto& [name, value] : entries.view()) {
        builder.Name(name);
        builder.Value(value);
      }
    }
    builder.EndMap();
  });
}

AttributeMap::AttributeMap() : packed_(AttributeMapView::Empty().packed()) {}

AttributeMap::AttributeMap(std::initializer_list<std::pair<std::string_view, AttributeValue>> entries) {
  ValueBuilder builder(ValueBuilder::Root::kMap);
  builder.BeginMap();
  for (const auto& [name, value] : entries) {
    builder.Name(name);
    AddPart(value, builder);
  }
  builder.EndMap();
  *this = std::move(builder).TakeMap();
}

}  // namespace holdfast
