// Keys that do not fit the table, and each operation's error for them.
#include <string>

#include "conformance/cases/cases.h"
#include "conformance/cases/steps/step.h"

namespace holdfast::conformance {
namespace {

constexpr char kKeyDoesNotMatchSchema[] = "The provided key element does not match the schema";
constexpr char kEmptyKey[] =
    "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string "
    "value. Key: ";
constexpr size_t kPartitionKeyBytesMax = 2048;
constexpr size_t kSortKeyBytesMax = 1024;

std::string Text(const std::string& text) { return R"({"S":")" + text + "\"}"; }
std::string Keyed(const std::string& partition_key, const std::string& sort_key) {
  return R"("pk":)" + partition_key + R"(,"sk":)" + sort_key;
}

void PutItems(CaseRun& run) {
  const auto put = [](const std::string& what, const std::string& item, Expected expected) {
    return CaseStep{"a put " + what, "PutItem", R"("TableName":"$table","Item":{)" + item + "}", std::move(expected)};
  };
  const std::string invalid = "One or more parameter values were invalid: ";
  RunSteps(run, run.Table(CasesTable()),
           {put("without a sort key", R"("pk":{"S":"a"})", Invalid(invalid + "Missing the key sk in the item")),
            put("without a partition key", R"("sk":{"S":"a"})", Invalid(invalid + "Missing the key pk in the item")),
            put("without any key", R"("n":{"N":"1"})", Invalid(invalid + "Missing the key pk in the item")),
            put("with a partition key of another type", Keyed(R"({"N":"1"})", Text("a")),
                Invalid(invalid + "Type mismatch for key pk expected: S actual: N")),
            put("with a sort key of another type", Keyed(Text("a"), R"({"B":"AA=="})"),
                Invalid(invalid + "Type mismatch for key sk expected: S actual: B")),
            put("with NULL for a key", Keyed(R"({"NULL":true})", Text("a")),
                Invalid(invalid + "Type mismatch for key pk expected: S actual: NULL")),
            put("with an empty partition key", Keyed(Text(""), Text("a")), Invalid(std::string(kEmptyKey) + "pk")),
            put("with an empty sort key", Keyed(Text("a"), Text("")), Invalid(std::string(kEmptyKey) + "sk"))});
}

// GetItem, UpdateItem and DeleteItem refuse an invalid key with the same errors.
void Keys(CaseRun& run, const std::string& operation) {
  const auto ask = [&operation](const std::string& what, const std::string& key, const std::string& message) {
    return CaseStep{operation + " " + what, operation, R"("TableName":"$table","Key":{)" + key + "}", Invalid(message)};
  };
  RunSteps(run, run.Table(CasesTable()),
           {ask("without a sort key", R"("pk":{"S":"a"})", kKeyDoesNotMatchSchema),
            ask("without a partition key", R"("sk":{"S":"a"})", kKeyDoesNotMatchSchema),
            ask("with a key too many", Keyed(Text("a"), Text("b")) + R"(,"n":{"N":"1"})", kKeyDoesNotMatchSchema),
            ask("with a key of another name", R"("pk":{"S":"a"},"n":{"S":"b"})", kKeyDoesNotMatchSchema),
            ask("with a partition key of another type", Keyed(R"({"N":"1"})", Text("a")), kKeyDoesNotMatchSchema),
            ask("with a sort key of another type", Keyed(Text("a"), R"({"N":"1"})"), kKeyDoesNotMatchSchema),
            ask("with an empty partition key", Keyed(Text(""), Text("a")), std::string(kEmptyKey) + "pk"),
            ask("with an empty sort key", Keyed(Text("a"), Text("")), std::string(kEmptyKey) + "sk")});
}

void Sizes(CaseRun& run) {
  const auto put = [](const std::string& what, size_t partition_key_bytes, size_t sort_key_bytes, Expected expected) {
    return CaseStep{"a put with " + what, "PutItem",
                    R"("TableName":"$table","Item":{)" +
                        Keyed(Text(std::string(partition_key_bytes, 'p')), Text(std::string(sort_key_bytes, 's'))) +
                        "}",
                    std::move(expected)};
  };
  RunSteps(run, run.Table(CasesTable()),
           {put("the longest partition key", kPartitionKeyBytesMax, 1, SuccessWith("{}")),
            put("a partition key that is a byte too long", kPartitionKeyBytesMax + 1, 1,
                Invalid("One or more parameter values were invalid: Size of hashkey has exceeded the maximum size "
                        "limit of2048 bytes")),
            put("the longest sort key", 1, kSortKeyBytesMax, SuccessWith("{}")),
            put("a sort key that is a byte too long", 1, kSortKeyBytesMax + 1,
                Invalid("One or more parameter values were invalid: Aggregated size of all range keys has exceeded the "
                        "size limit of 1024 bytes"))});
}

}  // namespace

CaseDescription KeyValidation() {
  return {"key-validation", "Keys that are missing, too many, of another type, empty or too long are refused.",
          [](CaseRun& run) {
            PutItems(run);
            for (const char* const operation : {"GetItem", "UpdateItem", "DeleteItem"}) Keys(run, operation);
            Sizes(run);
          }};
}

}  // namespace holdfast::conformance
