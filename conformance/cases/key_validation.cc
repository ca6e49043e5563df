// Keys that do not match the table's schema, and each operation's error for them.
#include <string>

#include "conformance/cases/cases.h"
#include "conformance/cases/steps/step.h"

namespace holdfast::conformance {
namespace {

constexpr char kEmptyKey[] =
    "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string "
    "value. Key: ";
constexpr size_t kPartitionKeyBytesMax = 2048;
constexpr size_t kSortKeyBytesMax = 1024;

std::string StringAttribute(const std::string& text) { return R"({"S":")" + text + "\"}"; }
std::string PrimaryKeyMembers(const std::string& partition_key, const std::string& sort_key) {
  return R"("pk":)" + partition_key + R"(,"sk":)" + sort_key;
}

void PutsWithInvalidKeys(CaseRun& run) {
  const auto put = [](const std::string& what, const std::string& item, Expected expected) {
    return CaseStep{"a put " + what, "PutItem", R"("TableName":"$table","Item":{)" + item + "}", std::move(expected)};
  };
  const std::string invalid = "One or more parameter values were invalid: ";
  RunSteps(run, run.Table(CasesTable()),
           {put("without a sort key", R"("pk":{"S":"a"})", Invalid(invalid + "Missing the key sk in the item")),
            put("without a partition key", R"("sk":{"S":"a"})", Invalid(invalid + "Missing the key pk in the item")),
            put("without any key", R"("n":{"N":"1"})", Invalid(invalid + "Missing the key pk in the item")),
            put("with a partition key of another type", PrimaryKeyMembers(R"({"N":"1"})", StringAttribute("a")),
                Invalid(invalid + "Type mismatch for key pk expected: S actual: N")),
            put("with a sort key of another type", PrimaryKeyMembers(StringAttribute("a"), R"({"B":"AA=="})"),
                Invalid(invalid + "Type mismatch for key sk expected: S actual: B")),
            put("with NULL for a key", PrimaryKeyMembers(R"({"NULL":true})", StringAttribute("a")),
                Invalid(invalid + "Type mismatch for key pk expected: S actual: NULL")),
            put("with an empty partition key", PrimaryKeyMembers(StringAttribute(""), StringAttribute("a")),
                Invalid(std::string(kEmptyKey) + "pk")),
            put("with an empty sort key", PrimaryKeyMembers(StringAttribute("a"), StringAttribute("")),
                Invalid(std::string(kEmptyKey) + "sk"))});
}

// GetItem, UpdateItem and DeleteItem refuse an invalid key with the same errors.
void RequestsWithInvalidKeys(CaseRun& run, const std::string& operation) {
  const auto request = [&operation](const std::string& what, const std::string& key, const std::string& message) {
    return CaseStep{operation + " " + what, operation, R"("TableName":"$table","Key":{)" + key + "}", Invalid(message)};
  };
  RunSteps(run, run.Table(CasesTable()),
           {request("without a sort key", R"("pk":{"S":"a"})", kKeyDoesNotMatchSchema),
            request("without a partition key", R"("sk":{"S":"a"})", kKeyDoesNotMatchSchema),
            request("with a key too many",
                    PrimaryKeyMembers(StringAttribute("a"), StringAttribute("b")) + R"(,"n":{"N":"1"})",
                    kKeyDoesNotMatchSchema),
            request("with a key of another name", R"("pk":{"S":"a"},"n":{"S":"b"})", kKeyDoesNotMatchSchema),
            request("with a partition key of another type", PrimaryKeyMembers(R"({"N":"1"})", StringAttribute("a")),
                    kKeyDoesNotMatchSchema),
            request("with a sort key of another type", PrimaryKeyMembers(StringAttribute("a"), R"({"N":"1"})"),
                    kKeyDoesNotMatchSchema),
            request("with an empty partition key", PrimaryKeyMembers(StringAttribute(""), StringAttribute("a")),
                    std::string(kEmptyKey) + "pk"),
            request("with an empty sort key", PrimaryKeyMembers(StringAttribute("a"), StringAttribute("")),
                    std::string(kEmptyKey) + "sk")});
}

void KeySizes(CaseRun& run) {
  const auto put = [](const std::string& what, size_t partition_key_bytes, size_t sort_key_bytes, Expected expected) {
    return CaseStep{"a put with " + what, "PutItem",
                    R"("TableName":"$table","Item":{)" +
                        PrimaryKeyMembers(StringAttribute(std::string(partition_key_bytes, 'p')),
                                          StringAttribute(std::string(sort_key_bytes, 's'))) +
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
            PutsWithInvalidKeys(run);
            for (const char* const operation : {"GetItem", "UpdateItem", "DeleteItem"})
              RequestsWithInvalidKeys(run, operation);
            KeySizes(run);
          }};
}

}  // namespace holdfast::conformance
