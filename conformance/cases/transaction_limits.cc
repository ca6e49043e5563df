// Limits of transactions. All actions are validated before the first one is executed.
#include <string>
#include <vector>

#include "conformance/cases/cases.h"
#include "conformance/cases/steps/transact.h"

namespace holdfast::conformance {
namespace {

constexpr char kOneItemTwice[] = "Transaction request cannot include multiple operations on one item";
constexpr size_t kActionsMax = 100;
constexpr size_t kLargeItemBytes = 390'000;  // eleven of them are more than 4 MB

std::vector<std::string> PutActions(size_t count, const std::string& attributes) {
  std::vector<std::string> puts;
  for (size_t i = 0; i < count; ++i) puts.push_back(PutAction("many/" + std::to_string(i), attributes));
  return puts;
}

void EachItemOnce(CaseRun& run) {
  RunSteps(run, run.Table(CasesTable()),
           {Transact("two puts of one item", {PutAction("one", ""), PutAction("two", ""), PutAction("one", "")},
                     Invalid(kOneItemTwice)),
            NotStored("two"),
            Transact("a check and a put of one item",
                     {ConditionCheckAction("one", "attribute_not_exists(pk)"), PutAction("one", R"("n":{"N":"1"})")},
                     Invalid(kOneItemTwice)),
            NotStored("one"),
            {"two gets of one item", "TransactGetItems", R"("TransactItems":[{"Get":{$at(one)}},{"Get":{$at(one)}}])",
             Invalid(kOneItemTwice)},
            Transact("two items of one partition", {PutAction("one", ""), PutAction("one/1", "")}, SuccessWith("{}"))});
}

void ActionCounts(CaseRun& run) {
  RunSteps(
      run, run.Table(CasesTable()),
      {Transact("no action", {},
                Invalid("1 validation error detected: Value '[]' at 'transactItems' failed to satisfy constraint: "
                        "Member must have length greater than or equal to 1")),
       Transact("one action too many", PutActions(kActionsMax + 1, R"("n":{"N":"1"})"), Invalid()), NotStored("many/0"),
       Transact("as many actions as are allowed", PutActions(kActionsMax, R"("n":{"N":"1"})"), SuccessWith("{}")),
       Stored("many/99", R"("n":{"N":"1"})"),
       Transact("more than 4 MB in all", PutActions(11, R"("fill":{"S":")" + std::string(kLargeItemBytes, 'x') + "\"}"),
                Invalid()),
       Stored("many/0", R"("n":{"N":"1"})")});
}

void ValidatedBeforeExecution(CaseRun& run) {
  const std::string fails = ConditionCheckAction("none", "attribute_exists(pk)");
  const std::string put_elsewhere = R"({"Put":{"TableName":"$table-nowhere","Item":{$key(new)}}})";
  const std::string with_unused =
      PutAction("other", "",
                R"j(,"ConditionExpression":"attribute_not_exists(pk)","ExpressionAttributeValues":{":v":{"N":"1"}})j");
  RunSteps(
      run, run.Table(CasesTable()),
      {Transact("a table that there is not", {PutAction("new", ""), put_elsewhere}, NotFound()), NotStored("new"),
       Transact("a table that there is not, beside a condition that fails", {fails, put_elsewhere}, NotFound()),
       Transact("an unused value, after a table that there is not", {put_elsewhere, with_unused},
                Invalid("Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}")),
       Transact("an unused value, after a condition that fails", {fails, with_unused},
                Invalid("Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}")),
       Transact("a condition that is none, after a put",
                {PutAction("new", ""), ConditionCheckAction("none", "attribute_not_exists(")},
                Invalid("Invalid ConditionExpression: Syntax error; token: \"<EOF>\", near: \"(\"")),
       NotStored("new"),
       Transact("one item twice, where a condition fails", {fails, PutAction("new", ""), PutAction("new", "")},
                Invalid(kOneItemTwice)),
       Transact("a check without a condition", {R"({"ConditionCheck":{$at(none)}})"}, Invalid()),
       Transact("an empty key", {R"({"Delete":{"TableName":"$table","Key":{"pk":{"S":""},"sk":{"S":"0"}}}})", fails},
                Invalid("One or more parameter values are not valid. The AttributeValue for a key attribute cannot "
                        "contain an empty string value. Key: pk"))});
}

}  // namespace

CaseDescription TransactionLimits() {
  return {"transaction-limits",
          "A transaction has 1 to 100 actions on different items, and nothing of a faulty one is done.",
          InOrder({EachItemOnce, ActionCounts, ValidatedBeforeExecution})};
}

}  // namespace holdfast::conformance
