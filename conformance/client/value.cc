#include "conformance/client/value.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace holdfast::conformance {
namespace {

Value Make(Value::Type type, std::string text) {
  Value value;
  value.type = type;
  value.text = std::move(text);
  return value;
}

int64_t ToNumber(const std::string& text) { return std::strtoll(text.c_str(), nullptr, 10); }

}  // namespace

// Not defaulted: clang 14 crashes on the defaulted operator, because Value has a map of Values.
bool Value::operator==(const Value& other) const {
  return type == other.type && text == other.text && truth == other.truth && members == other.members &&
         list == other.list && map == other.map;
}

Value S(std::string text) { return Make(Value::Type::kString, std::move(text)); }
Value N(int64_t number) { return Make(Value::Type::kNumber, std::to_string(number)); }
Value N(std::string text) { return Make(Value::Type::kNumber, std::move(text)); }
Value B(std::string base64) { return Make(Value::Type::kBinary, std::move(base64)); }

Value Bool(bool truth) {
  Value value = Make(Value::Type::kBool, "");
  value.truth = truth;
  return value;
}

Value Null() { return Make(Value::Type::kNull, ""); }

Value Ss(std::vector<std::string> members) {
  std::sort(members.begin(), members.end());
  Value value = Make(Value::Type::kStringSet, "");
  value.members = std::move(members);
  return value;
}

Value Ns(const std::vector<int64_t>& members) {
  Value value = Make(Value::Type::kNumberSet, "");
  for (const int64_t member : members) value.members.push_back(std::to_string(member));
  std::sort(value.members.begin(), value.members.end());
  return value;
}

Value L(std::vector<Value> list) {
  Value value = Make(Value::Type::kList, "");
  value.list = std::move(list);
  return value;
}

Value M(Item map) {
  Value value = Make(Value::Type::kMap, "");
  value.map = std::move(map);
  return value;
}

bool Has(const Item& item, std::string_view name) { return item.find(name) != item.end(); }

std::string TextOf(const Item& item, std::string_view name) {
  const auto found = item.find(name);
  return found == item.end() ? "" : found->second.text;
}

int64_t NumberOf(const Item& item, std::string_view name) { return ToNumber(TextOf(item, name)); }

std::vector<int64_t> NumbersOf(const Item& item, std::string_view name) {
  std::vector<int64_t> numbers;
  const auto found = item.find(name);
  if (found == item.end()) return numbers;
  for (const Value& element : found->second.list) numbers.push_back(ToNumber(element.text));
  for (const std::string& member : found->second.members) numbers.push_back(ToNumber(member));
  return numbers;
}

}  // namespace holdfast::conformance
