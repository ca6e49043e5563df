// Short functions that build values and requests and format results, for tests.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/expressions/placeholders.h"
#include "engine/values/attribute_value.h"
#include "engine/values/value_builder.h"

namespace holdfast::testing {

inline AttributeValue S(std::string_view text) { return AttributeValue::String(text); }
inline AttributeValue N(std::string_view text) { return AttributeValue::Number(text); }
inline AttributeValue B(std::string_view bytes) { return AttributeValue::Binary(bytes); }
inline AttributeValue Bool(bool value) { return AttributeValue::Bool(value); }
inline AttributeValue Null() { return AttributeValue::Null(); }
inline AttributeValue Ss(const std::vector<std::string>& members) { return AttributeValue::StringSet(members); }
inline AttributeValue Ns(const std::vector<std::string>& members) { return AttributeValue::NumberSet(members); }
inline AttributeValue Bs(const std::vector<std::string>& members) { return AttributeValue::BinarySet(members); }
inline AttributeValue L(const std::vector<AttributeValue>& elements) { return AttributeValue::List(elements); }
inline AttributeValue M(std::initializer_list<std::pair<std::string_view, AttributeValue>> entries) {
  return AttributeValue::Map(AttributeMap(entries));
}

// A value with `levels` levels of nesting; one level is a scalar.
inline AttributeValue Nested(int levels) {
  AttributeValue value = S("leaf");
  for (int i = 1; i < levels; ++i) value = L({value});
  return value;
}

// The expression attribute names and values of a request.
struct Request {
  ExpressionAttributeNames names;
  ExpressionAttributeValues values;
  Placeholders placeholders{&names, &values};

  Request(ExpressionAttributeNames n, ExpressionAttributeValues v) : names(std::move(n)), values(std::move(v)) {}
};

// The placeholders that most expressions of the tests use: for values of every type, and for names.
inline std::unique_ptr<Request> UsualRequest() {
  return std::make_unique<Request>(
      ExpressionAttributeNames{{"#a", "a"}, {"#b", "b"}, {"#i", "[3]"}, {"#n", "name"}, {"#0", "zero"}},
      ExpressionAttributeValues{{":s", S("text")},
                                {":t", S("tex")},
                                {":n", N("1")},
                                {":m", N("2")},
                                {":b", B("\xff\x01")},
                                {":bool", Bool(true)},
                                {":null", Null()},
                                {":ss", Ss({"x"})},
                                {":ns", Ns({"1"})},
                                {":bs", Bs({"x"})},
                                {":l", L({S("x")})},
                                {":map", M({})},
                                {":S", S("S")},
                                {":0", N("0")},
                                {":empty", S("")}});
}

template <typename T>
std::string MessageOf(const Result<T>& result) {
  if (result.ok()) return "(ok)";
  return result.error().kind == ErrorKind::kValidation ? result.error().message : "(not a validation error)";
}

// Builds a copy of the value of `view` with ValueBuilder. The copy has the bytes of `view` only if `view` is in
// canonical form (value_view.h).
inline void Repack(ValueView view, ValueBuilder& builder);
inline void RepackEntries(AttributeMapView view, ValueBuilder& builder) {
  builder.BeginMap();
  for (const auto& [name, value] : view) {
    builder.Name(name);
    Repack(value, builder);
  }
  builder.EndMap();
}
inline void Repack(ValueView view, ValueBuilder& builder) {
  switch (view.type()) {
    case ValueType::kStringSet:
    case ValueType::kNumberSet:
    case ValueType::kBinarySet:
      builder.BeginSet(view.type());
      for (const std::string_view member : view.set()) {
        builder.Element(view.type() == ValueType::kNumberSet ? Number::FromBytes(member).ToText()
                                                             : std::string(member));
      }
      return builder.EndSet();
    case ValueType::kList:
      builder.BeginList();
      for (const ValueView element : view.list()) Repack(element, builder);
      return builder.EndList();
    case ValueType::kMap:
      return RepackEntries(view.map(), builder);
    default:
      return builder.Value(view);
  }
}
inline AttributeMap Repacked(AttributeMapView view) {
  ValueBuilder builder(ValueBuilder::Root::kMap);
  RepackEntries(view, builder);
  return std::move(builder).TakeMap();
}

inline void Describe(ValueView view, std::string* out);
inline void DescribeEntries(AttributeMapView view, std::string* out) {
  *out += '{';
  for (const auto& [name, value] : view) {
    if (out->back() != '{') *out += ", ";
    *out += std::string(name) + ": ";
    Describe(value, out);
  }
  *out += '}';
}
inline void Describe(ValueView view, std::string* out) {
  switch (view.type()) {
    case ValueType::kNumber:
      *out += Number::FromBytes(view.bytes()).ToText();
      break;
    case ValueType::kBool:
      *out += view.boolean() ? "true" : "false";
      break;
    case ValueType::kNull:
      *out += "null";
      break;
    case ValueType::kStringSet:
    case ValueType::kNumberSet:
    case ValueType::kBinarySet:
      *out += std::string(TypeTag(view.type())) + '<';
      for (const std::string_view member : view.set()) {
        if (out->back() != '<') *out += ", ";
        *out += view.type() == ValueType::kNumberSet ? Number::FromBytes(member).ToText() : std::string(member);
      }
      *out += '>';
      break;
    case ValueType::kList:
      *out += '[';
      for (const ValueView element : view.list()) {
        if (out->back() != '[') *out += ", ";
        Describe(element, out);
      }
      *out += ']';
      break;
    case ValueType::kMap:
      DescribeEntries(view.map(), out);
      break;
    case ValueType::kBinary:
      *out += 'B';
      [[fallthrough]];
    default:
      *out += '"' + std::string(view.bytes()) + '"';
  }
}
inline std::string Text(AttributeMapView item) {
  std::string text;
  DescribeEntries(item, &text);
  return text;
}

}  // namespace holdfast::testing
