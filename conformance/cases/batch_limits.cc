// Limits of batches: how many writes or gets they may have. A batch with one invalid member is refused as a whole.
#include <string>

#include "conformance/cases/cases.h"
#include "conformance/cases/steps/step.h"

namespace holdfast::conformance {
namespace {

constexpr char kDuplicates[] = "Provided list of item keys contains duplicates";
constexpr char kAllWritten[] = R"({"UnprocessedItems":{}})";
constexpr int kWritesMax = 25;
constexpr int kGetsMax = 100;

CaseStep Write(const std::string& what, const std::string& requests, Expected expected) {
  return {what, "BatchWriteItem", R"("RequestItems":{"$table":[)" + requests + "]}", std::move(expected)};
}

CaseStep Get(const std::string& what, const std::string& keys, Expected expected) {
  return {what, "BatchGetItem", R"("RequestItems":{"$table":{"ConsistentRead":true,"Keys":[)" + keys + "]}}",
          std::move(expected)};
}

std::string Put(const std::string& key) { return R"({"PutRequest":{"Item":{$key()" + key + R"(),"n":{"N":"1"}}}})"; }
std::string Delete(const std::string& key) { return R"({"DeleteRequest":{"Key":{$key()" + key + ")}}}"; }
std::string Key(const std::string& key) { return "{$key(" + key + ")}"; }

// `count` writes or keys of a batch, which `member` makes from the keys many/0, many/1 and so on.
std::string NumberedMembers(int count, std::string (*member)(const std::string& key)) {
  std::string members;
  for (int i = 0; i < count; ++i) members += (i == 0 ? "" : ",") + member("many/" + std::to_string(i));
  return members;
}

void WriteBatches(CaseRun& run) {
  RunSteps(run, run.Table(CasesTable()),
           {Write("one write too many", NumberedMembers(kWritesMax + 1, Put), Invalid()),
            NotStored("many/0"),
            Write("as many writes as are allowed", NumberedMembers(kWritesMax, Put), SuccessWith(kAllWritten)),
            Stored("many/24", R"("n":{"N":"1"})"),
            Write("puts and deletes", Delete("many/24") + "," + Put("one") + "," + Delete("nothing"),
                  SuccessWith(kAllWritten)),
            NotStored("many/24"),
            Write("no writes", "", Invalid()),
            Write("two puts of one item", Put("two") + "," + Put("twin") + "," + Put("twin"), Invalid(kDuplicates)),
            Write("a put and a delete of one item", Put("two") + "," + Put("twin") + "," + Delete("twin"),
                  Invalid(kDuplicates)),
            Write("a faulty key beside a good one", Put("two") + R"(,{"PutRequest":{"Item":{"pk":{"S":"x"}}}})",
                  Invalid(kKeyDoesNotMatchSchema)),
            NotStored("two"),
            {"a table that there is not, beside one that there is", "BatchWriteItem",
             R"("RequestItems":{"$table":[{"PutRequest":{"Item":{$key(two)}}}],
                                "$table-nowhere":[{"PutRequest":{"Item":{$key(two)}}}]})",
             NotFound()},
            NotStored("two")});
}

void GetBatches(CaseRun& run) {
  RunSteps(
      run, run.Table(CasesTable()),
      {Get("one get too many", NumberedMembers(kGetsMax + 1, Key), Invalid()),
       Get("as many gets as are allowed", NumberedMembers(kGetsMax, Key), Success()),
       Get("one that is there, and one that is not", Key("one") + "," + Key("nothing"),
           SuccessWith(R"({"Responses":{"$table":[{$key(one),"n":{"N":"1"}}]},"UnprocessedKeys":{}})")),
       Get("one that is not there", Key("nothing"), SuccessWith(R"({"Responses":{"$table":[]},"UnprocessedKeys":{}})")),
       Get("one key twice", Key("one") + "," + Key("two") + "," + Key("one"), Invalid(kDuplicates)),
       Get("a key that is no key of the table", R"({"pk":{"S":"x"}})", Invalid(kKeyDoesNotMatchSchema)),
       Get("no keys", "", Invalid())});
}

}  // namespace

CaseDescription BatchLimits() {
  return {"batch-limits",
          "A batch has up to 25 writes or 100 gets of different items, and is refused whole or not at all.",
          InOrder({WriteBatches, GetBatches})};
}

}  // namespace holdfast::conformance
