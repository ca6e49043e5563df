// Random pairs of a classic operation and a PartiQL statement with the same meaning. Operations use one table,
// statements another: both must report the same error or return the same items, and both tables must end up with the
// same items.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "engine/operations.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/support/outcomes.h"
#include "tests/support/seeded_test.h"

namespace holdfast {
namespace {

using testing::FormatAll;
using AV = AttributeValue;

constexpr char kClassic[] = "Classic";
constexpr char kStatements[] = "Statements";

TableDefinition PairTable(std::string name) {
  TableDefinition definition = PlainTable(std::move(name));
  definition.attribute_definitions = {Define("pk"), Define("sk", ScalarAttributeType::kNumber),
                                      Define("n", ScalarAttributeType::kNumber), Define("s")};
  definition.local_secondary_indexes = {LocalIndex("by_n", {Hash("pk"), Range("n")})};
  definition.global_secondary_indexes = {GlobalIndexOf("by_s", {Hash("s"), Range("n")})};
  return definition;
}

// A part of a request as an expression of the classic operation and as text of the statement. The expression names its
// values `:v0`, `:v1` and so on.
struct BothForms {
  std::string expression;
  std::string statement;
};

// Collects the values of a request, and decides for each whether the statement has it as a literal or a parameter.
class PairValues {
 public:
  explicit PairValues(Random& random) : random_(random) {}

  BothForms Add(const AV& value) {
    const std::string name = ":v" + std::to_string(values_.size());
    values_.emplace_back(name, value);
    const std::optional<std::string> literal = Literal(value.view());
    if (literal.has_value() && random_.Below(2) == 0) return {name, *literal};
    parameters_.push_back(value);
    return {name, "?"};
  }

  ExpressionFields fields() const {
    ExpressionFields fields;
    if (!values_.empty()) fields.values = values_;
    return fields;
  }
  std::optional<std::vector<AV>> parameters() const {
    if (parameters_.empty()) return std::nullopt;
    return parameters_;
  }

 private:
  static std::optional<std::string> Literal(ValueView value) {
    switch (value.type()) {
      case ValueType::kString:
        return "'" + std::string(value.bytes()) + "'";
      case ValueType::kNumber:
        return Number::FromBytes(value.bytes()).ToText();
      case ValueType::kBool:
        return value.boolean() ? "TRUE" : "false";
      case ValueType::kNull:
        return "NULL";
      case ValueType::kStringSet: {
        std::string text;
        for (const std::string_view member : value.set())
          text += (text.empty() ? "'" : ", '") + std::string(member) + "'";
        return "<<" + text + ">>";
      }
      case ValueType::kList: {
        std::string text;
        for (const ValueView element : value.list())
          text += (text.empty() ? "" : ", ") + Literal(element).value_or("null");
        return "[" + text + "]";
      }
      default:
        return std::nullopt;
    }
  }

  Random& random_;
  ExpressionAttributeValues values_;
  std::vector<AV> parameters_;
};

class Pairs {
 public:
  explicit Pairs(Random& random) : random_(random), database_(engine_.database("000000000000", "us-east-1")) {
    EXPECT_TRUE(database_.CreateTable(PairTable(kClassic)).ok());
    EXPECT_TRUE(database_.CreateTable(PairTable(kStatements)).ok());
  }

  void CompareRandomPair() {
    switch (random_.Below(9)) {
      case 0:
      case 1:
        return Insert();
      case 2:
      case 3:
      case 4:
        return Update();
      case 5:
        return Delete();
      case 6:
        return Transact();
      case 7:
        return Query();
      default:
        return random_.Below(4) == 0 ? Scan() : Get();
    }
  }

  void CompareTables() {
    ScanRequest scan;
    scan.table_name = kClassic;
    const auto classic = database_.Scan(scan);
    const auto statements = database_.ExecuteStatement(Statement("SELECT * FROM Statements", std::nullopt));
    ASSERT_TRUE(classic.ok() && statements.ok());
    EXPECT_EQ(FormatAll(*classic->items), FormatAll(statements->items));
  }

  // How many pairs succeeded, and how many ended with the same error on both sides.
  int succeeded() const { return succeeded_; }
  int failed() const { return failed_; }

 private:
  static constexpr const char* kNames[] = {"n", "s", "f1", "t1", "l1", "d1"};

  template <typename T>
  const T& Pick(const std::vector<T>& choices) {
    return choices[random_.Below(choices.size())];
  }
  // True in one of `calls` calls, at random.
  bool OneIn(uint64_t calls) { return random_.Below(calls) == 0; }
  AV SmallNumber() { return AV::Number(static_cast<int64_t>(random_.Below(9)) - 4); }
  AV SmallText() { return AV::String(Pick<std::string>({"a", "ab", "b", "c"})); }

  AV RandomValue() {
    switch (random_.Below(7)) {
      case 0:
        return AV::Bool(OneIn(2));
      case 1:
        return AV::Null();
      case 2:
        return OneIn(2) ? AV::StringSet({"a", "b"}) : AV::StringSet({"b"});
      case 3:
        return AV::List({SmallNumber(), SmallText()});
      case 4:
        return SmallText();
      default:
        return SmallNumber();
    }
  }
  // Index keys get values of their type, most of the time.
  AV ValueFor(std::string_view name) {
    if (OneIn(20)) return RandomValue();
    if (name == "n") return SmallNumber();
    if (name == "s") return SmallText();
    if (name == "t1") return AV::StringSet({"a", OneIn(2) ? "b" : "c"});
    if (name == "d1") return AV::Map({{"x", SmallNumber()}, {"y", AV::List({SmallText()})}});
    return name == "l1" ? AV::List({SmallNumber(), SmallText()}) : RandomValue();
  }
  std::string Path() { return Pick<std::string>({"n", "s", "f1", "t1", "l1", "d1", "l1[0]", "d1.x", "d1.y[0]"}); }

  struct Key {
    AV pk;
    AV sk;
    AttributeMap map() const { return {{"pk", pk}, {"sk", sk}}; }
  };
  Key RandomKey() {
    return {AV::String("p" + std::to_string(random_.Below(4))), AV::Number(static_cast<int64_t>(random_.Below(5)) - 2)};
  }

  BothForms Comparison(PairValues& values) {
    const std::string path = Path();
    switch (random_.Below(9)) {
      case 0:
        return {"attribute_exists(" + path + ")",
                Pick<std::string>({"attribute_exists(" + path + ")", path + " IS NOT MISSING",
                                   "(attribute_not_exists(" + path + ") = false)"})};
      case 1:
        return {"attribute_not_exists(" + path + ")", path + (OneIn(2) ? " IS MISSING" : " IS MISSING = true")};
      case 2: {
        const BothForms value = values.Add(RandomValue());
        // PartiQL's `<>` is false for a missing attribute.
        return {"attribute_exists(" + path + ") AND " + path + " <> " + value.expression,
                path + (OneIn(2) ? " <> " : " != ") + value.statement};
      }
      case 3: {
        const BothForms text = values.Add(SmallText());
        return {"begins_with(" + path + ", " + text.expression + ")",
                "begins_with(" + path + ", " + text.statement + ")"};
      }
      case 4: {
        const BothForms value = values.Add(OneIn(2) ? SmallText() : SmallNumber());
        return {"contains(" + path + ", " + value.expression + ")", "CONTAINS(" + path + ", " + value.statement + ")"};
      }
      case 5: {
        const BothForms one = values.Add(RandomValue());
        const BothForms other = values.Add(RandomValue());
        return {path + " IN (" + one.expression + ", " + other.expression + ")",
                path + " IN [" + one.statement + ", " + other.statement + "]"};
      }
      case 6: {
        const BothForms size = values.Add(AV::Number(static_cast<int64_t>(random_.Below(3))));
        return {"size(" + path + ") = " + size.expression, "size(" + path + ") = " + size.statement};
      }
      case 7: {
        const BothForms value = values.Add(RandomValue());
        return {path + " = " + value.expression, path + " = " + value.statement};
      }
      default: {
        const std::string op = Pick<std::string>({"<", "<=", ">", ">="});
        const BothForms value = values.Add(OneIn(2) ? SmallNumber() : SmallText());
        return {path + " " + op + " " + value.expression, path + " " + op + " " + value.statement};
      }
    }
  }

  BothForms Condition(PairValues& values, int depth = 2) {
    if (depth == 0 || OneIn(2)) return Comparison(values);
    if (OneIn(3)) {
      const BothForms negated = Condition(values, depth - 1);
      return {"NOT (" + negated.expression + ")", "NOT (" + negated.statement + ")"};
    }
    const BothForms left = Condition(values, depth - 1);
    const BothForms right = Condition(values, depth - 1);
    const std::string join = OneIn(2) ? " AND " : " OR ";
    // Expressions refuse redundant parentheses, so double negations group the operands.
    return {"NOT (NOT (" + left.expression + "))" + join + "NOT (NOT (" + right.expression + "))",
            "(" + left.statement + ")" + join + "(" + right.statement + ")"};
  }

  // The WHERE clause with the key and perhaps a condition, and the condition of the classic operation.
  struct Where {
    std::string statement;
    std::optional<std::string> condition;
  };
  // `exists`: `attribute_exists(pk)` for an UPDATE, which fails if the item is absent; empty for a DELETE, which then
  // succeeds, whatever its condition.
  Where WhereOf(const Key& key, PairValues& values, std::string_view exists) {
    Where where;
    where.statement = " WHERE pk = " + KeyText(key.pk) + " AND " + KeyText(key.sk) + " = sk";
    if (!exists.empty()) where.condition = exists;
    if (OneIn(2)) return where;
    const BothForms condition = Condition(values);
    where.statement += " AND (" + condition.statement + ")";
    if (exists == "attribute_exists(pk)") {
      where.condition = "attribute_exists(pk) AND NOT (NOT (" + condition.expression + "))";
    } else {
      where.condition = "attribute_not_exists(pk) OR NOT (NOT (" + condition.expression + "))";
    }
    return where;
  }
  // A key as a literal. A parameter would also become a value of the classic operation, which refuses values that its
  // expression does not use.
  static std::string KeyText(const AV& value) {
    if (value.type() == ValueType::kString) return "'" + std::string(value.view().bytes()) + "'";
    return Number::FromBytes(value.view().bytes()).ToText();
  }

  static ExecuteStatementRequest Statement(std::string text, std::optional<std::vector<AV>> parameters) {
    ExecuteStatementRequest request;
    request.statement = std::move(text);
    request.parameters = std::move(parameters);
    return request;
  }

  // `ok`, or the error's kind and text. The DuplicateItem error of an INSERT counts as the failed condition of the Put.
  template <typename T>
  static std::string OutcomeOf(const Result<T>& result) {
    if (!result.ok() && result.error().kind == ErrorKind::kDuplicateItem) return testing::kConditionFailed;
    return testing::Outcome(result);
  }

  template <typename Classic>
  void Compare(const Result<Classic>& classic, const ExecuteStatementRequest& request,
               const std::vector<std::string>& classic_items) {
    const auto statement = database_.ExecuteStatement(request);
    ++(classic.ok() ? succeeded_ : failed_);
    ASSERT_EQ(OutcomeOf(statement), OutcomeOf(classic)) << *request.statement;
    if (!statement.ok()) return;
    ASSERT_EQ(FormatAll(statement->items), classic_items) << *request.statement;
  }
  template <typename Classic>
  void CompareWrite(const Result<Classic>& classic, const ExecuteStatementRequest& request) {
    std::vector<std::string> items;
    if (classic.ok() && classic->attributes.has_value()) items.push_back(testing::Format(classic->attributes));
    Compare(classic, request, items);
  }

  struct NewItem {
    AttributeMap item;
    std::string statement;
  };
  NewItem RandomItem(PairValues& values) {
    const Key key = RandomKey();
    ValueBuilder builder(ValueBuilder::Root::kMap);
    builder.BeginMap();
    builder.Name("pk");
    builder.Value(key.pk.view());
    builder.Name("sk");
    builder.Value(key.sk.view());
    std::string text = "INSERT INTO Statements VALUE {'pk': " + KeyText(key.pk) + ", 'sk': " + KeyText(key.sk);
    for (const char* name : kNames) {
      if (OneIn(3)) continue;
      const AV value = ValueFor(name);
      builder.Name(name);
      builder.Value(value.view());
      text += ", '" + std::string(name) + "': " + values.Add(value).statement;
    }
    builder.EndMap();
    return {std::move(builder).TakeMap(), text + "}"};
  }

  void Insert() {
    PairValues values(random_);
    NewItem item = RandomItem(values);
    PutItemRequest put;
    put.table_name = kClassic;
    put.item = std::move(item.item);
    put.condition_expression = "attribute_not_exists(pk)";
    CompareWrite(database_.PutItem(put), Statement(item.statement, values.parameters()));
  }

  // Update clauses on different attributes.
  BothForms UpdateClauses(PairValues& values) {
    std::string set;
    std::string remove;
    std::string add;
    std::string remove_set;
    std::string statement;
    const auto append = [](std::string& list, const std::string& clause) {
      list += (list.empty() ? " " : ", ") + clause;
    };
    // The statement has its clauses in the order of the sections of the expression, so that both report the same error.
    enum class Clause { kSetValue, kSetSum, kSetList, kRemove, kSetAdd, kSetDelete };
    std::vector<std::pair<Clause, std::string>> clauses;
    std::vector<std::string> names(std::begin(kNames), std::end(kNames));
    while (names.size() > 4 || (!names.empty() && OneIn(2))) {
      const size_t at = random_.Below(names.size());
      std::string name = names[at];
      names.erase(names.begin() + static_cast<std::ptrdiff_t>(at));
      if (name == "d1" && OneIn(2)) name = Pick<std::string>({"d1.x", "d1.z", "d1.y[0]", "d1.y[7]"});
      if (name == "l1" && OneIn(3)) name = "l1[1]";
      const auto clause = static_cast<Clause>(OneIn(3) ? 0 : random_.Below(6));
      clauses.emplace_back(clause, name);
    }
    std::sort(clauses.begin(), clauses.end(), [](const auto& x, const auto& y) {
      const auto section = [](Clause clause) { return std::max(clause, Clause::kSetList); };
      return section(x.first) < section(y.first);
    });
    for (const auto& [clause, name] : clauses) {
      switch (clause) {
        case Clause::kRemove:
          append(remove, name);
          statement += " REMOVE " + name;
          break;
        case Clause::kSetSum: {
          const BothForms step = values.Add(SmallNumber());
          const std::string sign = OneIn(2) ? " + " : " - ";
          append(set, name + " = n" + sign + step.expression);
          statement += " SET " + name + " = n" + sign + step.statement;
          break;
        }
        case Clause::kSetList: {
          const BothForms more = values.Add(AV::List({SmallNumber()}));
          append(set, name + " = list_append(l1, " + more.expression + ")");
          statement += " SET " + name + " = list_append(l1, " + more.statement + ")";
          break;
        }
        case Clause::kSetAdd:
        case Clause::kSetDelete: {
          const bool adds = clause == Clause::kSetAdd;
          const BothForms members = values.Add(AV::StringSet({"a", "d"}));
          append(adds ? add : remove_set, name + " " + members.expression);
          statement +=
              " SET " + name + (adds ? " = set_add(" : " = set_delete(") + name + ", " + members.statement + ")";
          break;
        }
        case Clause::kSetValue: {
          const BothForms value = values.Add(ValueFor(name));
          append(set, name + " = " + value.expression);
          statement += " SET " + name + " = " + value.statement;
        }
      }
    }
    std::string expression;
    for (const auto& [section, listed] : {std::pair("SET", set), std::pair(" REMOVE", remove), std::pair(" ADD", add),
                                          std::pair(" DELETE", remove_set)}) {
      if (!listed.empty()) expression += section + listed;
    }
    return {expression, statement};
  }

  void Update() {
    PairValues values(random_);
    const Key key = RandomKey();
    const BothForms clauses = UpdateClauses(values);
    const Where where = WhereOf(key, values, "attribute_exists(pk)");
    UpdateItemRequest update;
    update.table_name = kClassic;
    update.key = key.map();
    update.update_expression = clauses.expression;
    update.condition_expression = where.condition;
    update.expression_fields = values.fields();
    std::string returning;
    if (OneIn(2)) {
      const std::pair<ReturnValues, const char*> kinds[] = {{ReturnValues::kAllOld, "ALL OLD"},
                                                            {ReturnValues::kAllNew, "ALL NEW"},
                                                            {ReturnValues::kUpdatedOld, "MODIFIED OLD"},
                                                            {ReturnValues::kUpdatedNew, "MODIFIED NEW"}};
      const auto& [kind, text] = kinds[random_.Below(4)];
      update.return_values = kind;
      returning = " RETURNING " + std::string(text) + " *";
    }
    CompareWrite(database_.UpdateItem(update),
                 Statement("UPDATE Statements" + clauses.statement + where.statement + returning, values.parameters()));
  }

  void Delete() {
    PairValues values(random_);
    const Key key = RandomKey();
    const Where where = WhereOf(key, values, "");
    DeleteItemRequest deletion;
    deletion.table_name = kClassic;
    deletion.key = key.map();
    deletion.condition_expression = where.condition;
    deletion.expression_fields = values.fields();
    deletion.return_values = ReturnValues::kAllOld;
    CompareWrite(database_.DeleteItem(deletion),
                 Statement("DELETE FROM Statements" + where.statement + " RETURNING ALL OLD *", values.parameters()));
  }

  void Transact() {
    TransactWriteItemsRequest classic;
    classic.transact_items.emplace();
    ExecuteTransactionRequest statements;
    statements.transact_statements.emplace();
    const size_t count = 1 + random_.Below(3);
    for (size_t i = 0; i < count; ++i) {
      PairValues values(random_);
      TransactWriteItem& action = classic.transact_items->emplace_back();
      ParameterizedStatement& statement = statements.transact_statements->emplace_back();
      if (OneIn(3)) {
        NewItem item = RandomItem(values);
        TransactWriteItem::Put& put = action.put.emplace();
        put.table_name = kClassic;
        put.item = std::move(item.item);
        put.condition_expression = "attribute_not_exists(pk)";
        statement.statement = item.statement;
      } else {
        const Key key = RandomKey();
        const BothForms clauses = UpdateClauses(values);
        const Where where = WhereOf(key, values, "attribute_exists(pk)");
        TransactWriteItem::Update& update = action.update.emplace();
        update.table_name = kClassic;
        update.key = key.map();
        update.update_expression = clauses.expression;
        update.condition_expression = where.condition;
        update.expression_fields = values.fields();
        statement.statement = "UPDATE Statements" + clauses.statement + where.statement;
      }
      statement.parameters = values.parameters();
    }
    const auto expected = database_.TransactWriteItems(classic);
    const auto actual = database_.ExecuteTransaction(statements);
    ++(expected.ok() ? succeeded_ : failed_);
    ASSERT_EQ(actual.ok(), expected.ok()) << *statements.transact_statements->front().statement << ": "
                                          << testing::Outcome(expected) << " / " << testing::Outcome(actual);
    if (expected.ok() || expected.error().kind != ErrorKind::kTransactionCanceled) return;
    std::vector<std::string> reasons = testing::ReasonsOf(actual);
    // ExecuteTransaction reports all statements that do not fit the schema, TransactWriteItems the first such action.
    bool reported = false;
    for (std::string& reason : reasons) {
      if (!reason.starts_with("ValidationError")) continue;
      if (std::exchange(reported, true)) reason = "None";
    }
    std::replace(reasons.begin(), reasons.end(), std::string("DuplicateItem: Duplicate primary key exists in table"),
                 std::string(testing::kConditionFailed));
    ASSERT_EQ(reasons, testing::ReasonsOf(expected)) << *statements.transact_statements->front().statement;
  }

  void Get() {
    const Key key = RandomKey();
    GetItemRequest get;
    get.table_name = kClassic;
    get.key = key.map();
    const auto classic = database_.GetItem(get);
    std::vector<std::string> items;
    if (classic.ok() && classic->item.has_value()) items.push_back(testing::Format(classic->item));
    const std::string where = " WHERE sk = " + KeyText(key.sk) + " AND pk = " + KeyText(key.pk);
    Compare(classic, Statement("SELECT * FROM Statements" + where, std::nullopt), items);
  }

  // A query of the table or an index, in either direction.
  void Query() {
    PairValues values(random_);
    const bool indexed = OneIn(2);
    QueryRequest query;
    query.table_name = kClassic;
    if (indexed) query.index_name = "by_s";
    const std::string sort = indexed ? "n" : "sk";
    const BothForms partition = values.Add(indexed ? SmallText() : RandomKey().pk);
    query.key_condition_expression = (indexed ? "s = " : "pk = ") + partition.expression;
    std::string where = (indexed ? "s = " : "pk = ") + partition.statement;
    if (OneIn(2)) {
      const std::string op = Pick<std::string>({"=", "<", "<=", ">", ">="});
      const BothForms bound = values.Add(SmallNumber());
      *query.key_condition_expression += " AND " + sort + " " + op + " " + bound.expression;
      where += " AND " + sort + " " + op + " " + bound.statement;
    } else if (OneIn(2)) {
      AV lower = SmallNumber();
      AV upper = SmallNumber();
      if (upper.view().bytes() < lower.view().bytes()) std::swap(lower, upper);
      const BothForms from = values.Add(lower);
      const BothForms to = values.Add(upper);
      *query.key_condition_expression += " AND " + sort + " BETWEEN " + from.expression + " AND " + to.expression;
      where += " AND " + sort + " BETWEEN " + from.statement + " AND " + to.statement;
    }
    query.scan_index_forward = OneIn(2);
    query.expression_fields = values.fields();
    const auto classic = database_.Query(query);
    const std::string order = query.scan_index_forward ? " ASC" : " DESC";
    Compare(classic,
            Statement("SELECT * FROM Statements" + std::string(indexed ? ".by_s" : "") + " WHERE " + where +
                          " ORDER BY " + sort + order,
                      values.parameters()),
            classic.ok() ? FormatAll(*classic->items) : std::vector<std::string>());
  }

  void Scan() {
    PairValues values(random_);
    const BothForms condition = Condition(values);
    ScanRequest scan;
    scan.table_name = kClassic;
    scan.filter_expression = condition.expression;
    scan.expression_fields = values.fields();
    const auto classic = database_.Scan(scan);
    Compare(classic, Statement("SELECT * FROM Statements WHERE " + condition.statement, values.parameters()),
            classic.ok() ? FormatAll(*classic->items) : std::vector<std::string>());
  }

  Random& random_;
  Engine engine_{EngineOptions(), nullptr, 1};
  Database& database_;
  int succeeded_ = 0;
  int failed_ = 0;
};

TEST(PartiqlModelTest, StatementsAgreeWithClassicOperations) {
  HOLDFAST_SEEDED_RANDOM(random);
  // HOLDFAST_ROUNDS=400 compares 100,000 pairs. The default is 60 rounds: 15,000 pairs.
  const char* const given = std::getenv("HOLDFAST_ROUNDS");
  const int rounds = given != nullptr ? std::atoi(given) : 60;
  constexpr int kPairsPerRound = 250;
  Pairs pairs(random);
  for (int round = 0; round < rounds && !::testing::Test::HasFailure(); ++round) {
    for (int pair = 0; pair < kPairsPerRound && !::testing::Test::HasFailure(); ++pair) pairs.CompareRandomPair();
    pairs.CompareTables();
  }
  // Neither outcome is rare.
  EXPECT_GT(pairs.succeeded(), rounds * kPairsPerRound / 10);
  EXPECT_GT(pairs.failed(), rounds * kPairsPerRound / 10);
}

}  // namespace
}  // namespace holdfast
