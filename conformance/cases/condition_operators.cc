// Every comparison and function of conditions, applied to one item: as the condition of a put and as the filter of a
// query, which must have the same result.
#include <string>
#include <vector>

#include "conformance/cases/cases.h"
#include "conformance/cases/steps/step.h"

namespace holdfast::conformance {
namespace {

constexpr char kAttributes[] = R"("num":{"N":"5"},"letters":{"S":"abc"},"blank":{"S":""},"bytes":{"B":"AQI="},
    "flag":{"BOOL":true},"nil":{"NULL":true},"tags":{"SS":["a","b"]},"nums":{"NS":["1","2"]},
    "seq":{"L":[{"N":"1"},{"S":"x"},{"M":{"deep":{"N":"4"}}}]},"doc":{"M":{"a":{"N":"1"},"b":{"L":[{"S":"y"}]}}})";

struct Row {
  const char* condition;
  const char* values;  // the members of ExpressionAttributeValues
  bool holds;
};

constexpr Row kComparisons[] = {
    {"num = :v", R"(":v":{"N":"5"})", true},
    {"num = :v", R"(":v":{"N":"5.0"})", true},
    {"num = :v", R"(":v":{"N":"6"})", false},
    {"num = :v", R"(":v":{"S":"5"})", false},
    {"num <> :v", R"(":v":{"N":"5"})", false},
    {"num <> :v", R"(":v":{"S":"5"})", true},
    {"num < :v", R"(":v":{"N":"10"})", true},
    {"num < :v", R"(":v":{"N":"5"})", false},
    {"num <= :v", R"(":v":{"N":"5"})", true},
    {"num > :v", R"(":v":{"N":"-6"})", true},
    {"num >= :v", R"(":v":{"N":"5.1"})", false},
    {"num > :v", R"(":v":{"S":"0"})", false},
    {":v <= num", R"(":v":{"N":"5"})", true},
    // Strings are compared by their UTF-8 bytes: capital letters come before small ones.
    {"letters > :v", R"(":v":{"S":"Z"})", true},
    {"letters < :v", R"(":v":{"S":"abcd"})", true},
    {"letters < :v", R"(":v":{"S":"é"})", true},
    {"bytes = :v", R"(":v":{"B":"AQI="})", true},
    {"bytes < :v", R"(":v":{"B":"/w=="})", true},
    {"blank = :v", R"(":v":{"S":""})", true},
    {"flag = :v", R"(":v":{"BOOL":true})", true},
    {"nil = :v", R"(":v":{"NULL":true})", true},
    {"tags = :v", R"(":v":{"SS":["b","a"]})", true},
    {"tags = :v", R"(":v":{"SS":["a"]})", false},
    {"nums = :v", R"(":v":{"NS":["2.0","1"]})", true},
    {"seq = :v", R"(":v":{"L":[{"N":"1.0"},{"S":"x"},{"M":{"deep":{"N":"4"}}}]})", true},
    {"seq = :v", R"(":v":{"L":[{"S":"x"},{"N":"1"},{"M":{"deep":{"N":"4"}}}]})", false},
    {"doc = :v", R"(":v":{"M":{"b":{"L":[{"S":"y"}]},"a":{"N":"1"}}})", true},
    {"doc.a = seq[0]", "", true},
    {"seq[2].deep = :v", R"(":v":{"N":"4"})", true},
    // Comparisons with a missing attribute are false, except `<>`, which is true.
    {"gone = :v", R"(":v":{"N":"5"})", false},
    {"gone <> :v", R"(":v":{"N":"5"})", true},
    {"gone < :v", R"(":v":{"N":"5"})", false},
    {"NOT gone = :v", R"(":v":{"N":"5"})", true},
    {"doc.gone = :v", R"(":v":{"N":"5"})", false},
    {"seq[9] = :v", R"(":v":{"N":"5"})", false},
    {"num.gone = :v", R"(":v":{"N":"5"})", false},
};

constexpr Row kRangesAndLists[] = {
    {"num BETWEEN :a AND :b", R"(":a":{"N":"5"},":b":{"N":"9"})", true},
    {"num BETWEEN :a AND :a", R"(":a":{"N":"5"})", true},
    {"num BETWEEN :a AND :b", R"(":a":{"N":"6"},":b":{"N":"10"})", false},
    {"letters BETWEEN :a AND :b", R"(":a":{"S":"ab"},":b":{"S":"ad"})", true},
    {"gone BETWEEN :a AND :b", R"(":a":{"N":"0"},":b":{"N":"9"})", false},
    {"num IN (:a, :b)", R"(":a":{"N":"1"},":b":{"N":"5"})", true},
    {"num IN (:a, :b)", R"(":a":{"S":"5"},":b":{"N":"6"})", false},
    {"gone IN (:a)", R"(":a":{"N":"1"})", false},
};

constexpr Row kFunctions[] = {
    {"attribute_exists(num)", "", true},
    {"attribute_exists(nil)", "", true},
    {"attribute_exists(gone)", "", false},
    {"attribute_exists(doc.a)", "", true},
    {"attribute_exists(doc.gone)", "", false},
    {"attribute_exists(seq[2])", "", true},
    {"attribute_exists(seq[3])", "", false},
    {"attribute_not_exists(gone)", "", true},
    {"attribute_not_exists(nil)", "", false},
    {"attribute_not_exists(doc.gone.deeper)", "", true},
    {"attribute_type(num, :t)", R"(":t":{"S":"N"})", true},
    {"attribute_type(num, :t)", R"(":t":{"S":"S"})", false},
    {"attribute_type(nil, :t)", R"(":t":{"S":"NULL"})", true},
    {"attribute_type(gone, :t)", R"(":t":{"S":"S"})", false},
    {"begins_with(letters, :v)", R"(":v":{"S":"ab"})", true},
    {"begins_with(letters, :v)", R"(":v":{"S":"bc"})", false},
    {"begins_with(letters, :v)", R"(":v":{"S":"abcd"})", false},
    {"begins_with(num, :v)", R"(":v":{"S":"5"})", false},
    {"begins_with(gone, :v)", R"(":v":{"S":"a"})", false},
    {"begins_with(bytes, :v)", R"(":v":{"B":"AQ=="})", true},
    {"contains(letters, :v)", R"(":v":{"S":"bc"})", true},
    {"contains(letters, :v)", R"(":v":{"S":"ac"})", false},
    {"contains(tags, :v)", R"(":v":{"S":"a"})", true},
    {"contains(tags, :v)", R"(":v":{"S":"ab"})", false},
    {"contains(nums, :v)", R"(":v":{"N":"1.0"})", true},
    {"contains(nums, :v)", R"(":v":{"S":"1"})", false},
    {"contains(seq, :v)", R"(":v":{"S":"x"})", true},
    {"contains(seq, :v)", R"(":v":{"M":{"deep":{"N":"4"}}})", true},
    {"contains(gone, :v)", R"(":v":{"S":"x"})", false},
    {"size(letters) = :n", R"(":n":{"N":"3"})", true},
    {"size(blank) = :n", R"(":n":{"N":"0"})", true},
    {"size(bytes) = :n", R"(":n":{"N":"2"})", true},
    {"size(tags) = :n", R"(":n":{"N":"2"})", true},
    {"size(seq) > :n", R"(":n":{"N":"2"})", true},
    {"size(doc) = :n", R"(":n":{"N":"2"})", true},
    {"size(letters) < num", "", true},
    {"size(gone) >= :n", R"(":n":{"N":"0"})", false},
};

// NOT binds tighter than AND, and AND tighter than OR.
constexpr Row kPrecedence[] = {
    {"flag = :t OR num = :no AND num = :no", R"(":t":{"BOOL":true},":no":{"N":"0"})", true},
    {"(flag = :t OR num = :no) AND num = :no", R"(":t":{"BOOL":true},":no":{"N":"0"})", false},
    {"num = :no AND num = :no OR flag = :t", R"(":t":{"BOOL":true},":no":{"N":"0"})", true},
    {"num = :no AND (num = :no OR flag = :t)", R"(":t":{"BOOL":true},":no":{"N":"0"})", false},
    {"NOT flag = :t OR flag = :t", R"(":t":{"BOOL":true})", true},
    {"NOT (flag = :t OR flag = :t)", R"(":t":{"BOOL":true})", false},
    {"NOT flag = :t AND num = :no", R"(":t":{"BOOL":true},":no":{"N":"0"})", false},
    {"NOT (flag = :t AND num = :no)", R"(":t":{"BOOL":true},":no":{"N":"0"})", true},
    {"num BETWEEN :a AND :b AND flag = :t", R"(":a":{"N":"1"},":b":{"N":"9"},":t":{"BOOL":true})", true},
    {"not flag = :t or num between :a and :b", R"(":a":{"N":"1"},":b":{"N":"9"},":t":{"BOOL":true})", true},
};

std::string Expression(const std::string& member, const std::string& text) {
  return ",\"" + member + "\":\"" + text + "\"";
}

std::string Values(const std::string& members) {
  return members.empty() ? "" : R"(,"ExpressionAttributeValues":{)" + members + "}";
}

template <size_t kRows>
void ExpectResults(CaseRun& run, const Row (&rows)[kRows]) {
  std::vector<CaseStep> steps = {Given("item", kAttributes)};
  for (const Row& row : rows) {
    const std::string values = row.values;
    steps.push_back({std::string("a put on condition that ") + row.condition, "PutItem",
                     R"("TableName":"$table","Item":{$key(item),)" + std::string(kAttributes) + "}" +
                         Expression("ConditionExpression", row.condition) + Values(values),
                     row.holds ? SuccessWith("{}") : ConditionFails()});
    const std::string key_value = R"j(":pk":{"S":"$pk(item)"})j";
    steps.push_back({std::string("a query that filters by ") + row.condition, "Query",
                     R"("TableName":"$table","KeyConditionExpression":"pk = :pk","Select":"COUNT",
                        "ConsistentRead":true)" +
                         Expression("FilterExpression", row.condition) +
                         Values(key_value + (values.empty() ? "" : ",") + values),
                     SuccessWith(row.holds ? R"({"Count":1,"ScannedCount":1})" : R"({"Count":0,"ScannedCount":1})")});
  }
  RunSteps(run, run.Table(CasesTable()), steps);
}

CaseStep PutWithInvalidCondition(const std::string& what, const std::string& condition, const std::string& values,
                                 const std::string& message) {
  return {what, "PutItem",
          R"("TableName":"$table","Item":{$key(item)})" + Expression("ConditionExpression", condition) + Values(values),
          Invalid(message)};
}

void RefuseInvalidConditions(CaseRun& run) {
  RunSteps(run, run.Table(CasesTable()),
           {PutWithInvalidCondition("arithmetic in a condition", "num - held >= :v", R"(":v":{"N":"1"})", ""),
            PutWithInvalidCondition("a number in a condition", "num > 4", "", ""),
            PutWithInvalidCondition("a path alone", "flag", "", ""),
            PutWithInvalidCondition("size alone", "size(letters)", "", ""),
            PutWithInvalidCondition(
                "an order between truths", "flag < :v", R"(":v":{"BOOL":true})",
                "1 validation error detected: Invalid ConditionExpression: Incorrect operand type for operator or "
                "function; operator or function: <, operand type: BOOL"),
            PutWithInvalidCondition("a value that is not given", "num = :v", "", ""),
            PutWithInvalidCondition("a value that is not used", "num = :v", R"(":v":{"N":"1"},":w":{"N":"1"})", ""),
            PutWithInvalidCondition(
                "a parenthesis that is not closed", "attribute_not_exists(", "",
                "1 validation error detected: Invalid ConditionExpression: Syntax error; token: \"<EOF>\", near: "
                "\"(\"")});
}

}  // namespace

CaseDescription ConditionOperators() {
  return {"condition-operators", "Comparisons, functions and their precedence decide alike in conditions and filters.",
          [](CaseRun& run) {
            ExpectResults(run, kComparisons);
            ExpectResults(run, kRangesAndLists);
            ExpectResults(run, kFunctions);
            ExpectResults(run, kPrecedence);
            RefuseInvalidConditions(run);
          }};
}

}  // namespace holdfast::conformance
