// Requests with two errors: which of them DynamoDB reports.
#include "conformance/cases/cases.h"
#include "conformance/cases/steps/step.h"

namespace holdfast::conformance {
namespace {

constexpr char kUnused[] = "Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}";

// Errors in the request itself are found before its table is looked up.
void RequestErrorsBeforeTableErrors(CaseRun& run) {
  RunSteps(
      run, run.Table(CasesTable()),
      {{"a member of the wrong JSON type and a missing table", "PutItem",
        R"("TableName":"$table-nowhere","Item":{"n":{"N":1}})", Error("SerializationException")},
       {"a syntax error and a missing table", "UpdateItem",
        R"("TableName":"$table-nowhere","Key":{$key(a)},"UpdateExpression":"SET a = :v,",
           "ExpressionAttributeValues":{":v":{"N":"1"}})",
        Invalid("1 validation error detected: Invalid UpdateExpression: Syntax error; token: \"<EOF>\", near: \",\"")},
       {"an undefined value and a missing table", "Query",
        R"("TableName":"$table-nowhere","KeyConditionExpression":"pk = :p","ExpressionAttributeValues":{":q":{"N":"1"}})",
        Invalid("Invalid KeyConditionExpression: An expression attribute value used in expression is not defined; "
                "attribute value: :p")},
       {"a bad number and a missing table", "PutItem",
        R"("TableName":"$table-nowhere","Item":{$key(a),"n":{"N":"abc"}})",
        Invalid("1 validation error detected: The parameter cannot be converted to a numeric value: abc")},
       {"an item that is too large and a missing table", "PutItem",
        R"("TableName":"$table-nowhere","Item":{$key(a),"fill":{"S":")" + std::string(410'000, 'x') + "\"}}",
        Invalid("Item size has exceeded the maximum allowed size")},
       {"a key of another schema and a missing table", "GetItem",
        R"("TableName":"$table-nowhere","Key":{"other":{"N":"1"}})", NotFound()}});
}

// Violations of the table's schema are found before the item is read, and a false condition before an update that
// cannot be done.
void TableErrorsBeforeItemErrors(CaseRun& run) {
  RunSteps(
      run, run.Table(CasesTable()),
      {Given("a", R"("n":{"N":"1"},"letters":{"S":"x"})"),
       {"a missing key and a condition that fails", "PutItem",
        R"j("TableName":"$table","Item":{"pk":{"S":"$pk(a)"}},"ConditionExpression":"attribute_exists(gone)")j",
        Invalid("One or more parameter values were invalid: Missing the key sk in the item")},
       {"a key of the wrong type and a condition that fails", "DeleteItem",
        R"j("TableName":"$table","Key":{"pk":{"S":"$pk(a)"},"sk":{"N":"0"}},
           "ConditionExpression":"attribute_exists(gone)")j",
        Invalid(kKeyDoesNotMatchSchema)},
       {"an update of the key and a condition that fails", "UpdateItem",
        R"j($at(a),"UpdateExpression":"SET sk = :v","ConditionExpression":"attribute_exists(gone)",
           "ExpressionAttributeValues":{":v":{"S":"1"}})j",
        Invalid("One or more parameter values were invalid: Cannot update attribute sk. This attribute is part of the "
                "key")},
       {"an update that cannot be done and a condition that fails", "UpdateItem",
        R"j($at(a),"UpdateExpression":"SET letters = letters + :v","ConditionExpression":"attribute_exists(gone)",
           "ExpressionAttributeValues":{":v":{"N":"1"}})j",
        ConditionFails()},
       {"an update that cannot be done and a condition that holds", "UpdateItem",
        R"j($at(a),"UpdateExpression":"SET letters = letters + :v","ConditionExpression":"attribute_exists(n)",
           "ExpressionAttributeValues":{":v":{"N":"1"}})j",
        Invalid("An operand in the update expression has an incorrect data type")},
       {"an index key of the wrong type and a condition that fails", "PutItem",
        R"j("TableName":"$table","Item":{$key(a),"gsi1pk":{"N":"1"}},"ConditionExpression":"attribute_exists(gone)")j",
        Invalid("One or more parameter values were invalid: Type mismatch for Index Key gsi1pk Expected: S Actual: N "
                "IndexName: gsi1")},
       {"a table key and an index key of the wrong type", "PutItem",
        R"("TableName":"$table","Item":{"pk":{"N":"1"},"sk":{"S":"0"},"gsi1pk":{"N":"1"}})",
        Invalid("One or more parameter values were invalid: Type mismatch for key pk expected: S actual: N")},
       Stored("a", R"("n":{"N":"1"},"letters":{"S":"x"})")});
}

// Errors in an expression: after those of the item in the request, in a fixed order among themselves, and before what
// needs stored data.
void ExpressionErrors(CaseRun& run) {
  const std::string prefix = "1 validation error detected: Invalid ConditionExpression: ";
  const auto put = [](const std::string& what, const std::string& condition, const std::string& value,
                      const std::string& message) {
    return CaseStep{what, "PutItem",
                    R"("TableName":"$table","Item":{$key(b),"n":)" + value + R"(},"ConditionExpression":")" +
                        condition + R"(","ExpressionAttributeValues":{":v":{"N":"1"}})",
                    Invalid(message)};
  };
  RunSteps(run, run.Table(CasesTable()),
           {put("a bad number in the item and a syntax error", "a = = :v", R"({"N":"abc"})",
                "1 validation error detected: The parameter cannot be converted to a numeric value: abc"),
            put("a syntax error and an undefined value", "a = = :w", R"({"N":"1"})",
                prefix + "Syntax error; token: \"=\", near: \"= = :w\""),
            put("a reserved word and an undefined value", "status = :w", R"({"N":"1"})",
                prefix + "Attribute name is a reserved keyword; reserved keyword: status"),
            put("an unused value and an undefined one", "a = :w", R"({"N":"1"})",
                prefix + "An expression attribute value used in expression is not defined; attribute value: :w"),
            // It is not known whether DynamoDB begins this message with "1 validation error detected: ".
            put("an unused value and a condition that fails", "attribute_exists(gone)", R"({"N":"1"})", ""),
            NotStored("b"),
            {"an unused value and a missing table", "Scan",
             R"("TableName":"$table-nowhere","FilterExpression":"n = :w",
                "ExpressionAttributeValues":{":v":{"N":"1"},":w":{"N":"1"}})",
             Invalid(kUnused)}});
}

}  // namespace

CaseDescription ErrorPrecedence() {
  return {"error-precedence", "Of two errors, the request's own comes before the table's, and that before the item's.",
          InOrder({RequestErrorsBeforeTableErrors, TableErrorsBeforeItemErrors, ExpressionErrors})};
}

}  // namespace holdfast::conformance
