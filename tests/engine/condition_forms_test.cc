// Random conditions in every form that DynamoDB has for them: FilterExpression and ConditionExpression, the WHERE of
// PartiQL, and the legacy ScanFilter, QueryFilter and Expected. Each form must select the items of which a naive model
// says that the condition is true.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "engine/operations.h"
#include "engine/values/value_builder.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/support/outcomes.h"
#include "tests/support/seeded_test.h"

namespace holdfast {
namespace {

using AV = AttributeValue;
using Op = ComparisonOperator;

constexpr char kTable[] = "Things";
constexpr char kPartition[] = "p";
constexpr const char* kAttributes[] = {"a", "b", "c", "d"};

// A value in the model.
struct Value {
  ValueType type = ValueType::kNull;
  // The value of a number, or 0 or 1 for a boolean.
  int64_t number = 0;
  // The value of a string or a binary.
  std::string text = {};
  // The members of a set.
  std::set<std::string> members = {};
  // The elements of a list, or the value of the only entry of a map, `x`.
  std::vector<Value> elements = {};

  friend bool operator==(const Value& a, const Value& b) {
    return std::tie(a.type, a.number, a.text, a.members, a.elements) ==
           std::tie(b.type, b.number, b.text, b.members, b.elements);
  }
};

bool Less(const Value& a, const Value& b) { return std::tie(a.number, a.text) < std::tie(b.number, b.text); }

AV ToAttributeValue(const Value& value) {
  const std::vector<std::string> members(value.members.begin(), value.members.end());
  std::vector<AV> elements;
  for (const Value& element : value.elements) elements.push_back(ToAttributeValue(element));
  switch (value.type) {
    case ValueType::kString:
      return AV::String(value.text);
    case ValueType::kNumber:
      return AV::Number(value.number);
    case ValueType::kBinary:
      return AV::Binary(value.text);
    case ValueType::kBool:
      return AV::Bool(value.number != 0);
    case ValueType::kStringSet:
      return AV::StringSet(members);
    case ValueType::kNumberSet:
      return AV::NumberSet(members);
    case ValueType::kList:
      return AV::List(elements);
    case ValueType::kMap:
      return AV::Map({{"x", elements.front()}});
    default:
      return AV::Null();
  }
}

// The literal for the value in a PartiQL statement; nullopt if PartiQL has none.
std::optional<std::string> ToLiteral(const Value& value) {
  std::string list;
  const auto append = [&](const std::string& element) { list += (list.empty() ? "" : ", ") + element; };
  switch (value.type) {
    case ValueType::kString:
      return "'" + value.text + "'";
    case ValueType::kNumber:
      return std::to_string(value.number);
    case ValueType::kBool:
      return value.number != 0 ? "true" : "FALSE";
    case ValueType::kNull:
      return "null";
    case ValueType::kStringSet:
      for (const std::string& member : value.members) append("'" + member + "'");
      return "<<" + list + ">>";
    case ValueType::kNumberSet:
      for (const std::string& member : value.members) append(member);
      return "<<" + list + ">>";
    case ValueType::kList:
      for (const Value& element : value.elements) append(*ToLiteral(element));
      return "[" + list + "]";
    default:
      return std::nullopt;
  }
}

// A condition on one attribute that the legacy parameters can express.
struct Condition {
  std::string attribute;
  Op op;
  std::vector<Value> values;
};

bool Contains(const Value& whole, const Value& part) {
  switch (whole.type) {
    case ValueType::kString:
    case ValueType::kBinary:
      return part.type == whole.type && whole.text.find(part.text) != std::string::npos;
    case ValueType::kStringSet:
      return part.type == ValueType::kString && whole.members.contains(part.text);
    case ValueType::kNumberSet:
      return part.type == ValueType::kNumber && whole.members.contains(std::to_string(part.number));
    case ValueType::kList:
      return std::find(whole.elements.begin(), whole.elements.end(), part) != whole.elements.end();
    default:
      return false;
  }
}

// The model: whether the condition is true of `value`, which is nullopt for a missing attribute.
bool Holds(const Condition& condition, const std::optional<Value>& value) {
  const std::vector<Value>& operands = condition.values;
  if (!value.has_value()) return condition.op == Op::kNull || condition.op == Op::kNe;
  const bool comparable = !operands.empty() && value->type == operands[0].type;
  switch (condition.op) {
    case Op::kNull:
      return false;
    case Op::kNotNull:
      return true;
    case Op::kEq:
      return *value == operands[0];
    case Op::kNe:
      return !(*value == operands[0]);
    case Op::kLt:
      return comparable && Less(*value, operands[0]);
    case Op::kLe:
      return comparable && !Less(operands[0], *value);
    case Op::kGt:
      return comparable && Less(operands[0], *value);
    case Op::kGe:
      return comparable && !Less(*value, operands[0]);
    case Op::kBetween:
      return comparable && !Less(*value, operands[0]) && !Less(operands[1], *value);
    case Op::kIn:
      return std::find(operands.begin(), operands.end(), *value) != operands.end();
    case Op::kBeginsWith:
      return comparable && value->text.starts_with(operands[0].text);
    case Op::kContains:
      return Contains(*value, operands[0]);
    case Op::kNotContains:
      return !Contains(*value, operands[0]);
  }
  return false;
}

// Conditions that are joined by AND or by OR, in all forms.
class JoinedConditions {
 public:
  JoinedConditions(std::vector<Condition> conditions, bool any, Random& random)
      : conditions_(std::move(conditions)), any_(any), random_(random) {
    for (const Condition& condition : conditions_) Add(condition);
    if (conditions_.size() > 1) joiner_ = any_ ? ConditionalOperator::kOr : ConditionalOperator::kAnd;
  }

  bool HoldsFor(const std::vector<std::optional<Value>>& attributes) const {
    const auto holds = [&](const Condition& condition) {
      const size_t position = static_cast<size_t>(
          std::find(std::begin(kAttributes), std::end(kAttributes), condition.attribute) - std::begin(kAttributes));
      return Holds(condition, attributes[position]);
    };
    return any_ ? std::any_of(conditions_.begin(), conditions_.end(), holds)
                : std::all_of(conditions_.begin(), conditions_.end(), holds);
  }

  const std::string& expression() const { return expression_; }
  ExpressionFields fields() const {
    ExpressionFields fields;
    if (!values_.empty()) fields.values = values_;
    return fields;
  }
  const std::string& where() const { return where_; }
  std::optional<std::vector<AV>> parameters() const {
    if (parameters_.empty()) return std::nullopt;
    return parameters_;
  }
  const LegacyConditions& legacy() const { return legacy_; }
  const Expected& expected() const { return expected_; }
  const EnumField<ConditionalOperator>& joiner() const { return joiner_; }

 private:
  // Returns the placeholder of the value in an expression, and its literal or `?` in a statement.
  std::pair<std::string, std::string> AddValue(const Value& value) {
    const std::string name = ":v" + std::to_string(values_.size());
    values_.emplace_back(name, ToAttributeValue(value));
    const std::optional<std::string> literal = ToLiteral(value);
    if (literal.has_value() && random_.Below(2) == 0) return {name, *literal};
    parameters_.push_back(ToAttributeValue(value));
    return {name, "?"};
  }

  void Add(const Condition& condition) {
    const char* const join = any_ ? " OR " : " AND ";
    std::vector<std::string> names;
    std::vector<std::string> texts;
    std::vector<AV> values;
    for (const Value& value : condition.values) {
      const auto [name, text] = AddValue(value);
      names.push_back(name);
      texts.push_back(text);
      values.push_back(ToAttributeValue(value));
    }
    expression_ += (expression_.empty() ? "" : join) + ExpressionOf(condition, names);
    where_ += (where_.empty() ? "" : join) + StatementOf(condition, texts);
    LegacyCondition legacy;
    legacy.comparison_operator = condition.op;
    if (!values.empty()) legacy.attribute_value_list = values;
    legacy_.emplace_back(condition.attribute, std::move(legacy));
    expected_.emplace_back(condition.attribute, ExpectedOf(condition.op, values));
  }

  // Chooses at random between the general form and a shorter one, where there is one: `Exists` for NULL, `Value` in
  // place of a list of one value.
  ExpectedAttributeValue ExpectedOf(Op op, const std::vector<AV>& values) {
    ExpectedAttributeValue expected;
    const bool plain = random_.Below(2) == 0;
    if (plain && op == Op::kNull) {
      expected.exists = false;
      return expected;
    }
    if (plain && values.size() == 1) {
      expected.value = values[0];
      if (op == Op::kEq) return expected;
    } else if (!values.empty()) {
      expected.attribute_value_list = values;
    }
    expected.comparison_operator = op;
    return expected;
  }

  static std::string ListOf(const std::vector<std::string>& values) {
    std::string list;
    for (const std::string& value : values) list += (list.empty() ? "" : ", ") + value;
    return list;
  }

  // The text of a condition whose operator has the same form in expressions and in PartiQL.
  static std::string CommonForm(const Condition& condition, const std::vector<std::string>& values) {
    const std::string& path = condition.attribute;
    switch (condition.op) {
      case Op::kLt:
        return path + " < " + values[0];
      case Op::kLe:
        return path + " <= " + values[0];
      case Op::kGt:
        return path + " > " + values[0];
      case Op::kGe:
        return values[0] + " <= " + path;
      case Op::kBetween:
        return path + " BETWEEN " + values[0] + " AND " + values[1];
      case Op::kIn:
        return path + " IN (" + ListOf(values) + ")";
      case Op::kBeginsWith:
        return "begins_with(" + path + ", " + values[0] + ")";
      case Op::kContains:
        return "contains(" + path + ", " + values[0] + ")";
      case Op::kNotContains:
        return "(attribute_exists(" + path + ") AND NOT contains(" + path + ", " + values[0] + "))";
      default:
        return path + " = " + values[0];
    }
  }

  static std::string ExpressionOf(const Condition& condition, const std::vector<std::string>& values) {
    const std::string& path = condition.attribute;
    if (condition.op == Op::kNull) return "attribute_not_exists(" + path + ")";
    if (condition.op == Op::kNotNull) return "attribute_exists(" + path + ")";
    if (condition.op == Op::kNe) return path + " <> " + values[0];
    return CommonForm(condition, values);
  }

  // PartiQL's `<>` is false for a missing attribute, where NE is true.
  std::string StatementOf(const Condition& condition, const std::vector<std::string>& values) {
    const std::string& path = condition.attribute;
    const bool first = random_.Below(2) == 0;
    if (condition.op == Op::kNull) return first ? path + " IS MISSING" : "attribute_not_exists(" + path + ")";
    if (condition.op == Op::kNotNull) return first ? path + " IS NOT MISSING" : "NOT " + path + " IS MISSING";
    if (condition.op == Op::kNe) {
      return first ? "NOT " + path + " = " + values[0]
                   : "(" + path + " IS MISSING OR " + path + " != " + values[0] + ")";
    }
    return CommonForm(condition, values);
  }

  const std::vector<Condition> conditions_;
  const bool any_;
  Random& random_;
  std::string expression_;
  ExpressionAttributeValues values_;
  std::string where_;
  std::vector<AV> parameters_;
  LegacyConditions legacy_;
  Expected expected_;
  EnumField<ConditionalOperator> joiner_;
};

// Items with random attributes in one partition, and one function for each form of a condition, which sends a
// condition in that form and returns the items of which it was true.
class Things {
 public:
  explicit Things(Random& random) : random_(random), database_(engine_.database("000000000000", "us-east-1")) {
    EXPECT_TRUE(database_.CreateTable(PlainTable(kTable)).ok());
    for (int i = 0; i < kItems; ++i) {
      auto& attributes = attributes_.emplace_back();
      for (size_t attribute = 0; attribute < std::size(kAttributes); ++attribute) {
        attributes.push_back(random_.Below(4) == 0 ? std::nullopt : std::optional<Value>(RandomValue()));
      }
      PutItemRequest put;
      put.table_name = kTable;
      put.item = ItemAt(i);
      EXPECT_TRUE(database_.PutItem(put).ok());
    }
  }

  // How often a condition was true of an item.
  int selected() const { return selected_; }
  // How often a condition was false of an item.
  int not_selected() const { return not_selected_; }

  void CompareRandomCondition() {
    const JoinedConditions condition = RandomConditions();
    std::set<int> expected;
    for (int i = 0; i < kItems; ++i) {
      const bool holds = condition.HoldsFor(attributes_[static_cast<size_t>(i)]);
      if (holds) expected.insert(i);
      ++(holds ? selected_ : not_selected_);
    }
    SCOPED_TRACE(condition.expression() + " / " + condition.where());
    EXPECT_EQ(ScanFilterExpression(condition), expected) << "FilterExpression of Scan";
    EXPECT_EQ(QueryFilterExpression(condition), expected) << "FilterExpression of Query";
    EXPECT_EQ(ScanFilter(condition), expected) << "ScanFilter";
    EXPECT_EQ(QueryFilter(condition), expected) << "QueryFilter";
    EXPECT_EQ(Select(condition, "SELECT sk FROM Things WHERE "), expected) << "WHERE of a scan";
    EXPECT_EQ(Select(condition, "SELECT sk FROM Things WHERE pk = 'p' AND "), expected) << "WHERE of a partition";
    EXPECT_EQ(ByItem(&Things::PutWithCondition, condition), expected) << "ConditionExpression";
    EXPECT_EQ(ByItem(&Things::PutWithExpected, condition), expected) << "Expected";
    EXPECT_EQ(ByItem(&Things::CheckInTransaction, condition), expected) << "ConditionCheck";
    EXPECT_EQ(ByItem(&Things::UpdateStatement, condition), expected) << "WHERE of UPDATE";
    EXPECT_EQ(ByItem(&Things::ExistsInTransaction, condition), expected) << "EXISTS";
    CompareForAbsentItem(condition);
  }

 private:
  static constexpr int kItems = 12;

  static std::string SortKey(int item) { return "i" + std::to_string(item); }
  static AttributeMap KeyAt(int item) { return {{"pk", AV::String(kPartition)}, {"sk", AV::String(SortKey(item))}}; }

  AttributeMap ItemAt(int item) const {
    ValueBuilder builder(ValueBuilder::Root::kMap);
    builder.BeginMap();
    for (size_t i = 0; i < std::size(kAttributes); ++i) {
      const std::optional<Value>& value = attributes_[static_cast<size_t>(item)][i];
      if (!value.has_value()) continue;
      builder.Name(kAttributes[i]);
      builder.Value(ToAttributeValue(*value).view());
    }
    builder.Name("pk");
    builder.Value(AV::String(kPartition).view());
    builder.Name("sk");
    builder.Value(AV::String(SortKey(item)).view());
    builder.EndMap();
    return std::move(builder).TakeMap();
  }

  Value RandomValueOf(ValueType type) {
    Value value{type};
    const auto text = [&] {
      constexpr const char* kTexts[] = {"a", "ab", "b", "abc"};
      return std::string(kTexts[random_.Below(std::size(kTexts))]);
    };
    const auto number = [&] { return static_cast<int64_t>(random_.Below(5)) - 2; };
    switch (type) {
      case ValueType::kString:
      case ValueType::kBinary:
        value.text = text();
        break;
      case ValueType::kNumber:
        value.number = number();
        break;
      case ValueType::kBool:
        value.number = static_cast<int64_t>(random_.Below(2));
        break;
      case ValueType::kStringSet:
        value.members = {text(), text()};
        break;
      case ValueType::kNumberSet:
        value.members = {std::to_string(number()), std::to_string(number())};
        break;
      case ValueType::kList:
        value.elements = {RandomValueOf(ValueType::kString), RandomValueOf(ValueType::kNumber)};
        break;
      case ValueType::kMap:
        value.elements = {RandomValueOf(ValueType::kNumber)};
        break;
      default:
        break;
    }
    return value;
  }
  Value RandomValue() {
    constexpr ValueType kTypes[] = {ValueType::kString, ValueType::kNumber,    ValueType::kNumber,
                                    ValueType::kBool,   ValueType::kBinary,    ValueType::kNull,
                                    ValueType::kList,   ValueType::kStringSet, ValueType::kNumberSet,
                                    ValueType::kMap,    ValueType::kString};
    return RandomValueOf(kTypes[random_.Below(std::size(kTypes))]);
  }
  Value RandomScalar(std::initializer_list<ValueType> types) {
    return RandomValueOf(types.begin()[random_.Below(types.size())]);
  }

  // Operands of types that the legacy parameters accept for `op`.
  std::vector<Value> OperandsOf(Op op) {
    constexpr auto kString = ValueType::kString;
    constexpr auto kNumber = ValueType::kNumber;
    constexpr auto kBinary = ValueType::kBinary;
    switch (op) {
      case Op::kNull:
      case Op::kNotNull:
        return {};
      case Op::kEq:
      case Op::kNe:
        return {RandomValue()};
      case Op::kBeginsWith:
        return {RandomScalar({kString, kBinary})};
      case Op::kContains:
      case Op::kNotContains:
        return {RandomScalar({kString, kNumber, kBinary, ValueType::kBool, ValueType::kNull})};
      case Op::kBetween: {
        const Value one = RandomScalar({kString, kNumber, kBinary});
        const Value other = RandomValueOf(one.type);
        return Less(other, one) ? std::vector<Value>{other, one} : std::vector<Value>{one, other};
      }
      case Op::kIn: {
        const Value one = RandomScalar({kString, kNumber, kBinary});
        return {one, RandomValueOf(one.type), RandomValueOf(one.type)};
      }
      default:
        return {RandomScalar({kString, kNumber, kBinary})};
    }
  }

  JoinedConditions RandomConditions() {
    constexpr Op kOperators[] = {Op::kEq, Op::kNe,      Op::kLe,        Op::kLt,       Op::kGe,
                                 Op::kGt, Op::kNotNull, Op::kNull,      Op::kContains, Op::kNotContains,
                                 Op::kIn, Op::kBetween, Op::kBeginsWith};
    std::vector<std::string> attributes(std::begin(kAttributes), std::end(kAttributes));
    std::vector<Condition> conditions;
    const size_t count = 1 + random_.Below(3);
    while (conditions.size() < count) {
      const size_t at = random_.Below(attributes.size());
      const Op op = kOperators[random_.Below(std::size(kOperators))];
      conditions.push_back({attributes[at], op, OperandsOf(op)});
      attributes.erase(attributes.begin() + static_cast<std::ptrdiff_t>(at));
    }
    return JoinedConditions(std::move(conditions), random_.Below(2) == 0, random_);
  }

  // The numbers of the items that a read returned.
  static std::set<int> NumbersOf(const std::vector<ResponseItem>& items) {
    std::set<int> numbers;
    for (const ResponseItem& item : items) {
      numbers.insert(std::atoi(std::string(item.view().Find("sk")->bytes().substr(1)).c_str()));
    }
    return numbers;
  }
  template <typename Response>
  static std::set<int> NumbersOf(const Result<Response>& response) {
    EXPECT_EQ(testing::Outcome(response), "ok");
    if (!response.ok()) return {};
    if constexpr (requires { response->items->begin(); }) {
      return NumbersOf(*response->items);
    } else {
      return NumbersOf(response->items);
    }
  }

  std::set<int> ScanFilterExpression(const JoinedConditions& condition) {
    ScanRequest scan;
    scan.table_name = kTable;
    scan.filter_expression = condition.expression();
    scan.expression_fields = condition.fields();
    return NumbersOf(database_.Scan(scan));
  }

  std::set<int> QueryFilterExpression(const JoinedConditions& condition) {
    QueryRequest query;
    query.table_name = kTable;
    query.key_condition_expression = "pk = :partition";
    query.filter_expression = condition.expression();
    query.expression_fields = condition.fields();
    if (!query.expression_fields.values.has_value()) query.expression_fields.values.emplace();
    query.expression_fields.values->emplace_back(":partition", AV::String(kPartition));
    return NumbersOf(database_.Query(query));
  }

  std::set<int> ScanFilter(const JoinedConditions& condition) {
    ScanRequest scan;
    scan.table_name = kTable;
    scan.scan_filter = condition.legacy();
    scan.conditional_operator = condition.joiner();
    return NumbersOf(database_.Scan(scan));
  }

  std::set<int> QueryFilter(const JoinedConditions& condition) {
    QueryRequest query;
    query.table_name = kTable;
    LegacyCondition partition;
    partition.comparison_operator = Op::kEq;
    partition.attribute_value_list = std::vector<AV>{AV::String(kPartition)};
    query.key_conditions.emplace().emplace_back("pk", std::move(partition));
    query.query_filter = condition.legacy();
    query.conditional_operator = condition.joiner();
    return NumbersOf(database_.Query(query));
  }

  std::set<int> Select(const JoinedConditions& condition, const std::string& before) {
    ExecuteStatementRequest request;
    request.statement = before + "(" + condition.where() + ")";
    request.parameters = condition.parameters();
    return NumbersOf(database_.ExecuteStatement(request));
  }

  using ItemRequest = std::string (Things::*)(const JoinedConditions& condition, int item);
  std::set<int> ByItem(ItemRequest request, const JoinedConditions& condition) {
    std::set<int> numbers;
    for (int item = 0; item < kItems; ++item) {
      const std::string outcome = (this->*request)(condition, item);
      if (outcome == "ok") {
        numbers.insert(item);
      } else {
        EXPECT_EQ(outcome, testing::kConditionFailed);
      }
    }
    return numbers;
  }

  // `ok`, or the cancellation reason of the transaction's only action, formatted as the error of a single write.
  template <typename Response>
  static std::string OutcomeOfOne(const Result<Response>& response) {
    return response.ok() ? "ok" : testing::ReasonsOf(response).front();
  }

  // Puts the stored item again, so that nothing changes.
  std::string PutWithCondition(const JoinedConditions& condition, int item) {
    PutItemRequest put;
    put.table_name = kTable;
    put.item = ItemAt(item);
    put.condition_expression = condition.expression();
    put.expression_fields = condition.fields();
    return testing::Outcome(database_.PutItem(put));
  }

  std::string PutWithExpected(const JoinedConditions& condition, int item) {
    PutItemRequest put;
    put.table_name = kTable;
    put.item = ItemAt(item);
    put.expected = condition.expected();
    put.conditional_operator = condition.joiner();
    return testing::Outcome(database_.PutItem(put));
  }

  std::string CheckInTransaction(const JoinedConditions& condition, int item) {
    TransactWriteItemsRequest request;
    TransactWriteItem::ConditionCheck& check =
        request.transact_items.emplace().emplace_back().condition_check.emplace();
    check.table_name = kTable;
    check.key = KeyAt(item);
    check.condition_expression = condition.expression();
    check.expression_fields = condition.fields();
    return OutcomeOfOne(database_.TransactWriteItems(request));
  }

  static std::string WhereOf(const JoinedConditions& condition, int item) {
    return " WHERE pk = 'p' AND sk = '" + SortKey(item) + "' AND (" + condition.where() + ")";
  }

  std::string UpdateStatement(const JoinedConditions& condition, int item) {
    ExecuteStatementRequest request;
    request.statement = "UPDATE Things REMOVE absent" + WhereOf(condition, item);
    request.parameters = condition.parameters();
    return testing::Outcome(database_.ExecuteStatement(request));
  }

  std::string ExistsInTransaction(const JoinedConditions& condition, int item) {
    ExecuteTransactionRequest request;
    ParameterizedStatement& exists = request.transact_statements.emplace().emplace_back();
    exists.statement = "EXISTS(SELECT * FROM Things" + WhereOf(condition, item) + ")";
    exists.parameters = condition.parameters();
    return OutcomeOfOne(database_.ExecuteTransaction(request));
  }

  // In an absent item every attribute is missing. PartiQL is left out, because none of its writes evaluates a condition
  // on an absent item.
  void CompareForAbsentItem(const JoinedConditions& condition) {
    const bool holds = condition.HoldsFor(std::vector<std::optional<Value>>(std::size(kAttributes)));
    const std::string expected = holds ? "ok" : testing::kConditionFailed;
    DeleteItemRequest deletion;
    deletion.table_name = kTable;
    deletion.key = KeyAt(kItems);
    DeleteItemRequest legacy = deletion;
    deletion.condition_expression = condition.expression();
    deletion.expression_fields = condition.fields();
    EXPECT_EQ(testing::Outcome(database_.DeleteItem(deletion)), expected) << "ConditionExpression of an absent item";
    legacy.expected = condition.expected();
    legacy.conditional_operator = condition.joiner();
    EXPECT_EQ(testing::Outcome(database_.DeleteItem(legacy)), expected) << "Expected of an absent item";
  }

  Random& random_;
  Engine engine_{EngineOptions(), nullptr, 1};
  Database& database_;
  std::vector<std::vector<std::optional<Value>>> attributes_;
  int selected_ = 0;
  int not_selected_ = 0;
};

TEST(ConditionForms, SelectTheSameItems) {
  HOLDFAST_SEEDED_RANDOM(random);
  const char* const given = std::getenv("HOLDFAST_ROUNDS");
  const int rounds = given != nullptr ? std::atoi(given) : 50;
  constexpr int kConditionsPerRound = 20;
  int selected = 0;
  int not_selected = 0;
  for (int round = 0; round < rounds && !::testing::Test::HasFailure(); ++round) {
    Things things(random);
    for (int i = 0; i < kConditionsPerRound && !::testing::Test::HasFailure(); ++i) things.CompareRandomCondition();
    selected += things.selected();
    not_selected += things.not_selected();
  }
  // Neither result is rare.
  EXPECT_GT(selected, (selected + not_selected) / 10);
  EXPECT_GT(not_selected, (selected + not_selected) / 10);
}

}  // namespace
}  // namespace holdfast
