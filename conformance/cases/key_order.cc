// The order of sort keys: numbers by value, strings by the bytes of UTF-8, binary by unsigned bytes.
#include <string>
#include <vector>

#include "conformance/cases/cases.h"
#include "conformance/cases/steps/step.h"

namespace holdfast::conformance {
namespace {

TableDefinition TableWithSortKey(const std::string& name, const std::string& type) {
  return {"cases-" + name,
          R"("BillingMode":"PAY_PER_REQUEST",
      "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":")" +
              type + R"("}],
      "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}])",
          ""};
}

std::string ItemWithSortKey(const std::string& type, const std::string& sort_key) {
  return R"j({"pk":{"S":"$pk(order)"},"sk":{")j" + type + R"(":")" + sort_key + "\"}}";
}

CaseStep QueryAll(const std::string& type, const std::vector<std::string>& sort_keys, bool forward) {
  std::string items;
  for (const std::string& sort_key : sort_keys) items += (items.empty() ? "" : ",") + ItemWithSortKey(type, sort_key);
  const std::string count = std::to_string(sort_keys.size());
  return {std::string("all keys of type ") + type + (forward ? ", forward" : ", backward"), "Query",
          R"j("TableName":"$table","ConsistentRead":true,"KeyConditionExpression":"pk = :pk",
             "ExpressionAttributeValues":{":pk":{"S":"$pk(order)"}},"ScanIndexForward":)j" +
              std::string(forward ? "true" : "false"),
          SuccessWith(R"({"Items":[)" + items + R"(],"Count":)" + count + R"(,"ScannedCount":)" + count + "}")};
}

void ExpectOrder(CaseRun& run, const TableDefinition& definition, const std::string& type,
                 const std::vector<std::string>& ascending) {
  std::vector<CaseStep> steps;
  // Puts the keys neither in ascending nor in descending order: every third key, in three passes.
  for (size_t start = 0; start < 3; ++start) {
    for (size_t i = start; i < ascending.size(); i += 3) {
      steps.push_back({"to begin with, a put of the key " + ascending[i], "PutItem",
                       R"("TableName":"$table","Item":)" + ItemWithSortKey(type, ascending[i]), SuccessWith("{}")});
    }
  }
  steps.push_back(QueryAll(type, ascending, true));
  steps.push_back(QueryAll(type, {ascending.rbegin(), ascending.rend()}, false));
  RunSteps(run, run.Table(definition), steps);
}

void EqualNumbersAreOneKey(CaseRun& run) {
  RunSteps(run, run.Table(TableWithSortKey("numbers", "N")),
           {{"a put of the key 1.0", "PutItem",
             R"j("TableName":"$table","Item":{"pk":{"S":"$pk(spelling)"},"sk":{"N":"1.0"},"n":{"N":"1"}})j",
             SuccessWith("{}")},
            {"a put of the key 1e0, if there is none", "PutItem",
             R"j("TableName":"$table","Item":{"pk":{"S":"$pk(spelling)"},"sk":{"N":"1e0"}},
                "ConditionExpression":"attribute_not_exists(pk)")j",
             ConditionFails()},
            {"a read of the key 1", "GetItem",
             R"j("TableName":"$table","ConsistentRead":true,"Key":{"pk":{"S":"$pk(spelling)"},"sk":{"N":"1"}})j",
             SuccessWith(R"j({"Item":{"pk":{"S":"$pk(spelling)"},"sk":{"N":"1"},"n":{"N":"1"}}})j")}});
}

}  // namespace

CaseDescription KeyOrder() {
  return {"key-order", "Sort keys are ordered by value: numbers, the bytes of UTF-8, unsigned bytes.",
          [](CaseRun& run) {
            ExpectOrder(run, TableWithSortKey("numbers", "N"), "N",
                        {"-20000000000", "-10", "-9", "-0.5", "-0.05", "0", "0.05", "0.5", "2", "9", "10", "10.5",
                         "20000000000", "12345678901234567890123456789012345678"});
            // U+FFFD has three bytes in UTF-8, 😀 four. Compared as UTF-16, 😀 would come first.
            ExpectOrder(run, CasesTable(), "S",
                        {"10", "9", "A", "Z", "a", "a ", "aa", "ab", "b", "z", "é", "中", "\xEF\xBF\xBD", "😀"});
            // The bytes 00, 01, 0100, 7F, 80 and FF.
            ExpectOrder(run, TableWithSortKey("bytes", "B"), "B", {"AA==", "AQ==", "AQA=", "fw==", "gA==", "/w=="});
            EqualNumbersAreOneKey(run);
          }};
}

}  // namespace holdfast::conformance
