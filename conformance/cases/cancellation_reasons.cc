// CancellationReasons of a cancelled transaction: one for each action, in the order of the actions.
#include "conformance/cases/cases.h"
#include "conformance/cases/steps/transact.h"

namespace holdfast::conformance {
namespace {

constexpr char kIfNew[] = R"j(,"ConditionExpression":"attribute_not_exists(pk)")j";
constexpr char kIfNewReturningOld[] = R"j(,"ConditionExpression":"attribute_not_exists(pk)",
    "ReturnValuesOnConditionCheckFailure":"ALL_OLD")j";

std::string Increment(const std::string& key) {
  return R"({"Update":{$at()" + key +
         R"(),"UpdateExpression":"SET n = n + :one","ExpressionAttributeValues":{":one":{"N":"1"}}}})";
}

void ReasonsOfFailedConditions(CaseRun& run) {
  RunSteps(
      run, run.Table(CasesTable()),
      {Given("a", R"("n":{"N":"1"})"), Given("b", ""),
       Transact("the second of three conditions fails",
                {PutAction("new", ""), PutAction("a", "", kIfNew), ConditionCheckAction("b", "attribute_exists(pk)")},
                Cancelled({NoReason(), ConditionReason(), NoReason()})),
       NotStored("new"), Stored("a", R"("n":{"N":"1"})"),
       Transact(
           "two of three conditions fail",
           {PutAction("a", "", kIfNew), PutAction("new", ""), ConditionCheckAction("none", "attribute_exists(pk)")},
           Cancelled({ConditionReason(), NoReason(), ConditionReason()})),
       NotStored("new"),
       Transact("a refused action asks for its item, another one has none to show",
                {PutAction("a", "", kIfNewReturningOld),
                 R"j({"Delete":{$at(none),"ConditionExpression":"attribute_exists(pk)",
                                "ReturnValuesOnConditionCheckFailure":"ALL_OLD"}})j"},
                Cancelled({{"ConditionalCheckFailed",
                            R"("Message":"The conditional request failed","Item":{$key(a),"n":{"N":"1"}})"},
                           ConditionReason()})),
       Transact(
           "a check that an item does not exist, which holds",
           {ConditionCheckAction("none", "attribute_not_exists(pk)"), Increment("a"), R"({"Delete":{$at(none/1)}})"},
           SuccessWith("{}")),
       Stored("a", R"("n":{"N":"2"})"), NotStored("none")});
}

// Wrong operand types and keys are reasons, too. An invalid key is reported without evaluating the conditions of other
// actions.
void ReasonsOfInvalidActions(CaseRun& run) {
  RunSteps(
      run, run.Table(CasesTable()),
      {Given("a", R"("n":{"N":"1"})"), Given("text", R"("n":{"S":"x"})"),
       Transact(
           "an operand has the wrong type", {Increment("a"), Increment("text")},
           Cancelled({NoReason(), ValidationReason("An operand in the update expression has an incorrect data type")})),
       Stored("a", R"("n":{"N":"1"})"),
       Transact(
           "a key of the wrong type, beside a condition that fails",
           {PutAction("a", "", kIfNew), R"({"Delete":{"TableName":"$table","Key":{"pk":{"N":"1"},"sk":{"S":"0"}}}})"},
           Cancelled({NoReason(), ValidationReason(kKeyDoesNotMatchSchema)})),
       Transact("an item with a key of the wrong type",
                {R"({"Put":{"TableName":"$table","Item":{"pk":{"N":"1"},"sk":{"S":"0"}}}})", PutAction("new", "")},
                Cancelled({ValidationReason("One or more parameter values were invalid: Type mismatch for key pk "
                                            "expected: S actual: N"),
                           NoReason()})),
       NotStored("new")});
}

}  // namespace

CaseDescription CancellationReasons() {
  return {"cancellation-reasons",
          "A cancelled transaction gives a reason for each action, in the order of the actions, and writes nothing.",
          InOrder({ReasonsOfFailedConditions, ReasonsOfInvalidActions})};
}

}  // namespace holdfast::conformance
