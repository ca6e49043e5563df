// Which ranges of which partitions a WHERE clause reads.
#include "engine/partiql/key_reads.h"

#include <gtest/gtest.h>

#include "engine/partiql/statement.h"
#include "tests/support/outcomes.h"

namespace holdfast::partiql {
namespace {

const KeySchema& StringKeys() {
  static const KeySchema keys{{{"pk", ScalarAttributeType::kString}}, {{"sk", ScalarAttributeType::kString}}};
  return keys;
}

std::string RangeText(const KeyRange& range) {
  std::string upper = range.upper.has_value() ? *range.upper : "";
  // The first key after `k` is `k` and a zero byte, which is formatted as `k+`.
  const auto format_key = [](std::string key) {
    if (!key.empty() && key.back() == '\0') key.back() = '+';
    return key;
  };
  return "[" + format_key(range.lower) + "," + format_key(upper) + ")";
}

// `partition[lower,upper)` for each read, and `(filtered)` if the condition must also filter the entries; `scan` if the
// condition does not fix the partition key; or the error.
std::string Reads(const std::string& where) {
  const Result<StatementRef> statement = CompileStatement("SELECT * FROM T WHERE " + where);
  EXPECT_EQ(testing::Outcome(statement), "ok") << where;
  if (!statement.ok()) return "";
  const std::vector<AttributeValue> no_parameters;
  const Result<BoundStatement> bound = BoundStatement::Bind(*statement, no_parameters);
  const BoundExpression condition = bound->Where();
  const Result<std::optional<KeyReads>> reads = DecomposeKeyReads(condition, StringKeys());
  if (!reads.ok()) return testing::Outcome(reads);
  if (!reads->has_value()) return "scan";
  std::string text;
  for (const KeyRead& read : (*reads)->reads) text += read.partition + RangeText(read.range) + " ";
  return text + ((*reads)->exact ? "" : "(filtered)");
}

TEST(KeyReads, ReadThePartitionsOfEqualitiesAndIn) {
  EXPECT_EQ(Reads("pk = 'a'"), "a[,) ");
  EXPECT_EQ(Reads("'a' = pk"), "a[,) ");
  EXPECT_EQ(Reads("pk IN ['b', 'a']"), "b[,) a[,) ");
  EXPECT_EQ(Reads("pk = 'a' OR pk = 'b'"), "a[,) b[,) ");
  EXPECT_EQ(Reads("pk = 'a' AND pk = 'b'"), "");
  EXPECT_EQ(Reads("pk IN ['a', 'b'] AND pk = 'b'"), "b[,) ");
}

TEST(KeyReads, ReadRangesOfTheSortKey) {
  EXPECT_EQ(Reads("pk = 'a' AND sk = 'm'"), "a[m,m+) ");
  EXPECT_EQ(Reads("pk = 'a' AND sk < 'm'"), "a[,m) ");
  EXPECT_EQ(Reads("pk = 'a' AND 'm' < sk"), "a[m+,) ");
  EXPECT_EQ(Reads("pk = 'a' AND sk BETWEEN 'b' AND 'd'"), "a[b,d+) ");
  EXPECT_EQ(Reads("pk = 'a' AND sk BETWEEN 'd' AND 'b'"), "");
  EXPECT_EQ(Reads("pk = 'a' AND begins_with(sk, 'b')"), "a[b,c) ");
  EXPECT_EQ(Reads("pk = 'a' AND sk IN ['x', 'c']"), "a[x,x+) a[c,c+) ");
  EXPECT_EQ(Reads("pk = 'a' AND sk <> 'm'"), "a[,m) a[m+,) ");
}

TEST(KeyReads, IntersectConditionsOnOneSortKey) {
  EXPECT_EQ(Reads("pk = 'a' AND sk > 'b' AND sk < 'd'"), "a[b+,d) ");
  EXPECT_EQ(Reads("pk = 'a' AND sk = 'm' AND sk > 'z'"), "");
  EXPECT_EQ(Reads("pk = 'a' AND NOT (sk < 'b' OR sk > 'd')"), "a[b,d+) ");
}

TEST(KeyReads, FilterByConditionsThatAreNoKeyRanges) {
  EXPECT_EQ(Reads("pk = 'a' AND n = 1"), "a[,) (filtered)");
  EXPECT_EQ(Reads("pk = 'a' AND (n = 1 OR m = 2)"), "a[,) (filtered)");
  EXPECT_EQ(Reads("pk = 'a' AND NOT pk = 'b'"), "a[,) (filtered)");
}

TEST(KeyReads, CombinePartitionsWithRanges) {
  EXPECT_EQ(Reads("pk IN ['a', 'b'] AND sk IN ['x', 'y']"), "a[x,x+) a[y,y+) b[x,x+) b[y,y+) ");
  EXPECT_EQ(Reads("(pk = 'a' AND sk < 'c') OR (pk = 'b' AND sk > 'c')"), "a[,c) b[c+,) ");
}

TEST(KeyReads, ScanUnlessEveryBranchSelectsPartitions) {
  for (const char* where : {"sk = 'a'", "pk > 'a'", "pk = 'a' OR n = 1", "pk = 'a' OR sk = 'b'", "NOT pk = 'a'",
                            "pk.x = 'a'", "pk = sk", "pk IS MISSING"}) {
    EXPECT_EQ(Reads(where), "scan") << where;
  }
}

TEST(KeyReads, MustNotOverlap) {
  const std::string overlapping = "Overlapping conditions with range keys are not supported in where clause";
  for (const char* where : {"pk IN ['a', 'a']", "pk = 'a' AND (sk < 'c' OR sk > 'b')",
                            "pk = 'a' AND (sk = 'c' OR n = 1)", "(pk = 'a' AND sk = 'b') OR pk = 'a'"}) {
    EXPECT_EQ(Reads(where), overlapping) << where;
  }
  EXPECT_EQ(Reads("pk = 'a' AND (sk < 'c' OR sk >= 'c')"), "a[,c) a[c,) ");
}

TEST(KeyReads, RefuseOrSkipValuesThatKeysCannotHave) {
  const std::string mismatch = "Key attribute's data type should match its data type in table's schema: Key ";
  EXPECT_EQ(Reads("pk = 1"), mismatch + "pk");
  EXPECT_EQ(Reads("pk = 'a' AND sk = 1"), mismatch + "sk");
  EXPECT_EQ(Reads("pk = 'a' AND sk > 1"), "");
}

}  // namespace
}  // namespace holdfast::partiql
