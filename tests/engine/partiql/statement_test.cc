// What CompileStatement derives from the text of a statement, the binding of parameters, and the cache of compiled
// statements.
#include "engine/partiql/statement.h"

#include <gtest/gtest.h>

#include "tests/support/outcomes.h"

namespace holdfast::partiql {
namespace {

using holdfast::testing::Outcome;

StatementRef Compiled(std::string_view text) {
  const Result<StatementRef> statement = CompileStatement(text);
  EXPECT_EQ(Outcome(statement), "ok") << text;
  return statement.ok() ? *statement : std::make_shared<Statement>();
}

std::string TextOfValue(ValueView value) {
  std::string text;
  holdfast::testing::Describe(value, &text);
  return text;
}

std::string TextOfSource(const Statement& statement, ValueSource source) {
  if (source.is_parameter) return "?" + std::to_string(source.index);
  return TextOfValue(statement.literals[source.index].view());
}

// `<number of parts that AND joins>: <equalities that can identify an item>` of a WHERE clause.
std::string Equalities(std::string_view where) {
  const StatementRef statement = Compiled("SELECT * FROM T WHERE " + std::string(where));
  std::string text = std::to_string(statement->conjuncts.size()) + ":";
  for (const AttributeEquality& equality : statement->equalities) {
    text += " " + equality.attribute + (equality.is_in ? " in " : "=") + TextOfSource(*statement, equality.value);
  }
  return text;
}

TEST(PartiqlStatement, FindsTheEqualitiesThatCanIdentifyAnItem) {
  EXPECT_EQ(Equalities("a = 1"), "1: a=1");
  EXPECT_EQ(Equalities("a = ? AND 'x' = b AND c IN [?]"), "3: a=?0 b=\"x\" c in ?1");
  EXPECT_EQ(Equalities("(a = 1 AND (b = 2)) AND c = 3"), "3: a=1 b=2 c=3");
  EXPECT_EQ(Equalities("a = 1 AND a = 1"), "2: a=1 a=1");
  // None of these requires that a whole attribute has one value.
  EXPECT_EQ(Equalities("a = b AND a.b = 1 AND a[0] = 1 AND size(a) = 1"), "4:");
  EXPECT_EQ(Equalities("a IN [1, 2] AND a <> 1 AND a < 1 AND NOT a = 1"), "4:");
  EXPECT_EQ(Equalities("a = 1 OR a = 2"), "1:");
}

TEST(PartiqlStatement, KeepsTheTableIndexProjectionAndOrderOfASelect) {
  const StatementRef statement = Compiled("SELECT a.b[0], \"c\" FROM \"T\".\"I\" WHERE pk = 'x' ORDER BY pk, sk DESC");
  EXPECT_EQ(statement->kind, StatementKind::kSelect);
  EXPECT_EQ(statement->table, "T");
  EXPECT_EQ(statement->index, "I");
  ASSERT_TRUE(statement->projection.has_value());
  EXPECT_EQ(statement->projection->paths().size(), 2u);
  ASSERT_EQ(statement->order.size(), 2u);
  EXPECT_EQ(statement->order[1].name, "sk");
  EXPECT_TRUE(statement->order[1].descending);
}

TEST(PartiqlStatement, KeepsTheAttributesOfAnInsert) {
  const StatementRef statement = Compiled("INSERT INTO T VALUE {'a': ?, 'b': [1], 'c': MISSING, 'd': ?}");
  std::string inserted;
  for (const auto& [name, source] : statement->inserted)
    inserted += name + "=" + TextOfSource(*statement, source) + " ";
  EXPECT_EQ(inserted, "a=?0 b=[1] d=?1 ");
}

TEST(PartiqlStatement, BindsParametersInTextOrder) {
  const StatementRef statement = Compiled("SELECT * FROM T WHERE a = ? AND b = 7 AND c = ?");
  const std::vector<AttributeValue> parameters = {AttributeValue::String("x"), AttributeValue::Number(3)};
  const Result<BoundStatement> bound = BoundStatement::Bind(statement, parameters);
  ASSERT_EQ(Outcome(bound), "ok");
  EXPECT_EQ(TextOfValue(bound->ValueOf(statement->equalities[0].value)), "\"x\"");
  EXPECT_EQ(TextOfValue(bound->ValueOf(statement->equalities[1].value)), "7");
  EXPECT_EQ(TextOfValue(bound->ValueOf(statement->equalities[2].value)), "3");
}

TEST(PartiqlStatement, ChecksParametersWhenTheyAreBound) {
  const auto bind = [](std::string_view text, std::vector<AttributeValue> parameters) {
    return Outcome(BoundStatement::Bind(Compiled(text), parameters));
  };
  const std::string count = "Number of parameters in request and statement don't match.";
  const std::string type = "Incorrect operand type for operator or function; operator or function: ";
  EXPECT_EQ(bind("SELECT * FROM T WHERE a = ?", {}), count);
  EXPECT_EQ(bind("SELECT * FROM T WHERE a = 1", {AttributeValue::Null()}), count);
  EXPECT_EQ(bind("SELECT * FROM T WHERE a < ?", {AttributeValue::Bool(true)}), type + "<, operand type: BOOL");
  EXPECT_EQ(bind("SELECT * FROM T WHERE begins_with(a, ?)", {AttributeValue::Number(1)}),
            type + "begins_with, operand type: N");
  EXPECT_EQ(bind("SELECT * FROM T WHERE attribute_type(a, ?)", {AttributeValue::String("X")}),
            "Invalid attribute type name found; type: X, valid types: {N,BS,L,B,NULL,M,S,SS,NS,BOOL}");
  EXPECT_EQ(bind("UPDATE T SET s = set_add(s, ?) WHERE a = 1", {AttributeValue::Number(1)}),
            "The second argument to SET_ADD must be a value with type SET at 1:26:1");
  // The number of parameters is checked before their types.
  EXPECT_EQ(bind("SELECT * FROM T WHERE a < ? AND b = ?", {AttributeValue::Bool(true)}), count);
}

TEST(PartiqlStatement, IsCompiledOnceUnlessItIsTooLong) {
  const std::string text = "SELECT * FROM CompiledOnce WHERE a = ?";
  const StatementRef first = Compiled(text);
  EXPECT_EQ(Compiled(std::string(text)), first);
  EXPECT_NE(Compiled(text + " "), first);
  // Statements that are too long for the cache are compiled each time.
  const std::string longer = "SELECT * FROM T WHERE a = '" + std::string(2'000, 'x') + "'";
  EXPECT_NE(Compiled(longer), Compiled(longer));
}

TEST(PartiqlStatement, IsEvictedWhenManyOthersAreCompiled) {
  const std::string text = "SELECT * FROM Forgotten WHERE a = ?";
  const std::weak_ptr<const Statement> first = Compiled(text);
  EXPECT_FALSE(first.expired());
  for (int i = 0; i < 10'000; ++i) Compiled("SELECT * FROM Other" + std::to_string(i));
  EXPECT_TRUE(first.expired());
  EXPECT_EQ(Compiled(text)->text, text);
}

TEST(PartiqlStatement, DoesNotCacheErrors) {
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(Outcome(CompileStatement("SELECT COUNT(*) FROM T")), "Unexpected path component at 1:8:5");
  }
}

// Each statement has its own mistake and those of all statements after it.
TEST(PartiqlStatement, ReportsSyntaxThenLiteralsThenWhatIsNotSupportedThenOperands) {
  const std::string cases[][2] = {
      {"SELECT size(a) AS b FROM x.y.z WHERE a = 1e200 AND a < true AND",
       "Statement wasn't well formed, can't be processed: Missing right-hand side expression of infix operator"},
      {"SELECT size(a) AS b FROM x.y.z WHERE a = 1e200 AND a < true",
       "Number overflow. Attempting to store a number with magnitude larger than supported range under root"},
      {"SELECT size(a) AS b FROM x.y.z WHERE a = 1 AND a < true", "Aliasing is not supported"},
      {"SELECT size(a) FROM x.y.z WHERE a = 1 AND a < true",
       "A path may contain at most 2 components in the FROM clause"},
      {"SELECT size(a) FROM x.y WHERE a = 1 AND a < true", "Unexpected path component at 1:8:4"},
      {"SELECT a FROM x.y WHERE a = 1 AND a < true",
       "Incorrect operand type for operator or function; operator or function: <, operand type: BOOL"},
      {"SELECT a FROM x.y WHERE a = 1", "ok"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(Outcome(CompileStatement(text)), expected) << text;
}

}  // namespace
}  // namespace holdfast::partiql
