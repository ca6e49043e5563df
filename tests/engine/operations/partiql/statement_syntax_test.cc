// The errors of PartiQL statements: syntax errors, features that DynamoDB does not support, and the order of checks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/operations/partiql/statement_table.h"

namespace holdfast {
namespace {

using namespace holdfast::testing;

// The database has no tables. So an error other than kTableNotFound was found before the table was looked up, and
// kTableNotFound says that all checks before that passed.
void ExpectErrors(const std::vector<StatementCase>& cases) {
  TestDatabase database;
  ExpectResults(database.state, cases);
}

TEST(StatementSyntax, RefusesStatementsThatAreNotWellFormed) {
  const std::string leftover = "Unexpected token after expression";
  const std::string right_side = "Missing right-hand side expression of infix operator";
  std::vector<StatementCase> cases = {
      {"SELEKT * FROM T", "Expected data manipulation"},
      {" ", "Expected data manipulation"},
      {"SELECT * FROM T)", leftover},
      {"SELECT * FROM T WHERE a = 1 )", leftover},
      {"SELECT * FROM T; SELECT * FROM T", leftover},
      {"SELECT * FROM T ORDER BY a WHERE a = 1", leftover},
      {"DELETE FROM T WHERE a = 1 ORDER BY a", leftover},
      {"INSERT INTO T AS x VALUE {'a': 1}", leftover},
      {"INSERT INTO T VALUE {'a': 1} RETURNING ALL OLD *", leftover},
      {"FROM T SET a = 1 WHERE b = 1", leftover},
      {"SELECT * FROM T LIMIT 1", leftover},
      {"SELECT * FROM T GROUP BY a", leftover},
      {"SELECT * FROM T WHERE", "Unexpected term"},
      {"SELECT * FROM T WHERE;", "Unexpected term"},
      {"SELECT * FROM T WHERE NOT", "Unexpected term"},
      {"SELECT * FROM T WHERE (", "Unexpected term"},
      {"SELECT * FROM", "Unexpected term"},
      {"SELECT * FROM T WHERE a = 1 AND", right_side},
      {"SELECT * FROM T WHERE a = 1 OR", right_side},
      {"SELECT * FROM T WHERE a =", right_side},
      {"SELECT * FROM T WHERE ORDER BY a", "Unexpected keyword"},
      {"SELECT * FROM T WHERE a IS FOO", "Expected type name"},
      {"SELECT * FROM T WHERE IS NULL", "Unexpected operator"},
      {"SELECT * FROM T WHERE a = LIKE", "Unexpected operator"},
      {"DELETE FROM", "Expected identifier for simple path"},
      {"SELECT a.inner FROM T", "Invalid path dot component"},
      {"SELECT * FROM T WHERE a = 1e2147483648", ""},
      {"SELECT * FROM T WHERE a = 1.5e-2147483647", ""},
      {"SELECT * FROM T # comment", ""},
      {"SELECT * FROM T /* comment", ""},
      {"SELECT * FROM T WHERE a = 'x", ""},
      {"SELECT * FROM \"T", ""},
      {"SELECT * FROM T WHERE " + std::string(300, '('), ""},
      {"SELECT * FROM T WHERE a" + std::string(400, '=') + "1", "Unexpected operator"},
  };
  for (StatementCase& test : cases) test.expected = kNotWellFormed + test.expected;
  ExpectErrors(cases);
}

TEST(StatementSyntax, RefusesFeaturesThatDynamoDbDoesNotSupport) {
  const std::string operand_type = "Incorrect operand type for operator or function; operator or function: ";
  const std::string operand_count = "Incorrect number of operands for operator or function; operator or function: ";
  const std::string needs_path = "Operator or function requires a document path; operator or function: ";
  ExpectErrors({
      {"SELECT a AS b FROM T", "Aliasing is not supported"},
      {"SELECT a FROM T t WHERE a = 1", "Aliasing is not supported"},
      {"SELECT COUNT(*) FROM T", "Unexpected path component at 1:8:5"},
      {"SELECT size(a) FROM T", "Unexpected path component at 1:8:4"},
      {"SELECT \"\" FROM T", "Path component cannot be an empty string"},
      {"SELECT * FROM \"a\".\"b\".\"c\"", "A path may contain at most 2 components in the FROM clause"},
      {"INSERT INTO \"T\".\"I\" VALUE {'a': 1}",
       "FROM clause may only contain a single table name in data manipulation statements at 1:13:3"},
      {"UPDATE \"T\".\"I\" SET a = 1 WHERE b = 1", "This operation is not supported on an index"},
      {"DELETE FROM \"T\".\"I\" WHERE b = 1", "This operation is not supported on an index"},
      {"SELECT * FROM T WHERE exists(a)", "Unrecognized function: exists at 1:23:6"},
      {"SELECT *\nFROM T\nWHERE  exists(a)", "Unrecognized function: exists at 3:8:6"},
      {"SELECT * FROM T WHERE set_add(a, 1)", "Unrecognized function: set_add at 1:23:7"},
      {"EXISTS(SELECT * FROM T WHERE a = 1)", "EXISTS can only be used in ExecuteTransaction write requests."},
      {"SELECT * FROM T WHERE a < true", operand_type + "<, operand type: BOOL"},
      {"SELECT * FROM T WHERE a >= ?", operand_type + ">=, operand type: M", {M({})}},
      {"SELECT * FROM T WHERE a BETWEEN 1 AND []", operand_type + "BETWEEN, operand type: L"},
      {"SELECT * FROM T WHERE begins_with(a, 1)", operand_type + "begins_with, operand type: N"},
      {"SELECT * FROM T WHERE attribute_type(a, 1)", operand_type + "attribute_type, operand type: N"},
      {"SELECT * FROM T WHERE attribute_type(a, 'X')",
       "Invalid attribute type name found; type: X, valid types: {N,BS,L,B,NULL,M,S,SS,NS,BOOL}"},
      {"SELECT * FROM T WHERE attribute_exists('a')", needs_path + "attribute_exists"},
      {"SELECT * FROM T WHERE attribute_exists()", operand_count + "attribute_exists, number of operands: 0"},
      {"SELECT * FROM T WHERE -a = 1", operand_count + "-, number of operands: 1"},
      {"SELECT * FROM T WHERE -? = 1", operand_count + "-, number of operands: 1", {N("1")}},
      {"SELECT * FROM T WHERE a + 1 = 2", "Unsupported operator in Condition Expression. Operator: +"},
      {"SELECT l[-1] FROM T", "List index is not within the allowable range; index: [-1] at 1:11:1"},
      {"SELECT l[2147483648] FROM T", "List index is not within the allowable range; index: [2147483648] at 1:10:10"},
      {"UPDATE T SET a = b + 'x' WHERE pk = 1", operand_type + "+, operand type: S"},
      {"UPDATE T SET a = -b WHERE pk = 1", operand_count + "-, number of operands: 1"},
      {"UPDATE T SET a = ? - b WHERE pk = 1", operand_type + "-, operand type: S", {S("x")}},
      {"DELETE FROM T WHERE a = 1 RETURNING MODIFIED OLD *",
       "Invalid returning clause: RETURNING MODIFIED OLD *. Only RETURNING ALL OLD * is allowed in DELETE statements."},
      {"SELECT * FROM T WHERE a = ?", "Number of parameters in request and statement don't match."},
      {"SELECT * FROM T", "Number of parameters in request and statement don't match.", {N("1")}},
      // The table is looked up after all checks above.
      {"SELECT * FROM Ghosts", kTableNotFound},
      {"SELECT * FROM Ghosts.\"index\"", kTableNotFound},
  });
}

std::string Repeated(std::string_view text, int times) {
  std::string repeated;
  for (int i = 0; i < times; ++i) repeated += text;
  return repeated;
}

TEST(StatementSyntax, ChecksLiterals) {
  const std::string invalid = "One or more parameter values were invalid: ";
  const std::string overflow =
      "Number overflow. Attempting to store a number with magnitude larger than supported range under root";
  const std::string underflow =
      "Number underflow. Attempting to store a number with magnitude smaller than supported range under root";
  const auto lists = [](int levels) { return Repeated("[", levels) + Repeated("]", levels); };
  ExpectErrors({
      {"SELECT * FROM T WHERE a = 1e126", overflow},
      {"SELECT * FROM T WHERE a = -1e126", overflow},
      {"SELECT * FROM T WHERE a = 1e-131", underflow},
      {"UPDATE T SET a = {'x': 1e126} WHERE pk = 1", overflow + ".x"},
      {"UPDATE T SET a = [0, 1e126] WHERE pk = 1", overflow + "[1]"},
      {"INSERT INTO T VALUE {'a': 123456789012345678901234567890123456789}",
       "Attempting to store more than 38 significant digits in a Number under root"},
      {"INSERT INTO T VALUE {'a': <<1, 'a'>>}",
       "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags"},
      {"INSERT INTO T VALUE {'a': <<>>}", "Empty bags are not supported"},
      {"INSERT INTO T VALUE {'a': {'b': {'': 1}}}", "Empty attribute name"},
      {"UPDATE T SET a = [{'': 1}] WHERE pk = 1", "Empty attribute name"},
      {"INSERT INTO T VALUE {'a': <<2, 2.0>>}", invalid + "Input collection [2, 2.0] contains duplicates! under root"},
      {"SELECT * FROM T WHERE a = <<'a', 'a'>>", invalid + "Input collection [a, a] contains duplicates."},
      {"INSERT INTO T VALUE {'a': [?]}", "Unsupported data type: Parameter under key root[0] at 1:28:1", {N("1")}},
      {"INSERT INTO T VALUE {'a': {'k': ?}}", "Unsupported data type: Parameter under key root.k at 1:33:1", {N("1")}},
      {"INSERT INTO T VALUE {'a': set_add(a, <<1>>)}", "Unsupported data type: set_add under key root at 1:27:7"},
      {"INSERT INTO T VALUE {'a': " + lists(31) + "}", kTableNotFound},
      {"INSERT INTO T VALUE {'a': " + lists(32) + "}",
       "Nesting Levels have exceeded supported limits under root" + Repeated("[0]", 31)},
  });
}

TEST(StatementSyntax, ChecksParametersFirst) {
  const std::string invalid = "One or more parameter values were invalid: ";
  ExpectErrors({
      {"SELEKT", "The parameter cannot be converted to a numeric value: x", {N("x")}},
      {"SELEKT", "The parameter cannot be converted to a numeric value", {N("")}},
      // An underflow because exponents overflow 32 bits (ExponentBits in number.h).
      {"SELEKT",
       "Number underflow. Attempting to store a number with magnitude smaller than supported range",
       {N("1e2147483647")}},
      {"SELEKT", invalid + "Input collection [a, a] contains duplicates.", {Ss({"a", "a"})}},
      {"SELEKT", invalid + "An string set  may not be empty", {Ss({})}},
      {"SELEKT",
       "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported "
       "limit",
       {Nested(34)}},
  });
}

TEST(StatementSyntax, AcceptsEveryFormOfKeywordsNamesLiteralsAndComments) {
  ItemTable table;
  table.Store(ItemWith("a", "1", {{"inner", N("-2")}, {"x.y", S("it's")}, {"n", N("1000")}}));
  ExpectResults(
      table.state,
      {{"sElEcT \"x.y\" FrOm Items WhErE pk='a' AND sk='1' ;", R"({x.y: "it's"})"},
       {"SELECT n FROM Items -- a comment\nWHERE pk = 'a' /* and\n another */ AND \"x.y\" = 'it''s'", "{n: 1000}"},
       {"SELECT n FROM Items WHERE pk = 'a' AND \"inner\" = - - -2", "{n: 1000}"},
       {"SELECT n FROM Items WHERE pk = 'a' AND n = +1E3", "{n: 1000}"},
       {"SELECT n FROM Items WHERE pk = 'a' AND n > .5", "{n: 1000}"},
       {"SELECT n FROM Items WHERE pk = 'a' AND year IS MISSING", "{n: 1000}"},
       {"SELECT n FROM Items WHERE pk = 'a' AND \"value\" IS MISSING", "{n: 1000}"},
       {"SELECT n FROM Items WHERE pk = 'a' AND value IS MISSING", std::string(kNotWellFormed) + "Unexpected keyword"},
       {"SELECT [ FROM Items", std::string(kNotWellFormed) + "Unexpected keyword"}});
}

TEST(StatementSyntax, ChecksTheMembersOfTheRequest) {
  TestDatabase database;
  ExecuteStatementRequest request;
  EXPECT_EQ(ResultOf(database.state, request),
            "1 validation error detected: Value null at 'statement' failed to satisfy constraint: Member must not be "
            "null");
  request = Statement("SELECT * FROM T");
  request.limit = 0;
  EXPECT_EQ(ResultOf(database.state, request),
            "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member must have value "
            "greater than or equal to 1");
  request = Statement("SELECT * FROM T");
  request.return_consumed_capacity = EnumField<ReturnConsumedCapacity>::FromText("BOGUS");
  EXPECT_EQ(ResultOf(database.state, request),
            "1 validation error detected: Value 'BOGUS' at 'returnConsumedCapacity' failed to satisfy constraint: "
            "Member must satisfy enum value set: [INDEXES, TOTAL, NONE]");
  request = Statement("SELECT * FROM T WHERE a = '" + std::string(8'192, 'x') + "'");
  EXPECT_THAT(ResultOf(database.state, request),
              ::testing::EndsWith("at 'statement' failed to satisfy constraint: Member must have length less than or "
                                  "equal to 8192"));
  request = Statement("SELECT * FROM T");
  request.parameters.emplace();
  EXPECT_EQ(ResultOf(database.state, request),
            "1 validation error detected: Value '[]' at 'parameters' failed to satisfy constraint: Member must have "
            "length greater than or equal to 1");
}

}  // namespace
}  // namespace holdfast
