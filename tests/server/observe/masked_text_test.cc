#include "server/observe/masked_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace holdfast::server {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(MaskedTextTest, LiteralsOfStatementsAreMaskedAndNamesAreNot) {
  EXPECT_EQ(MaskStatement(R"(SELECT "a", b FROM "Bookings"."ByDay" WHERE pk = 'x' AND n >= -1.5e+3)"),
            R"(SELECT "a", b FROM "Bookings"."ByDay" WHERE pk = ? AND n >= -?)");
  EXPECT_EQ(
      MaskStatement(R"(INSERT INTO T VALUE {'pk': 'x', 'deep': {'a': [1, 'y', TRUE], "b": << 'z' >>}, 'n': NULL})"),
      R"(INSERT INTO T VALUE {'pk': ?, 'deep': {'a': [?, ?, ?], "b": << ? >>}, 'n': ?})");
  EXPECT_EQ(MaskStatement(R"(UPDATE "T" SET a = 'it''s', b[3] = list_append(b, ['x']) REMOVE c WHERE pk = ?)"),
            R"(UPDATE "T" SET a = ?, b[3] = list_append(b, [?]) REMOVE c WHERE pk = ?)");
  EXPECT_EQ(MaskStatement("DELETE FROM T WHERE a IS NOT NULL AND b IS MISSING AND c = null"),
            "DELETE FROM T WHERE a IS NOT NULL AND b IS MISSING AND c = ?");
  EXPECT_EQ(MaskStatement("SELECT * FROM T WHERE a BETWEEN 'x' AND 'y' AND \"b\" = 1"),
            "SELECT * FROM T WHERE a BETWEEN ? AND ? AND \"b\" = ?");
}

TEST(MaskedTextTest, NamesInTheWrongPlaceAreMaskedBecauseTheyMayBeMeantAsValues) {
  for (const char* statement :
       {R"(UPDATE T SET a = "secret" WHERE pk = 'x')", R"(INSERT INTO T VALUE {'pk': "secret"})",
        R"(SELECT * FROM T WHERE a IN ("secret", "secret"))", R"(SELECT * FROM T WHERE a IN ["secret"])",
        R"(SELECT * FROM T WHERE a BETWEEN "secret" AND "secret")", R"(SELECT * FROM T WHERE contains(a, "secret"))",
        R"(INSERT INTO T VALUE "secret")", R"(INSERT INTO T VALUE {"pk": secret})",
        R"(SELECT * FROM T WHERE a <> "secret" OR a >= "secret")"}) {
    EXPECT_THAT(MaskStatement(statement), Not(HasSubstr("secret"))) << statement;
  }
}

TEST(MaskedTextTest, StatementsThatAreNotWellFormedAreMaskedToo) {
  for (const char* statement :
       {"SELECT * FROM T WHERE a = 'secret", "SELECT * FROM T -- secret", "SELECT * FROM T /* secret",
        "SELECT * FROM T /* secret */ WHERE", "'secret'", "INSERT INTO T VALUE {'pk': `secret", "12secret",
        "INSERT INTO T VALUE {{{'secret'", "VALUE ]]]} 'secret'", "SELECT a[12secret] FROM T",
        "SELECT * FROM T WHERE a = \"secret"}) {
    EXPECT_THAT(MaskStatement(statement), Not(HasSubstr("secret"))) << statement;
  }
}

TEST(MaskedTextTest, NumbersAndQuotedTextInConditionsAreMasked) {
  EXPECT_EQ(MaskExpression("attribute_not_exists(pk) AND #s.list[12].a1 <> :v2"),
            "attribute_not_exists(pk) AND #s.list[12].a1 <> :v2");
  EXPECT_EQ(MaskExpression("price > 5 AND name = 'secret' AND other = \"secret\" OR x = 'secret"),
            "price > ? AND name = ? AND other = ? OR x = ?");
}

TEST(MaskedTextTest, TheTableOfAStatementIsFound) {
  const StatementTarget read = TargetOfStatement(R"(SELECT a FROM "Bookings"."By Day" WHERE x = 1)");
  EXPECT_EQ(read.table, "Bookings");
  EXPECT_EQ(read.index, "By Day");
  EXPECT_EQ(TargetOfStatement("insert into T-1 value {'a': ' FROM x'}").table, "T-1");
  EXPECT_EQ(TargetOfStatement("update /* FROM x */ T set a = 1").table, "T");
  EXPECT_EQ(TargetOfStatement("EXISTS(SELECT * FROM T WHERE pk = 'a')").table, "T");
  EXPECT_EQ(TargetOfStatement("' FROM x'").table, "");
}

}  // namespace
}  // namespace holdfast::server
