// Conditional writes, of items that exist and of items that do not.
#include "conformance/cases/cases.h"
#include "conformance/cases/steps/step.h"

namespace holdfast::conformance {
namespace {

CaseStep Put(const std::string& what, const std::string& item, const std::string& condition, Expected expected) {
  return {what, "PutItem",
          R"("TableName":"$table","Item":{)" + item + R"(},"ConditionExpression":")" + condition + "\"",
          std::move(expected)};
}

void ConditionsOnTheItem(CaseRun& run) {
  RunSteps(run, run.Table(CasesTable()),
           {Put("a put if there is none, and there is none", R"($key(slot),"guest":{"S":"Ann"})",
                "attribute_not_exists(pk)", SuccessWith("{}")),
            Put("a put if there is none, and there is one", R"($key(slot),"guest":{"S":"Bob"})",
                "attribute_not_exists(pk)", ConditionFails()),
            Stored("slot", R"("guest":{"S":"Ann"})"),
            Put("a put if there is none, of the same partition key and another sort key",
                R"($key(slot/1),"guest":{"S":"Bob"})", "attribute_not_exists(pk)", SuccessWith("{}")),
            Put("a put if there is one, and there is one", R"($key(slot),"seats":{"N":"2"})", "attribute_exists(pk)",
                SuccessWith("{}")),
            Stored("slot", R"("seats":{"N":"2"})"),
            Put("a put if there is one, and there is none", R"($key(nobody),"seats":{"N":"2"})", "attribute_exists(pk)",
                ConditionFails()),
            NotStored("nobody")});
}

void ConditionsOnAnAttribute(CaseRun& run) {
  RunSteps(run, run.Table(CasesTable()),
           {{"a put if an attribute has a value, and there is no item", "PutItem",
             R"("TableName":"$table","Item":{$key(absent)},"ConditionExpression":"version = :v",
                "ExpressionAttributeValues":{":v":{"N":"1"}})",
             ConditionFails()},
            {"a put if an attribute has another value, and there is no item", "PutItem",
             R"("TableName":"$table","Item":{$key(absent),"version":{"N":"1"}},"ConditionExpression":"version <> :v",
                "ExpressionAttributeValues":{":v":{"N":"1"}})",
             SuccessWith("{}")},
            {"a put on condition of the version that is stored", "PutItem",
             R"("TableName":"$table","Item":{$key(absent),"version":{"N":"2"}},"ConditionExpression":"version = :v",
                "ExpressionAttributeValues":{":v":{"N":"1"}})",
             SuccessWith("{}")},
            {"the same again, when the version has moved on", "PutItem",
             R"("TableName":"$table","Item":{$key(absent),"version":{"N":"2"}},"ConditionExpression":"version = :v",
                "ExpressionAttributeValues":{":v":{"N":"1"}})",
             ConditionFails()},
            Stored("absent", R"("version":{"N":"2"})")});
}

void ConditionsOfUpdatesAndDeletes(CaseRun& run) {
  RunSteps(
      run, run.Table(CasesTable()),
      {{"an update if there is an item, and there is none", "UpdateItem",
        R"j($at(ghost),"UpdateExpression":"SET n = :n","ConditionExpression":"attribute_exists(pk)",
                "ExpressionAttributeValues":{":n":{"N":"1"}})j",
        ConditionFails()},
       NotStored("ghost"),
       {"an update without a condition, and there is no item", "UpdateItem",
        R"($at(ghost),"UpdateExpression":"SET n = :n","ExpressionAttributeValues":{":n":{"N":"1"}})",
        SuccessWith("{}")},
       Stored("ghost", R"("n":{"N":"1"})"),
       {"an update if there is enough, and there is not", "UpdateItem",
        R"($at(ghost),"UpdateExpression":"SET n = n - :many","ConditionExpression":"n >= :many",
                "ExpressionAttributeValues":{":many":{"N":"2"}})",
        ConditionFails()},
       {"a delete on a condition that does not hold", "DeleteItem",
        R"($at(ghost),"ConditionExpression":"n = :n","ExpressionAttributeValues":{":n":{"N":"2"}})", ConditionFails()},
       Stored("ghost", R"("n":{"N":"1"})"),
       {"a delete on a condition that holds", "DeleteItem",
        R"($at(ghost),"ConditionExpression":"n = :n","ExpressionAttributeValues":{":n":{"N":"1"}})", SuccessWith("{}")},
       NotStored("ghost"),
       {"a delete of what is gone, without a condition", "DeleteItem", "$at(ghost)", SuccessWith("{}")},
       {"a delete of what is gone, if it is there", "DeleteItem",
        R"j($at(ghost),"ConditionExpression":"attribute_exists(pk)")j", ConditionFails()}});
}

}  // namespace

CaseDescription ConditionalPut() {
  return {"conditional-put", "A write whose condition does not hold is refused and changes nothing.",
          InOrder({ConditionsOnTheItem, ConditionsOnAnAttribute, ConditionsOfUpdatesAndDeletes})};
}

}  // namespace holdfast::conformance
