// Attribute values as a client of DynamoDB sees them. Numbers are kept as text, as in JSON.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace holdfast::conformance {

class Value;
using Item = std::map<std::string, Value, std::less<>>;

class Value {
 public:
  enum class Type { kString, kNumber, kBinary, kBool, kNull, kStringSet, kNumberSet, kBinarySet, kList, kMap };

  Type type = Type::kNull;
  std::string text;                  // S, N, and B in base64
  bool truth = false;                // BOOL
  std::vector<std::string> members;  // of sets, sorted as text
  std::vector<Value> list;           // L
  Item map;                          // M

  bool operator==(const Value& other) const;
};

Value S(std::string text);
Value N(int64_t number);
Value N(std::string text);
Value B(std::string base64);
Value Bool(bool truth);
Value Null();
Value Ss(std::vector<std::string> members);
Value Ns(const std::vector<int64_t>& members);
Value L(std::vector<Value> list);
Value M(Item map);

bool Has(const Item& item, std::string_view name);
// The attribute's text or number; empty or 0 if the item has no such attribute. NumberOf and NumbersOf are for whole
// numbers without an exponent.
std::string TextOf(const Item& item, std::string_view name);
int64_t NumberOf(const Item& item, std::string_view name);
// The numbers of a list or set; empty if the item has no such attribute.
std::vector<int64_t> NumbersOf(const Item& item, std::string_view name);

}  // namespace holdfast::conformance
