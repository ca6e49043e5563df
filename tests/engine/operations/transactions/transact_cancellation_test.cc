// A cancelled TransactWriteItems has a cancellation reason at each action's position, and writes nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/operations/queries/scan.h"
#include "tests/engine/operations/transactions/transaction_requests.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;

TEST(TransactWriteItems, ListsTheReasonCodesInRequestOrder) {
  ItemTable table;
  table.Store(Key("a", "there"));
  const auto response = TransactWriteItems(
      table.state,
      Transaction({TransactPut(Key("a", "1")), OnCondition(TransactPut(Key("a", "there")), "attribute_not_exists(pk)"),
                   TransactCheck(Key("a", "2"), "attribute_exists(pk)"), TransactDelete(Key("a", "3")),
                   OnCondition(TransactDelete(Key("a", "4")), "attribute_exists(pk)")}));
  EXPECT_EQ(Outcome(response),
            "TransactionCanceled: Transaction cancelled, please refer cancellation reasons for specific "
            "reasons [None, ConditionalCheckFailed, ConditionalCheckFailed, None, ConditionalCheckFailed]");
  EXPECT_THAT(ReasonsOf(response), ElementsAre("None", kConditionFailed, kConditionFailed, "None", kConditionFailed));
}

TEST(TransactWriteItems, ReturnsTheOldItemIfRequestedAndStored) {
  ItemTable table;
  table.Store(ItemWith("a", "1", {{"n", N("1")}}));
  table.Store(ItemWith("a", "2", {{"n", N("2")}}));
  const ExpressionFields nine = Fields({{":nine", N("9")}});
  const std::vector<TransactWriteItem> kinds = {
      OnCondition(TransactUpdate(Key("a", "1"), "SET m = :nine", nine), "n = :nine"),
      TransactCheck(Key("a", "1"), "n = :nine", nine),
      OnCondition(TransactDelete(Key("a", "1")), "attribute_not_exists(n)"),
      OnCondition(TransactPut(Key("a", "1")), "attribute_not_exists(n)"),
  };
  for (const TransactWriteItem& kind : kinds) {
    EXPECT_THAT(ReasonsOf(TransactWriteItems(
                    table.state, Transaction({ReturningOld(kind), TransactCheck(Key("a", "2"), "n = :nine", nine),
                                              ReturningOld(TransactCheck(Key("a", "3"), "n = :nine", nine))}))),
                ElementsAre(std::string(kConditionFailed) + R"( {n: 1, pk: "a", sk: "1"})", kConditionFailed,
                            kConditionFailed));
  }
}

// Errors that depend on the stored item, and which can therefore be found only after the request was validated.
TEST(TransactWriteItems, RefusesAnUpdateThatTheStoredItemDoesNotAllow) {
  struct Case {
    std::string update;
    AttributeValue value;
    std::string message;
  };
  const std::string kOperand = "An operand in the update expression has an incorrect data type";
  const std::string kPath = "The document path provided in the update expression is invalid for update";
  const std::string kMissing = "The provided expression refers to an attribute that does not exist in the item";
  const std::string kOverflow =
      "Number overflow. Attempting to store a number with magnitude larger than supported range";
  const Case cases[] = {
      {"SET n = str + :v", N("1"), kOperand},
      {"SET n = gone + :v", N("1"), kMissing},
      {"SET n = l[7] + :v", N("1"), kMissing},
      {"SET n = huge + :v", N("9e125"), kOverflow},
      {"SET n = huge + :v", N("1"), kOverflow},
      {"SET l = list_append(str, :v)", L({}), kOperand},
      {"SET l = list_append(gone, :v)", L({}), kMissing},
      {"SET gone.a = :v", N("1"), kPath},
      {"SET str.a = :v", N("1"), kPath},
      {"SET m[0] = :v", N("1"), kPath},
      {"ADD str :v", N("1"), kOperand},
      {"ADD tags :v", Ns({"1"}), kOperand},
      {"DELETE str :v", Ss({"a"}), kOperand},
      {"SET n = :v REMOVE gone.a", N("1"), kPath},
  };
  ItemTable table;
  const AttributeMap stored = ItemWith("a", "1",
                                       {{"str", S("a")},
                                        {"l", L({N("1")})},
                                        {"m", M({{"x", N("1")}})},
                                        {"tags", Ss({"a"})},
                                        {"n", N("1")},
                                        {"huge", N("9e125")}});
  table.Store(stored);
  for (const Case& c : cases) {
    SCOPED_TRACE(c.update);
    EXPECT_THAT(ReasonsOf(TransactWriteItems(
                    table.state, Transaction({TransactPut(Key("a", "2")),
                                              TransactUpdate(Key("a", "1"), c.update, Fields({{":v", c.value}}))}))),
                ElementsAre("None", "ValidationError: " + c.message));
    EXPECT_EQ(table.Stored(Key("a", "1")), Format(stored));
    EXPECT_EQ(table.Stored(Key("a", "2")), kAbsent);
  }
}

TEST(TransactWriteItems, AValidationErrorReplacesTheReasonsOfOtherActions) {
  ItemTable table;
  table.Store(ItemWith("a", "1", {{"str", S("a")}}));
  const auto response = TransactWriteItems(
      table.state, Transaction({TransactCheck(Key("a", "0"), "attribute_exists(pk)"),
                                TransactUpdate(Key("a", "1"), "ADD str :one", Fields({{":one", N("1")}})),
                                TransactUpdate(Key("a", "2"), "SET n = gone"),
                                TransactCheck(Key("a", "3"), "attribute_exists(pk)")}));
  EXPECT_EQ(Outcome(response),
            "TransactionCanceled: Transaction cancelled, please refer cancellation reasons for specific "
            "reasons [None, ValidationError, None, None]");
  EXPECT_THAT(ReasonsOf(response),
              ElementsAre("None", "ValidationError: An operand in the update expression has an incorrect data type",
                          "None", "None"));
}

// The table has a local index `local` with the range key `a`, and a global index `global` with the hash key `b`.
TEST(TransactWriteItems, CancelsForKeysThatDoNotFitTheSchema) {
  const std::string kSchema = "ValidationError: The provided key element does not match the schema";
  const std::string kInvalid = "ValidationError: One or more parameter values were invalid: ";
  struct Case {
    TransactWriteItem action;
    std::string reason;
  };
  const ExpressionFields one = Fields({{":v", N("1")}});
  const Case cases[] = {
      {TransactPut({{"pk", N("1")}, {"sk", S("1")}}), kInvalid + "Type mismatch for key pk expected: S actual: N"},
      {TransactPut({{"pk", L({})}, {"sk", S("1")}}), kInvalid + "Type mismatch for key pk expected: S actual: L"},
      {TransactPut({{"pk", S("a")}, {"sk", B("1")}}), kInvalid + "Type mismatch for key sk expected: S actual: B"},
      {TransactPut({{"pk", S("a")}}), kInvalid + "Missing the key sk in the item"},
      {TransactPut(ItemWith("a", "1", {{"a", N("1")}})),
       kInvalid + "Type mismatch for Index Key a Expected: S Actual: N IndexName: local"},
      {TransactPut(ItemWith("a", "1", {{"b", Null()}})),
       kInvalid + "Type mismatch for Index Key b Expected: S Actual: NULL IndexName: global"},
      {TransactPut(ItemWith("a", "1", {{"a", N("1")}, {"b", N("1")}})),
       kInvalid + "Type mismatch for Index Key b Expected: S Actual: N IndexName: global"},
      {TransactUpdate(Key("a", "1"), "SET b = :v", one),
       kInvalid + "Type mismatch for Index Key b Expected: S Actual: N IndexName: global"},
      {TransactUpdate(Key("a", "1"), "SET b = :v", Fields({{":v", S(std::string(2'049, 'x'))}})),
       "ValidationError: The update expression attempted to update the secondary index key beyond allowed size limits"},
      {TransactUpdate({{"pk", S("a")}, {"sk", N("1")}}, "SET x = :v", one), kSchema},
      {TransactUpdate(Key("a", "1"), "SET pk = :v", one),
       kInvalid + "Cannot update attribute pk. This attribute is part of the key"},
      {TransactDelete({{"pk", S("a")}}), kSchema},
      {TransactDelete({}), kSchema},
      {TransactDelete(ItemWith("a", "1", {{"x", S("1")}})), kSchema},
      {TransactDelete({{"pk", S("a")}, {"sk", Bool(true)}}), kSchema},
      {TransactCheck({{"pk", S("a")}, {"b", S("1")}}, "attribute_exists(pk)"), kSchema},
  };
  ItemTable table(IndexedTable(kItems));
  for (const Case& c : cases) {
    SCOPED_TRACE(c.reason);
    // Only the first action whose key does not fit has a reason. The failed condition and the two actions on one item
    // are not reported.
    EXPECT_THAT(ReasonsOf(TransactWriteItems(
                    table.state, Transaction({TransactCheck(Key("a", "2"), "attribute_exists(pk)"), c.action,
                                              TransactDelete(Key("a", "2")), TransactDelete({{"pk", S("later")}})}))),
                ElementsAre("None", c.reason, "None", "None"));
  }
}

// A value of 33 levels is not an error of the request, but storing it is.
TEST(TransactWriteItems, AValueOf33LevelsIsRefusedOnlyIfItIsStored) {
  ItemTable table;
  table.Store(ItemWith("a", "1", {{"n", N("1")}}));
  const ExpressionFields deep = Fields({{":deep", Nested(33)}});
  EXPECT_THAT(
      ReasonsOf(TransactWriteItems(table.state, Transaction({TransactUpdate(Key("a", "1"), "SET v = :deep", deep)}))),
      ElementsAre("ValidationError: Nesting Levels have exceeded supported limits: Attributes in the item have "
                  "nested levels beyond supported limit"));
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, Transaction({TransactCheck(Key("a", "1"), "n <> :deep", deep)}))),
            "ok");
  EXPECT_THAT(
      ReasonsOf(TransactWriteItems(table.state, Transaction({TransactCheck(Key("a", "1"), "n = :deep", deep)}))),
      ElementsAre(kConditionFailed));
  EXPECT_EQ(table.Stored(Key("a", "1")), R"({n: 1, pk: "a", sk: "1"})");
}

TEST(TransactWriteItems, AnUpdateMayFillAnItemToTheLastByte) {
  ItemTable table;
  table.Store(Key("a", "1"));
  const size_t value_bytes_max = 409'600 - Key("a", "1").view().size_bytes() - 1;
  const auto fill = [&](size_t bytes) {
    return TransactWriteItems(
        table.state,
        Transaction({TransactUpdate(Key("a", "1"), "SET b = :b", Fields({{":b", S(std::string(bytes, 'x'))}}))}));
  };
  EXPECT_EQ(Outcome(fill(value_bytes_max)), "ok");
  EXPECT_THAT(ReasonsOf(fill(value_bytes_max + 1)),
              ElementsAre("ValidationError: Item size to update has exceeded the maximum allowed size"));
}

TEST(TransactWriteItems, ACancelledTransactionChangesNothing) {
  ItemTable table(IndexedTable(kItems));
  table.Create(PlainTable("Others"));
  table.Store(ItemWith("a", "update", {{"a", S("1")}, {"b", S("1")}}));
  table.Store(ItemWith("a", "delete", {{"a", S("2")}, {"b", S("2")}}));
  const auto everything = [&] {
    std::vector<std::string> formatted;
    for (const char* index : {"", "local", "global"}) {
      ScanRequest scan;
      scan.table_name = kItems;
      if (*index != '\0') scan.index_name = index;
      for (std::string& item : FormatAll(*Scan(table.state, scan)->items)) formatted.push_back(index + std::move(item));
    }
    return formatted;
  };
  const std::vector<std::string> before = everything();
  const uint64_t commits_before = table.state.commits.last();
  const ExpressionFields new_keys = Fields({{":v", S("9")}});
  ASSERT_THAT(ReasonsOf(TransactWriteItems(
                  table.state,
                  Transaction({TransactUpdate(Key("a", "update"), "SET a = :v, b = :v", new_keys),
                               TransactDelete(Key("a", "delete")), TransactPut(ItemWith("a", "put", {{"b", S("3")}})),
                               OnTable(TransactPut(Key("a", "put")), "Others"),
                               OnTable(TransactCheck(Key("a", "check"), "attribute_exists(pk)"), "Others")}))),
              ElementsAre("None", "None", "None", "None", kConditionFailed));
  EXPECT_EQ(everything(), before);
  EXPECT_EQ(table.Stored(Key("a", "put"), "Others"), kAbsent);
  EXPECT_EQ(table.state.commits.last(), commits_before);
}

}  // namespace
}  // namespace holdfast::testing
