// Batches are not atomic: readers may see only a part of a batch. But each item of a batch is atomic: all of its
// attributes are from one writer.
#include <string>
#include <vector>

#include "conformance/races/races.h"
#include "conformance/runner/attempts.h"

namespace holdfast::conformance {
namespace {

constexpr int64_t kItems = 10;
constexpr int kReads = 4;  // of each reader

class Batches : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(RacesTable());
    batch_ = round.Key("batch");
    Require(round.observer().BatchWriteItem(BatchOf(kNoClient)));
    if (ReadAll(round.observer()).size() != kItems) throw SetupFailed("the endpoint has not stored the batch");
  }

  void RunClient(Round& round, Client& client) override {
    if (client.number() % 2 == 0) {
      round.guarded() ? WriteBatch(client) : WriteInHalves(client);
      return;
    }
    for (int i = 0; i < kReads; ++i) ReadAndCheck(round, client);
  }

  void Check(Round& round) override { ReadAndCheck(round, round.observer()); }

 private:
  static constexpr int64_t kNoClient = -1;

  Item Key(int64_t number) const { return {{"pk", S(batch_)}, {"sk", S("item" + std::to_string(number))}}; }

  BatchWriteItemRequest BatchOf(int64_t writer) const {
    BatchWriteItemRequest batch{.table = table_};
    for (int64_t number = 0; number < kItems; ++number) {
      Item item = Key(number);
      item["left"] = N(writer);
      item["right"] = N(writer);
      batch.puts.push_back(item);
    }
    return batch;
  }

  // Items that the endpoint leaves unprocessed keep their previous writer, which is no violation.
  void WriteBatch(Client& client) const {
    const Response response = client.BatchWriteItem(BatchOf(client.number()));
    if (!response.unknown()) Require(response);
  }

  void WriteInHalves(Client& client) const {
    for (int64_t number = 0; number < kItems; ++number) {
      for (const std::string half : {"left", "right"}) {
        client.UpdateItem({.table = table_,
                           .key = Key(number),
                           .update = "SET #half = :me",
                           .names = {{"#half", half}},
                           .values = {{":me", N(client.number())}}});
      }
    }
  }

  std::vector<Item> ReadAll(Client& client) const {
    return client.QueryAll(
        {.table = table_, .key_condition = "pk = :batch", .values = {{":batch", S(batch_)}}, .consistent = true});
  }

  void ReadAndCheck(Round& round, Client& client) const {
    const std::vector<Item> items = ReadAll(client);
    bool mixed = false;
    for (const Item& item : items) {
      const bool is_whole =
          Has(item, "left") && Has(item, "right") && NumberOf(item, "left") == NumberOf(item, "right");
      if (!is_whole) {
        round.ReportViolation("an item is half of one writer and half of another: " + ToText(item), {batch_});
      }
      mixed = mixed || NumberOf(item, "left") != NumberOf(items.front(), "left");
    }
    if (mixed) round.CountEvent("reads that saw batches mixed");
  }

  std::string table_;
  std::string batch_;
};

}  // namespace

RaceDescription BatchMembersAreWhole() {
  return Describe<Batches>("batch-members-are-whole",
                           "Each item of a batch is written whole, although the batch as a whole is not atomic.",
                           "The items are written in two halves.");
}

}  // namespace holdfast::conformance
