#include "engine/partiql/parser.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/support/outcomes.h"

namespace holdfast::partiql {
namespace {

// A term as text: operators in front of their operands, in parentheses.
std::string TermText(const ParsedStatement& parsed, uint32_t index) {
  const Term& term = parsed.terms[index];
  std::string text = (term.negative ? "-" : "") + std::string(TextOf(parsed.text, term.token));
  if (term.kind == TermKind::kPath) {
    text.clear();
    for (const PathComponent& component : parsed.paths[term.index]) {
      const std::string written = (component.negative ? "-" : "") + std::string(TextOf(parsed.text, component.token));
      text += component.is_index ? "[" + written + "]" : (text.empty() ? "" : ".") + written;
    }
  }
  if (term.kind == TermKind::kParameter) text += std::to_string(term.index);
  if (term.operand_count == 0 && term.kind != TermKind::kCall) return text;
  std::string operands;
  for (uint32_t operand = term.first_operand; operand != kNoTerm; operand = parsed.terms[operand].next) {
    operands += " " + TermText(parsed, operand);
  }
  return "(" + text + operands + ")";
}

// The WHERE of a SELECT, or the error.
std::string Where(const std::string& condition) {
  const Result<ParsedStatement> parsed = ParseStatement("SELECT * FROM T WHERE " + condition);
  return parsed.ok() ? TermText(*parsed, parsed->where) : testing::Outcome(parsed);
}

TEST(PartiqlParser, BindsByPrecedence) {
  EXPECT_EQ(Where("a = 1 OR b = 2 AND c = 3"), "(OR (= a 1) (AND (= b 2) (= c 3)))");
  EXPECT_EQ(Where("(a = 1 OR b = 2) AND c = 3"), "(AND (OR (= a 1) (= b 2)) (= c 3))");
  EXPECT_EQ(Where("NOT a = 1 AND b = 2"), "(AND (NOT (= a 1)) (= b 2))");
  EXPECT_EQ(Where("NOT a = true"), "(NOT (= a true))");
  EXPECT_EQ(Where("a < 1 = b"), "(= (< a 1) b)");
  EXPECT_EQ(Where("a = b + 1 - 2"), "(= a (- (+ b 1) 2))");
  EXPECT_EQ(Where("a BETWEEN 1 AND 2 AND b = 3"), "(AND (BETWEEN a 1 2) (= b 3))");
}

TEST(PartiqlParser, JoinsChainsOfAndAndOrIntoOneTerm) {
  EXPECT_EQ(Where("a = 1 AND b = 2 AND c = 3"), "(AND (= a 1) (= b 2) (= c 3))");
  EXPECT_EQ(Where("a = 1 AND (b = 2 AND c = 3)"), "(AND (= a 1) (= b 2) (= c 3))");
  EXPECT_EQ(Where("a = 1 OR b = 2 OR (c = 3 OR d = 4)"), "(OR (= a 1) (= b 2) (= c 3) (= d 4))");
}

TEST(PartiqlParser, ReadsSignsOfNumbers) {
  EXPECT_EQ(Where("a = -1"), "(= a -1)");
  EXPECT_EQ(Where("a = - - 1"), "(= a 1)");
  EXPECT_EQ(Where("a = - /* one */ + - - 1"), "(= a -1)");
  EXPECT_EQ(Where("a = -b"), "(= a (- b))");
}

TEST(PartiqlParser, NumbersParametersInTextOrder) {
  const Result<ParsedStatement> parsed = ParseStatement("UPDATE T SET a = ?, b = ? WHERE c = ? AND d IN [?, 1, ?]");
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed->parameter_count, 5u);
  EXPECT_EQ(TermText(*parsed, parsed->assignments[1].value), "?1");
  EXPECT_EQ(TermText(*parsed, parsed->where), "(AND (= c ?2) (IN d ?3 1 ?4))");
}

// The NOT of NOT IN, NOT BETWEEN and IS NOT has the token of the operator that it negates, so this token appears twice.
TEST(PartiqlParser, ReadsNegatedOperators) {
  EXPECT_EQ(Where("a NOT IN (1, 2)"), "(IN (IN a 1 2))");
  EXPECT_EQ(Where("a NOT BETWEEN 1 AND 2"), "(BETWEEN (BETWEEN a 1 2))");
  EXPECT_EQ(Where("a IS NOT MISSING"), "(IS (IS a))");
}

TEST(PartiqlParser, ReadsPathsOfEveryForm) {
  EXPECT_EQ(Where("a.\"b c\"[0]['d'].e[-0] = 1"), "(= a.\"b c\"[0].'d'.e[-0] 1)");
}

TEST(PartiqlParser, ReadsLiteralsAndCalls) {
  EXPECT_EQ(Where("a = [1, 'x', {'k': <<2>>}]"), "(= a ([ 1 'x' ({ ('k' (<< 2)))))");
  EXPECT_EQ(Where("contains(a, 'x') AND \"size\"(a) > 0"), "(AND (contains a 'x') (> (\"size\" a) 0))");
  EXPECT_EQ(Where("f()"), "(f)");
}

TEST(PartiqlParser, ReadsEachKindOfStatement) {
  const auto kind = [](std::string_view text) {
    const Result<ParsedStatement> parsed = ParseStatement(text);
    EXPECT_TRUE(parsed.ok()) << text;
    return parsed.ok() ? parsed->kind : StatementKind::kExists;
  };
  EXPECT_EQ(kind("select a, b.c from T order by a desc, b;"), StatementKind::kSelect);
  EXPECT_EQ(kind("insert into T value {'a': 1}"), StatementKind::kInsert);
  EXPECT_EQ(kind("update T set a = 1 remove b, c set d = 2 where e = 1 returning modified new *"),
            StatementKind::kUpdate);
  EXPECT_EQ(kind("from T where e = 1 set a = 1"), StatementKind::kUpdate);
  EXPECT_EQ(kind("delete from T where a = 1 returning all old *"), StatementKind::kDelete);
  EXPECT_EQ(kind("exists(select * from T where a = 1)"), StatementKind::kExists);
}

TEST(PartiqlParser, KeepsClausesInTextOrder) {
  const Result<ParsedStatement> parsed =
      ParseStatement("UPDATE \"T\".\"I\" REMOVE a, b SET c = 1 REMOVE d WHERE e = 1 RETURNING MODIFIED NEW *");
  ASSERT_TRUE(parsed.ok());
  std::string clauses;
  for (const Assignment& assignment : parsed->assignments) {
    clauses += (assignment.kind == AssignmentKind::kSet ? "+" : "-") + TermText(*parsed, assignment.target);
  }
  EXPECT_EQ(clauses, "-a-b+c-d");
  ASSERT_TRUE(parsed->returning.has_value());
  EXPECT_TRUE(parsed->returning->modified);
  EXPECT_TRUE(parsed->returning->new_image);
  EXPECT_EQ(parsed->from.size(), 2u);
}

TEST(PartiqlParser, ReadsOrderBy) {
  const Result<ParsedStatement> parsed = ParseStatement("SELECT * FROM T WHERE a = 1 ORDER BY a DESC, b ASC, c");
  ASSERT_TRUE(parsed.ok());
  std::string order;
  for (const OrderTerm& term : parsed->order) order += (term.descending ? ">" : "<") + TermText(*parsed, term.path);
  EXPECT_EQ(order, ">a<b<c");
}

TEST(PartiqlParser, ParsesWhatDynamoDbRefusesLater) {
  const Result<ParsedStatement> parsed = ParseStatement("SELECT COUNT(*), a AS b FROM T t");
  ASSERT_TRUE(parsed.ok());
  EXPECT_TRUE(parsed->has_alias);
  EXPECT_EQ(parsed->terms[parsed->projection[0]].kind, TermKind::kCall);
}

TEST(PartiqlParser, SaysWhatItExpected) {
  const std::pair<const char*, const char*> cases[] = {
      {"SELECT a b c FROM T", "Expected FROM after SELECT list"},
      {"SELECT * FROM T AS 5", "Expected identifier for AS-alias"},
      {"SELECT * FROM T WHERE a = 1 ORDER a", "Expected BY"},
      {"SELECT * FROM T WHERE (a = 1", "Expected RIGHT_PAREN"},
      {"SELECT * FROM T WHERE a IN [1", "Expected RIGHT_BRACKET"},
      {"SELECT a[0 FROM T", "Expected RIGHT_BRACKET"},
      {"SELECT * FROM T WHERE a = <<1", "Expected RIGHT_DOUBLE_ANGLE_BRACKET"},
      {"INSERT INTO T VALUE {'a' 1}", "Expected COLON"},
      {"INSERT INTO T VALUE {'a':1", "Expected RIGHT_CURLY"},
      {"INSERT T VALUE {'a':1}", "Unexpected keyword"},
      {"INSERT INTO T (key, a) VALUES (1, 2)", "Unexpected keyword"},
      {"INSERT INTO T {'a':1}", "Unexpected token after expression"},
      {"SELECT * FROM T WHERE a BETWEEN 1 OR 2", "Expected AND keyword"},
      {"SELECT * FROM T WHERE a BETWEEN 1 AND", "Expected expression after AND"},
      {"DELETE T WHERE a = 1", "Expected FROM after DELETE"},
      {"UPDATE T SET a 1 WHERE b = 1", "Expected '='"},
      {"UPDATE T SET old = 1 WHERE b = 1", "Expected identifier for simple path"},
      {"SELECT new FROM T", "Unexpected keyword"},
      {"SELECT a.returning FROM T", "Invalid path dot component"},
      {"DELETE FROM T WHERE a = 1 RETURNING OLD *",
       "Expected ( MODIFIED | ALL ) ( NEW | OLD ) in each returning element."},
      {"DELETE FROM T WHERE a = 1 RETURNING ALL OLD", "Unexpected term"},
      {"DELETE FROM T WHERE a = 1 RETURNING ALL OLD a", "Unsupported syntax in RETURNING columns."},
  };
  for (const auto& [text, detail] : cases) {
    EXPECT_EQ(testing::Outcome(ParseStatement(text)),
              std::string("Statement wasn't well formed, can't be processed: ") + detail)
        << text;
  }
  EXPECT_EQ(testing::Outcome(ParseStatement("SELECT \"old\", a.\"new\" FROM \"returning\" WHERE \"do\" = 1")), "ok");
}

TEST(PartiqlParser, LimitsNesting) {
  const auto nested = [](size_t levels) { return std::string(levels, '(') + "a = 1" + std::string(levels, ')'); };
  EXPECT_EQ(Where(nested(100)), "(= a 1)");
  EXPECT_EQ(Where(nested(300)), std::string("Statement wasn't well formed, can't be processed: "));
  std::string chain = "a = 1";
  for (int i = 0; i < 400; ++i) chain += " AND a = 1";
  EXPECT_EQ(Where(chain).substr(0, 5), "(AND ");
}

}  // namespace
}  // namespace holdfast::partiql
