#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/engine/operations/partiql/statement_table.h"

namespace holdfast {
namespace {

using namespace holdfast::testing;

ItemTable& StoreItems(ItemTable& table) {
  table.Store(ItemWith("a", "1", {{"n", N("1")}, {"m", M({{"k", L({S("x"), S("y")})}, {"b", N("7")}})}}));
  table.Store(ItemWith("a", "2", {{"n", N("2")}, {"tags", Ss({"red", "blue"})}}));
  table.Store(ItemWith("a", "3", {{"n", N("3")}, {"z", Null()}}));
  table.Store(ItemWith("b", "1", {{"n", N("10")}, {"flag", Bool(true)}}));
  return table;
}

TEST(Select, ReadsOneItemByItsKey) {
  ItemTable table;
  ExpectResults(StoreItems(table).state,
                {{"SELECT n FROM Items WHERE pk = 'a' AND sk = '2'", "{n: 2}"},
                 {"select n from \"Items\" where sk = '2' and 'a' = pk;", "{n: 2}"},
                 {"SELECT n FROM Items WHERE pk = ? AND sk = ?", "{n: 3}", {S("a"), S("3")}},
                 {"SELECT n FROM Items WHERE pk IN ['a'] AND sk = '2' AND pk = 'a'", "{n: 2}"},
                 {"SELECT * FROM Items WHERE pk = 'b' AND sk = '1'", R"({flag: true, n: 10, pk: "b", sk: "1"})"},
                 {"SELECT * FROM Items WHERE pk = 'a' AND sk = '9'", ""},
                 {"SELECT missing_one FROM Items WHERE pk = 'a' AND sk = '2'", "{}"}});
}

TEST(Select, NamesAResultByTheLastPartOfItsPath) {
  ItemTable table;
  ExpectResults(StoreItems(table).state,
                {{"SELECT m.b, n FROM Items WHERE pk = 'a' AND sk = '1'", "{b: 7, n: 1}"},
                 {"SELECT m.k[1] FROM Items WHERE pk = 'a' AND sk = '1'", "{k[1]: \"y\"}"},
                 {"SELECT m.k[-0] FROM Items WHERE pk = 'a' AND sk = '1'", "{k[0]: \"x\"}"},
                 {"SELECT \"m\".\"k\" FROM Items WHERE pk = 'a'", R"({k: ["x", "y"]} {} {})"}});
}

TEST(Select, ReadsPartitionsAndRangesOfThem) {
  ItemTable table;
  ExpectResults(
      StoreItems(table).state,
      {{"SELECT sk FROM Items WHERE pk = 'a'", R"({sk: "1"} {sk: "2"} {sk: "3"})"},
       {"SELECT sk FROM Items WHERE pk = 'a' AND sk > '1'", R"({sk: "2"} {sk: "3"})"},
       {"SELECT sk FROM Items WHERE pk = 'a' AND '2' >= sk", R"({sk: "1"} {sk: "2"})"},
       {"SELECT sk FROM Items WHERE pk = 'a' AND sk BETWEEN '2' AND '3'", R"({sk: "2"} {sk: "3"})"},
       {"SELECT sk FROM Items WHERE pk = 'a' AND begins_with(sk, '3')", R"({sk: "3"})"},
       {"SELECT sk FROM Items WHERE pk = 'a' AND sk IN ['1', '3']", R"({sk: "1"} {sk: "3"})"},
       {"SELECT sk FROM Items WHERE pk = 'a' AND (sk = '3' OR sk < '2')", R"({sk: "3"} {sk: "1"})"},
       {"SELECT sk FROM Items WHERE pk = 'a' AND sk <> '2'", R"({sk: "1"} {sk: "3"})"},
       {"SELECT sk FROM Items WHERE pk = 'a' AND NOT sk = '2'", R"({sk: "1"} {sk: "3"})"},
       {"SELECT sk FROM Items WHERE pk = 'a' AND (sk < '2' OR sk > '2' OR sk = '2')",
        R"({sk: "1"} {sk: "3"} {sk: "2"})"},
       {"SELECT sk FROM Items WHERE pk = 'a' AND sk = '1' AND sk > '0'", R"({sk: "1"})"},
       {"SELECT pk, sk FROM Items WHERE pk IN ['b', 'a'] AND sk = '1'", R"({pk: "b", sk: "1"} {pk: "a", sk: "1"})"},
       {"SELECT sk FROM Items WHERE pk = 'a' AND pk = 'b'", ""},
       {"SELECT sk FROM Items WHERE pk = 'a' AND sk > 1", ""}});
}

TEST(Select, ScansWithTheWholeConditionAsFilterIfABranchHasNoPartitionKey) {
  ItemTable table;
  StoreItems(table);
  const auto sorted = [&](const std::string& text) {
    const auto response = ExecuteStatement(table.state, Statement(text));
    EXPECT_TRUE(response.ok()) << text;
    std::vector<std::string> items = FormatAll(response->items);
    std::sort(items.begin(), items.end());
    return Joined(items);
  };
  EXPECT_EQ(sorted("SELECT n FROM Items"), "{n: 10} {n: 1} {n: 2} {n: 3}");
  EXPECT_EQ(sorted("SELECT n FROM Items WHERE pk = 'b' OR sk = '2'"), "{n: 10} {n: 2}");
  EXPECT_EQ(sorted("SELECT n FROM Items WHERE n > 2"), "{n: 10} {n: 3}");
  EXPECT_EQ(sorted("SELECT n FROM Items WHERE flag IS MISSING AND contains(tags, 'red')"), "{n: 2}");
}

// `IS BAG` on an attribute is compiled into three type tests, for SS, NS and BS. If that also held for the result of a
// condition, each further `IS BAG` would multiply the size of the compiled condition by three.
TEST(Select, ChainsOfIsBagHaveLinearSize) {
  ItemTable table;
  StoreItems(table);
  std::string tests;
  for (int i = 0; i < 200; ++i) tests += " IS BAG";
  for (const std::string tested : {"n", "attribute_exists(m)", "contains(attribute_exists(m) IS BAG, 1)"}) {
    const auto response =
        ExecuteStatement(table.state, Statement("SELECT n FROM Items WHERE pk = 'a' AND " + tested + tests));
    EXPECT_EQ(Outcome(response), "ok") << tested;
    EXPECT_TRUE(response->items.empty()) << tested;
  }
}

TEST(Select, FiltersByEveryOperator) {
  ItemTable table;
  StoreItems(table);
  // Each condition, and the sort keys of the items of partition `a` that it selects.
  const std::vector<StatementCase> conditions = {
      {"n = 2", "2"},
      {"n <> 2", "1 3"},
      {"n != 2.0", "1 3"},
      {"n >= 2", "2 3"},
      {"n BETWEEN 1 AND 2", "1 2"},
      {"n NOT BETWEEN 1 AND 2", "3"},
      {"n IN [1, 3]", "1 3"},
      {"n IN (1, 3)", "1 3"},
      {"n NOT IN [1, 3]", "2"},
      {"n IN [?, ?]", "2", {N("2"), N("9")}},
      {"m IS MISSING", "2 3"},
      {"m IS NOT MISSING", "1"},
      {"z IS NULL", "3"},
      {"z IS NOT NULL", "1 2"},
      {"n IS INT4 AND sk IS CHARACTER VARYING AND n IS DOUBLE PRECISION", "1 2 3"},
      {"tags IS BAG", "2"},
      {"(n IS BAG) IS BAG", ""},
      {"(n IS BAG) IS BOOL", "1 2 3"},
      {"m IS STRUCT", "1"},
      {"attribute_exists(m)", "1"},
      {"ATTRIBUTE_NOT_EXISTS(m)", "2 3"},
      {"attribute_type(tags, 'SS')", "2"},
      {"begins_with(sk, '2')", "2"},
      {"contains(m.k, 'y')", "1"},
      {"\"size\"(tags) = 2", "2"},
      // A missing attribute is neither equal nor unequal to anything.
      {"z <> 1", "3"},
      {"NOT z = 1", "1 2 3"},
      {"NOT tags <> 1", "1 3"},
      // Values of different types are unequal, and neither is less than the other.
      {"n = '2'", ""},
      {"n <> '2'", "1 2 3"},
      {"n < '2'", ""},
      {"tags = <<'blue', 'red'>>", "2"},
      {"m.k = ['x', 'y']", "1"},
      {"m.k = ['y', 'x']", ""},
      // NOT binds more weakly than =, and AND more strongly than OR.
      {"n = 1 OR n = 2 AND n = 3", "1"},
      {"NOT n = 1 AND n < 3", "2"},
      // The result of a condition is a boolean, which can be compared.
      {"attribute_exists(m) = false", "2 3"},
      {"true = contains(tags, 'red')", "2"},
      {"(n BETWEEN 2 AND 5) = true", "2 3"},
      {"attribute_exists(m) IN [true, false]", "1 2 3"},
      {"attribute_exists(m) = attribute_exists(tags)", "3"},
      {"attribute_exists(m) <> 1", "1 2 3"},
      {"attribute_exists(m) = 1", ""},
      {"n = missing", ""},
  };
  for (const StatementCase& test : conditions) {
    std::string items;
    for (char sk = '1'; sk <= '3'; ++sk) {
      // Each item is read by its key, with the condition as its filter.
      const std::string text =
          "SELECT sk FROM Items WHERE pk = 'a' AND sk = '" + std::string(1, sk) + "' AND (" + test.statement + ")";
      const std::string result = ResultOf(table.state, Statement(text, test.parameters));
      ASSERT_TRUE(result.empty() || result.starts_with("{")) << text << ": " << result;
      if (result.empty()) continue;
      if (!items.empty()) items += " ";
      items += sk;
    }
    EXPECT_EQ(items, test.expected) << test.statement;
  }
}

TEST(Select, SortsByKeys) {
  ItemTable table;
  ExpectResults(
      StoreItems(table).state,
      {{"SELECT sk FROM Items WHERE pk = 'a' ORDER BY sk DESC", R"({sk: "3"} {sk: "2"} {sk: "1"})"},
       {"SELECT sk FROM Items WHERE pk = 'a' ORDER BY sk", R"({sk: "1"} {sk: "2"} {sk: "3"})"},
       {"SELECT sk FROM Items WHERE pk = 'a' ORDER BY pk ASC", R"({sk: "3"} {sk: "2"} {sk: "1"})"},
       {"SELECT pk, sk FROM Items WHERE pk IN ['a', 'b'] ORDER BY pk DESC, sk ASC",
        R"({pk: "b", sk: "1"} {pk: "a", sk: "1"} {pk: "a", sk: "2"} {pk: "a", sk: "3"})"},
       {"SELECT sk FROM Items WHERE pk = 'a' AND (sk = '3' OR sk = '1') ORDER BY sk ASC", R"({sk: "1"} {sk: "3"})"},
       {"SELECT * FROM Items ORDER BY sk", "Must have WHERE clause in the statement when using ORDER BY clause."},
       {"SELECT * FROM Items WHERE pk > 'a' ORDER BY pk",
        "Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY clause."},
       {"SELECT * FROM Items WHERE pk = 'a' ORDER BY Total",
        "Attribute Total in ORDER BY clause must be part of the primary key"},
       {"SELECT * FROM Items WHERE pk IN ['a', 'b'] ORDER BY sk",
        "Must have hash key in ORDER BY clause when more than one hash key condition specified in WHERE clause."}});
}

// The items of all pages of a statement, with ` | ` between pages, or the error.
std::string AllPages(DatabaseState& state, ExecuteStatementRequest request) {
  std::string pages;
  for (int page = 0; page < 20; ++page) {
    const auto response = ExecuteStatement(state, request);
    if (!response.ok()) return Outcome(response);
    pages += (page == 0 ? "" : " | ") + Joined(FormatAll(response->items));
    EXPECT_EQ(response->next_token.has_value(), response->last_evaluated_key.has_value());
    if (!response->next_token.has_value()) return pages;
    request.next_token = response->next_token;
  }
  return pages + " …";
}

TEST(Select, ContinuesAfterAPageThatReachedItsLimit) {
  ItemTable table;
  StoreItems(table);
  ExecuteStatementRequest request =
      Statement("SELECT pk, sk FROM Items WHERE pk IN ['a', 'b'] ORDER BY pk DESC, sk DESC");
  request.limit = 2;
  EXPECT_EQ(AllPages(table.state, request),
            R"({pk: "b", sk: "1"} {pk: "a", sk: "3"} | {pk: "a", sk: "2"} {pk: "a", sk: "1"} | )");
  // The limit counts evaluated items, not returned ones.
  request = Statement("SELECT sk FROM Items WHERE pk = 'a' AND n > 2");
  request.limit = 2;
  EXPECT_EQ(AllPages(table.state, request), R"( | {sk: "3"})");
  // Without a condition on the partition key, the statement is a scan.
  request = Statement("SELECT n FROM Items WHERE n > 2");
  request.limit = 3;
  std::string pages = AllPages(table.state, request);
  EXPECT_EQ(std::count(pages.begin(), pages.end(), '{'), 2) << pages;
}

TEST(Select, RefusesTokensOfOtherRequests) {
  ItemTable table;
  StoreItems(table);
  ExecuteStatementRequest request = Statement("SELECT sk FROM Items WHERE pk = ?", {S("a")});
  request.limit = 1;
  const auto first = ExecuteStatement(table.state, request);
  ASSERT_TRUE(first.ok() && first->next_token.has_value());
  EXPECT_EQ(Format(first->last_evaluated_key), R"({pk: "a", sk: "1"})");
  request.next_token = first->next_token;
  request.limit = 7;
  EXPECT_EQ(ResultOf(table.state, request), R"({sk: "2"} {sk: "3"})");
  request.parameters = std::vector<AttributeValue>{S("b")};
  EXPECT_EQ(ResultOf(table.state, request), "NextToken does not match request");
  request = Statement("SELECT sk FROM Items WHERE pk=?", {S("a")});
  request.next_token = first->next_token;
  EXPECT_EQ(ResultOf(table.state, request), "NextToken does not match request");
  for (const char* token : {"x", "AAAA", "!!!!"}) {
    request.next_token = token;
    EXPECT_EQ(ResultOf(table.state, request), "Invalid NextToken") << token;
  }
}

TEST(Select, RefusesKeyConditionsItCannotDecompose) {
  ItemTable table;
  const std::string overlapping = "Overlapping conditions with range keys are not supported in where clause";
  const std::string too_many = "Too many decomposed read operations for a given query.";
  const std::string wrong_type = "Key attribute's data type should match its data type in table's schema: Key ";
  const auto values = [](int count) {
    std::string list;
    for (int i = 0; i < count; ++i) list += (i == 0 ? "'v" : ", 'v") + std::to_string(i) + "'";
    return "[" + list + "]";
  };
  ExpectResults(StoreItems(table).state,
                {{"SELECT * FROM Items WHERE pk IN ['a', 'a']", overlapping},
                 {"SELECT * FROM Items WHERE pk = 'a' OR pk = 'a'", overlapping},
                 {"SELECT * FROM Items WHERE pk = 'a' AND (sk > '0' OR sk < '5')", overlapping},
                 {"SELECT * FROM Items WHERE pk = 'a' AND (sk = '1' OR flag = 'x')", overlapping},
                 {"SELECT * FROM Items WHERE (pk = 'a' AND f = '1') OR (pk = 'a' AND f = '2')", overlapping},
                 {"SELECT * FROM Items WHERE pk IN " + values(51), too_many},
                 {"SELECT * FROM Items WHERE pk IN " + values(50), ""},
                 {"SELECT * FROM Items WHERE pk = 'a' AND sk IN " + values(51), too_many},
                 {"SELECT * FROM Items WHERE pk IN " + values(26) + " AND sk IN ['1', '2']", too_many},
                 {"SELECT * FROM Items WHERE pk IN " + values(51) + " OR zz = 1", ""},
                 {"SELECT * FROM Items WHERE zz IN " + values(101),
                  "The IN operator is provided with too many operands; number of operands: 101"},
                 {"SELECT * FROM Items WHERE pk = 1", wrong_type + "pk"},
                 {"SELECT * FROM Items WHERE pk = 1 AND sk = '1'", wrong_type + "pk"},
                 {"SELECT * FROM Items WHERE pk IN ['a', 2]", wrong_type + "pk"},
                 {"SELECT * FROM Items WHERE pk = 'a' AND sk = 1", wrong_type + "sk"},
                 {"SELECT * FROM Items WHERE pk > 1", ""}});
}

}  // namespace
}  // namespace holdfast
