// An item has at most 400 KB, attribute names included, in every operation that writes items.
#include <string>

#include "conformance/cases/cases.h"
#include "conformance/cases/steps/transact.h"

namespace holdfast::conformance {
namespace {

constexpr size_t kItemBytesMax = 409'600;
constexpr char kTooLarge[] = "Item size has exceeded the maximum allowed size";
constexpr char kTooLargeToUpdate[] = "Item size to update has exceeded the maximum allowed size";

// The attribute "fill", so long that the item with this key has `item_bytes` bytes.
std::string Fill(CaseRun& run, const std::string& key, size_t item_bytes) {
  const size_t other_bytes =
      std::string("pk").size() + run.Key(key).size() + std::string("sk0").size() + std::string("fill").size();
  return R"("fill":{"S":")" + std::string(item_bytes - other_bytes, 'x') + "\"}";
}

CaseStep Put(const std::string& what, const std::string& key, const std::string& attributes, Expected expected) {
  return {what, "PutItem", R"("TableName":"$table","Item":{$key()" + key + ")," + attributes + "}",
          std::move(expected)};
}

void PutsOfLargeItems(CaseRun& run) {
  const std::string full = Fill(run, "put", kItemBytesMax);
  RunSteps(
      run, run.Table(CasesTable()),
      {Put("a put of 400 KB", "put", full, SuccessWith("{}")),
       Stored("put", full),
       Put("a put of a byte more", "put", Fill(run, "put", kItemBytesMax + 1), Invalid(kTooLarge)),
       Put("a put of 400 KB, of which the name of an empty attribute is a byte", "put",
           Fill(run, "put", kItemBytesMax - 1) + R"(,"e":{"S":""})", SuccessWith("{}")),
       Put("a put of a byte more, which is the name of an empty attribute", "put", full + R"(,"e":{"S":""})",
           Invalid(kTooLarge)),
       // é is two bytes.
       Put("a put of 400 KB, of which two are one letter", "put",
           Fill(run, "put", kItemBytesMax - 3) + R"(,"e":{"S":"é"})", SuccessWith("{}")),
       Put("a put of a byte more, by a letter of two", "put", Fill(run, "put", kItemBytesMax - 2) + R"(,"e":{"S":"é"})",
           Invalid(kTooLarge)),
       {"a batch with an item that is too large", "BatchWriteItem",
        R"("RequestItems":{"$table":[{"PutRequest":{"Item":{$key(batch/1)}}},{"PutRequest":{"Item":{$key(batch),)" +
            Fill(run, "batch", kItemBytesMax + 1) + "}}}]}",
        Invalid(kTooLarge)},
       NotStored("batch/1"),
       Transact("a transaction with an item that is too large",
                {PutAction("batch/1", ""), PutAction("batch", Fill(run, "batch", kItemBytesMax + 1))},
                Invalid(kTooLarge)),
       NotStored("batch/1")});
}

void UpdatesOfLargeItems(CaseRun& run) {
  // The item is so far below the limit that the bytes of the update expression, some of which DynamoDB counts too, do
  // not matter.
  const std::string almost = Fill(run, "update", kItemBytesMax - 1'000);
  const std::string grow = R"("UpdateExpression":"SET more = :v","ExpressionAttributeValues":{":v":{"S":")";
  const std::string too_much = std::string(1'000, 'x') + "\"}}";
  RunSteps(run, run.Table(CasesTable()),
           {Given("update", almost),
            {"an update that leaves room", "UpdateItem", "$at(update)," + grow + std::string(100, 'x') + "\"}}",
             SuccessWith("{}")},
            Given("update", almost),
            {"an update that makes an item too large", "UpdateItem", "$at(update)," + grow + too_much,
             Invalid(kTooLargeToUpdate)},
            Transact("a transaction with an update that makes an item too large",
                     {R"({"Update":{$at(update),)" + grow + too_much + "}}", PutAction("beside", "")},
                     Cancelled({ValidationReason(kTooLargeToUpdate), NoReason()})),
            NotStored("beside"),
            Stored("update", almost)});
}

}  // namespace

CaseDescription ItemSize() {
  return {"item-size", "An item of 400 KB is stored, and a byte more is refused.",
          InOrder({PutsOfLargeItems, UpdatesOfLargeItems})};
}

}  // namespace holdfast::conformance
