// Which ranges of which partitions a WHERE clause reads.
#include "engine/partiql/key_reads.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/partiql/statement.h"
#include "tests/support/address_space_limit.h"
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
std::string Reads(const std::string& where, const std::vector<AttributeValue>& parameters = {}) {
  const Result<StatementRef> statement = CompileStatement("SELECT * FROM T WHERE " + where);
  EXPECT_EQ(testing::Outcome(statement), "ok") << where;
  if (!statement.ok()) return "";
  const Result<BoundStatement> bound = BoundStatement::Bind(*statement, parameters);
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
  EXPECT_EQ(Reads("pk IN ['c', 'b', 'a'] AND pk IN ['a', 'a', 'c'] AND pk IN ['d', 'a', 'c']"), "c[,) a[,) ");
  EXPECT_EQ(Reads("pk = 'a' AND pk IN ['b', 'b'] AND pk = 'a'"), "");
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

constexpr char kTooMany[] = "Too many decomposed read operations for a given query.";

TEST(KeyReads, KeepTheOrderOfTheStatement) {
  EXPECT_EQ(Reads("pk = 'a' AND sk > 'b' AND sk IN ['x', 'c', 'a']"), "a[x,x+) a[c,c+) ");
  EXPECT_EQ(Reads("pk = 'a' AND sk IN ['x', 'c'] AND sk IN ['c', 'd', 'x']"), "a[x,x+) a[c,c+) ");
  // The ranges of `<>` are in the order of the keys.
  EXPECT_EQ(Reads("pk = 'a' AND sk <> 'm' AND sk IN ['x', 'c', 'b']"), "a[c,c+) a[b,b+) a[x,x+) ");
  EXPECT_EQ(Reads("pk = 'a' AND (sk = 'y' OR sk = 'b') AND (sk < 'c' OR sk > 'x')"), "a[y,y+) a[b,b+) ");
  EXPECT_EQ(Reads("(pk = 'a' OR pk = 'b') AND (sk < 'c' OR sk > 'x')"), "a[,c) a[x+,) b[,c) b[x+,) ");
  EXPECT_EQ(Reads("pk IN ['b', 'c', 'a'] AND pk IN ['a', 'b']"), "b[,) a[,) ");
}

TEST(KeyReads, AreCountedAfterTheIntersection) {
  std::string values;
  for (int i = 0; i < 60; ++i) values += (i == 0 ? "'" : ", '") + std::to_string(10 + i) + "'";
  EXPECT_EQ(Reads("pk = 'a' AND sk IN [" + values + "]"), kTooMany);
  EXPECT_EQ(Reads("pk = 'a' AND sk NOT IN [" + values + "]"), kTooMany);
  EXPECT_EQ(Reads("pk = 'a' AND sk NOT IN [" + values + "] AND sk < '12'"), "a[,10) a[10+,11) a[11+,12) ");
  EXPECT_EQ(Reads("pk = 'a' AND sk NOT IN [" + values + "] AND sk IN [" + values + "]"), "");
  EXPECT_EQ(Reads("pk = 'a' AND pk = 'b' AND sk IN [" + values + "]"), "");
  EXPECT_EQ(Reads("pk IN ['a', 'b'] AND sk IN [" + values + "] AND sk < '34'").substr(0, 14), "a[10,10+) a[11");
  EXPECT_EQ(Reads("pk IN ['a', 'b', 'c'] AND sk IN [" + values + "] AND sk < '34'"), kTooMany);
}

TEST(KeyReads, RefuseValuesBeforeTooManyReads) {
  std::string values;
  for (int i = 0; i < 60; ++i) values += (i == 0 ? "'" : ", '") + std::to_string(10 + i) + "'";
  EXPECT_EQ(Reads("pk = 'a' AND sk IN [" + values + "] AND sk = 1"),
            "Key attribute's data type should match its data type in table's schema: Key sk");
}

#ifdef HOLDFAST_CAN_LIMIT_ADDRESS_SPACE
// With ranges of its own for each branch, the decomposition would take 600 MB.
TEST(KeyReads, OfManyBranchesKeepNoRangesForEachBranch) {
  std::string where = "pk = 'a' AND (sk > '0'";
  for (int i = 1; i < 100; ++i) where += " OR sk > '0'";
  where += ")";
  std::vector<AttributeValue> parameters;
  for (int i = 0; i < 16; ++i) {
    where += " AND sk NOT IN [?";
    for (int j = 1; j < 100; ++j) where += ",?";
    where += "]";
  }
  for (int i = 0; i < 1'600; ++i) {
    parameters.push_back(AttributeValue::String(std::to_string(1'000 + i) + std::string(1'000, 'k')));
  }
  const AddressSpaceLimit limit(size_t{100} << 20);
  EXPECT_EQ(Reads(where, parameters), kTooMany);
}
#endif

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
