// Fuzzes the expressions: any text must be refused with a ValidationException, or compile. Applied to an item, it must
// then give a result or a ValidationException. The first byte of the input chooses the kind of expression, the rest is
// its text.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "engine/expressions/condition_expression.h"
#include "engine/expressions/key_condition_expression.h"
#include "engine/expressions/projection_expression.h"
#include "engine/expressions/update_expression.h"

namespace holdfast {
namespace {

using V = AttributeValue;

const ExpressionAttributeNames& Names() {
  static const ExpressionAttributeNames names = {{"#a", "a"}, {"#b", "b"}, {"#n", "name"}, {"#0", "a.b"}};
  return names;
}

const ExpressionAttributeValues& Values() {
  static const ExpressionAttributeValues values = {{":s", V::String("text")},
                                                   {":n", V::Number("1")},
                                                   {":m", V::Number("9e125")},
                                                   {":b", V::Binary("\xff")},
                                                   {":t", V::Bool(true)},
                                                   {":0", V::Null()},
                                                   {":ss", V::StringSet({"x", "y"})},
                                                   {":ns", V::NumberSet({"1", "2"})},
                                                   {":bs", V::BinarySet({"x"})},
                                                   {":l", V::List({V::String("x")})},
                                                   {":map", V::Map({{"k", V::Number("1")}})},
                                                   {":S", V::String("S")}};
  return values;
}

const AttributeMap& Item() {
  static const AttributeMap item = {
      {"a", V::Map({{"b", V::List({V::Number("1"), V::Map({{"a", V::String("x")}})})}, {"c", V::StringSet({"x"})}})},
      {"b", V::List({V::Number("1"), V::List({}), V::Map({{"a", V::Number("2")}})})},
      {"c", V::Number("12345678901234567890123456789012345678")},
      {"d", V::String("text and more")},
      {"e", V::NumberSet({"1", "3"})},
      {"pk", V::String("k")}};
  return item;
}

// Returns whether the result is a value. Aborts if it is an error other than a ValidationException with a message.
template <typename T>
bool CheckResult(const Result<T>& result) {
  if (result.ok()) return true;
  if (result.error().kind != ErrorKind::kValidation || result.error().message.empty()) std::abort();
  return false;
}

void CheckItem(AttributeMapView item) {
  size_t entries = 0;
  std::string_view last;
  for (const auto& [name, value] : item) {
    if (entries++ > 0 && !(last < name)) std::abort();
    last = name;
    if (value.type() == ValueType::kMap) CheckItem(value.map());
  }
  if (entries != item.size()) std::abort();
}

void Run(uint8_t choice, std::string_view text) {
  Placeholders placeholders(&Names(), &Values());
  const AttributeMap key = {{"pk", V::String("k")}};
  switch (choice % 6) {
    case 0: {
      const auto update = UpdateExpression::Parse(text, &placeholders);
      if (!CheckResult(update)) return;
      for (const bool exists : {true, false}) {
        const auto after = update->Apply(exists ? Item() : AttributeMapView::Empty(), exists, key);
        if (!CheckResult(after) || !after->has_value()) continue;
        CheckItem(**after);
        CheckItem(ProjectPaths(**after, update->targets()));
      }
      return;
    }
    case 1:
    case 2:
    case 3: {
      const auto kind = choice % 6 == 1 ? ExpressionKind::kCondition : ExpressionKind::kFilter;
      const auto condition =
          ConditionExpression::Parse(kind, text, &placeholders, {.allow_arithmetic = choice % 6 == 3});
      if (!CheckResult(condition)) return;
      condition->Evaluate(Item());
      condition->Evaluate(AttributeMapView::Empty());
      return;
    }
    case 4: {
      const auto condition = KeyConditionExpression::Parse(text, &placeholders);
      if (CheckResult(condition) && condition->clauses().empty()) std::abort();
      return;
    }
    default: {
      const auto projection = ProjectionExpression::Parse(text, &placeholders);
      if (CheckResult(projection)) CheckItem(projection->Apply(Item()));
    }
  }
}

}  // namespace
}  // namespace holdfast

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 0) holdfast::Run(data[0], {reinterpret_cast<const char*>(data) + 1, size - 1});
  return 0;
}
