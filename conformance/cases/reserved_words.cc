// An expression may not contain a reserved word as an attribute name, only a placeholder for it.
#include "conformance/cases/cases.h"
#include "conformance/cases/steps/step.h"

namespace holdfast::conformance {
namespace {

// Reserved words that are likely attribute names in booking and inventory code.
constexpr const char* kReserved[] = {"status", "name",  "date",  "count",  "ttl",       "value",    "size",     "item",
                                     "state",  "hour",  "role",  "user",   "timestamp", "zone",     "capacity", "data",
                                     "year",   "month", "order", "owner",  "level",     "language", "day",      "start",
                                     "end",    "type",  "key",   "Status", "DATE",      "total",    "location"};

constexpr const char* kNotReserved[] = {"quantity", "available", "stock", "price",
                                        "version",  "kind",      "slot",  "expiresAt"};

std::string Message(const char* kind, const char* word) {
  return std::string("Invalid ") + kind + "Expression: Attribute name is a reserved keyword; reserved keyword: " + word;
}

std::string WithValidationPrefix(const std::string& message) { return "1 validation error detected: " + message; }

std::string UpdateThatSets(const std::string& path) {
  return R"($at(item),"UpdateExpression":"SET )" + path + R"( = :v","ExpressionAttributeValues":{":v":{"N":"1"}})";
}

void ReservedWordsInUpdates(CaseRun& run) {
  for (const char* const word : kReserved) {
    RunSteps(run, run.Table(CasesTable()),
             {{std::string("SET ") + word, "UpdateItem", UpdateThatSets(word),
               Invalid(WithValidationPrefix(Message("Update", word)))},
              {std::string("SET of a placeholder for ") + word, "UpdateItem",
               UpdateThatSets("#w") + R"(,"ExpressionAttributeNames":{"#w":")" + word + "\"}", SuccessWith("{}")}});
  }
  for (const char* const word : kNotReserved) {
    RunSteps(run, run.Table(CasesTable()),
             {{std::string("SET ") + word, "UpdateItem", UpdateThatSets(word), SuccessWith("{}")}});
  }
}

void ReservedWordsInOtherExpressions(CaseRun& run) {
  RunSteps(run, run.Table(CasesTable()),
           {{"a reserved word inside a document path", "UpdateItem", UpdateThatSets("doc.status"),
             Invalid(WithValidationPrefix(Message("Update", "status")))},
            {"a reserved word in a condition", "PutItem",
             R"j("TableName":"$table","Item":{$key(item)},"ConditionExpression":"attribute_exists(status)")j",
             Invalid(WithValidationPrefix(Message("Condition", "status")))},
            {"a reserved word in a projection", "GetItem", R"($at(item),"ProjectionExpression":"pk, status")",
             Invalid(Message("Projection", "status"))},
            {"a reserved word in a key condition", "Query",
             R"j("TableName":"$table","KeyConditionExpression":"pk = :pk AND status = :v",
                "ExpressionAttributeValues":{":pk":{"S":"$pk(item)"},":v":{"N":"1"}})j",
             Invalid(Message("KeyCondition", "status"))},
            {"a reserved word in a filter", "Query",
             R"j("TableName":"$table","KeyConditionExpression":"pk = :pk","FilterExpression":"status = :v",
                "ExpressionAttributeValues":{":pk":{"S":"$pk(item)"},":v":{"N":"1"}})j",
             Invalid(Message("Filter", "status"))},
            {"a reserved word in a scan's filter", "Scan",
             R"("TableName":"$table","FilterExpression":"status = :v","ExpressionAttributeValues":{":v":{"N":"1"}})",
             Invalid(Message("Filter", "status"))},
            {"a placeholder that is not defined", "UpdateItem", UpdateThatSets("#status"),
             Invalid(WithValidationPrefix(
                 "Invalid UpdateExpression: An expression attribute name used in the document path is "
                 "not defined; attribute name: #status"))}});
}

}  // namespace

CaseDescription ReservedWords() {
  return {"reserved-words",
          "Reserved words are refused as attribute names in an expression, and accepted through a placeholder.",
          InOrder({ReservedWordsInUpdates, ReservedWordsInOtherExpressions})};
}

}  // namespace holdfast::conformance
