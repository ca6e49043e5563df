// What each operation returns for each value of ReturnValues.
#include "conformance/cases/cases.h"
#include "conformance/cases/steps/step.h"

namespace holdfast::conformance {
namespace {

constexpr char kBefore[] = R"("n":{"N":"1"},"stays":{"S":"s"},"doc":{"M":{"a":{"N":"1"},"b":{"N":"2"}}})";
constexpr char kAfter[] = R"("n":{"N":"2"},"stays":{"S":"s"},"doc":{"M":{"a":{"N":"9"},"b":{"N":"2"}}})";

// Updates an item from kBefore to kAfter, and expects this response.
void UpdateExistingItem(CaseRun& run, const std::string& return_values, const std::string& response) {
  RunSteps(run, run.Table(CasesTable()),
           {Given("there", kBefore),
            {"an update of an item that is there, with " + return_values, "UpdateItem",
             R"($at(there),"UpdateExpression":"SET n = n + :one, doc.a = :nine",
                "ExpressionAttributeValues":{":one":{"N":"1"},":nine":{"N":"9"}},"ReturnValues":")" +
                 return_values + "\"",
             SuccessWith(response)},
            Stored("there", kAfter)});
}

void UpdateMissingItem(CaseRun& run, const std::string& return_values, const std::string& response) {
  RunSteps(run, run.Table(CasesTable()),
           {{"to begin with, there is nothing", "DeleteItem", "$at(new)"},
            {"an update of an item that is not there, with " + return_values, "UpdateItem",
             R"($at(new),"UpdateExpression":"SET n = :one","ExpressionAttributeValues":{":one":{"N":"1"}},
                "ReturnValues":")" +
                 return_values + "\"",
             SuccessWith(response)},
            Stored("new", R"("n":{"N":"1"})")});
}

void ReturnValuesOfUpdates(CaseRun& run) {
  UpdateExistingItem(run, "NONE", "{}");
  UpdateExistingItem(run, "ALL_OLD", R"({"Attributes":{$key(there),)" + std::string(kBefore) + "}}");
  UpdateExistingItem(run, "ALL_NEW", R"({"Attributes":{$key(there),)" + std::string(kAfter) + "}}");
  UpdateExistingItem(run, "UPDATED_OLD", R"({"Attributes":{"n":{"N":"1"},"doc":{"M":{"a":{"N":"1"}}}}})");
  UpdateExistingItem(run, "UPDATED_NEW", R"({"Attributes":{"n":{"N":"2"},"doc":{"M":{"a":{"N":"9"}}}}})");

  UpdateMissingItem(run, "NONE", "{}");
  UpdateMissingItem(run, "ALL_OLD", "{}");
  UpdateMissingItem(run, "ALL_NEW", R"({"Attributes":{$key(new),"n":{"N":"1"}}})");
  UpdateMissingItem(run, "UPDATED_OLD", "{}");
  UpdateMissingItem(run, "UPDATED_NEW", R"({"Attributes":{"n":{"N":"1"}}})");

  RunSteps(run, run.Table(CasesTable()),
           {Given("removed", R"("n":{"N":"1"})"),
            {"an update that removes, with UPDATED_NEW", "UpdateItem",
             R"($at(removed),"UpdateExpression":"REMOVE n","ReturnValues":"UPDATED_NEW")", SuccessWith("{}")},
            Given("removed", R"("n":{"N":"1"})"),
            {"an update that removes, with UPDATED_OLD", "UpdateItem",
             R"($at(removed),"UpdateExpression":"REMOVE n","ReturnValues":"UPDATED_OLD")",
             SuccessWith(R"({"Attributes":{"n":{"N":"1"}}})")}});
}

void ReturnValuesOfPutsAndDeletes(CaseRun& run) {
  RunSteps(run, run.Table(CasesTable()),
           {{"a put of what was not there, with ALL_OLD", "PutItem",
             R"("TableName":"$table","Item":{$key(put),"n":{"N":"1"}},"ReturnValues":"ALL_OLD")", SuccessWith("{}")},
            {"a put of what was there, with ALL_OLD", "PutItem",
             R"("TableName":"$table","Item":{$key(put),"n":{"N":"2"}},"ReturnValues":"ALL_OLD")",
             SuccessWith(R"({"Attributes":{$key(put),"n":{"N":"1"}}})")},
            {"a put with NONE", "PutItem",
             R"("TableName":"$table","Item":{$key(put),"n":{"N":"3"}},"ReturnValues":"NONE")", SuccessWith("{}")},
            {"a put with ALL_NEW", "PutItem",
             R"("TableName":"$table","Item":{$key(put),"n":{"N":"4"}},"ReturnValues":"ALL_NEW")",
             Invalid("1 validation error detected: ReturnValues can only be ALL_OLD or NONE")},
            {"a delete with UPDATED_OLD", "DeleteItem", R"($at(put),"ReturnValues":"UPDATED_OLD")", Invalid()},
            {"a delete of what was there, with ALL_OLD", "DeleteItem", R"($at(put),"ReturnValues":"ALL_OLD")",
             SuccessWith(R"({"Attributes":{$key(put),"n":{"N":"3"}}})")},
            {"a delete of what was not there, with ALL_OLD", "DeleteItem", R"($at(put),"ReturnValues":"ALL_OLD")",
             SuccessWith("{}")}});
}

// With ReturnValuesOnConditionCheckFailure a failed write returns the stored item, so that the client need not read it.
void ReturnValuesOfFailedConditions(CaseRun& run) {
  const Expected with_item = Error("ConditionalCheckFailedException", "The conditional request failed",
                                   R"({"Item":{$key(held),"n":{"N":"1"},"stays":{"S":"s"}}})");
  RunSteps(run, run.Table(CasesTable()),
           {Given("held", R"("n":{"N":"1"},"stays":{"S":"s"})"),
            {"a refused update that asks for the item", "UpdateItem",
             R"($at(held),"UpdateExpression":"SET n = :v","ConditionExpression":"n > :v",
                "ExpressionAttributeValues":{":v":{"N":"5"}},"ReturnValuesOnConditionCheckFailure":"ALL_OLD")",
             with_item},
            {"a refused put that asks for the item", "PutItem",
             R"j("TableName":"$table","Item":{$key(held)},"ConditionExpression":"attribute_not_exists(pk)",
                "ReturnValuesOnConditionCheckFailure":"ALL_OLD")j",
             with_item},
            {"a refused delete that asks for the item", "DeleteItem",
             R"j($at(held),"ConditionExpression":"attribute_not_exists(pk)",
                "ReturnValuesOnConditionCheckFailure":"ALL_OLD")j",
             with_item},
            {"a refused delete that asks for no item", "DeleteItem",
             R"j($at(held),"ConditionExpression":"attribute_not_exists(pk)",
                "ReturnValuesOnConditionCheckFailure":"NONE")j",
             ConditionFails()},
            {"a refused delete of nothing that asks for the item", "DeleteItem",
             R"j($at(nothing),"ConditionExpression":"attribute_exists(pk)",
                "ReturnValuesOnConditionCheckFailure":"ALL_OLD")j",
             ConditionFails()}});
}

}  // namespace

CaseDescription ReturnValues() {
  return {"return-values", "A write returns the attributes it was asked for: as they were, or as they are now.",
          InOrder({ReturnValuesOfUpdates, ReturnValuesOfPutsAndDeletes, ReturnValuesOfFailedConditions})};
}

}  // namespace holdfast::conformance
