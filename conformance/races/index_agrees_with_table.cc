// Items move between the partitions of a global index, into it and out of it, and disappear. Some time after the last
// write, the index holds the same items as the table.
#include <chrono>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "conformance/races/races.h"
#include "conformance/runner/attempts.h"

namespace holdfast::conformance {
namespace {

constexpr int64_t kItems = 12;
constexpr int64_t kIndexPartitions = 3;
constexpr int kChanges = 6;  // of each client
// How long an index may lag. DynamoDB's indexes usually follow within a second.
constexpr std::chrono::seconds kLagMax{5};
constexpr std::chrono::milliseconds kPoll{20};

class Shelves : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(RacesTable());
    things_ = round.Key("things");
    for (int64_t i = 0; i < kIndexPartitions; ++i) shelves_.push_back(round.Key("shelf" + std::to_string(i)));
  }

  void RunClient(Round&, Client& client) override {
    for (int i = 0; i < kChanges; ++i) {
      const Item key = Key(client.RandomBelow(kItems));
      const int64_t choice = client.RandomBelow(6);
      if (choice == 0) {
        ExpectOnlyContentionRefusals(client.DeleteItem({.table = table_, .key = key}));
      } else if (choice == 1) {
        ExpectOnlyContentionRefusals(
            client.UpdateItem({.table = table_, .key = key, .update = "REMOVE gsi1pk, gsi1sk"}));
      } else {
        Item item = key;
        item["gsi1pk"] = S(shelves_[static_cast<size_t>(client.RandomBelow(kIndexPartitions))]);
        item["gsi1sk"] = S("by" + std::to_string(client.number()));
        item["content"] = N(client.RandomBelow(1'000'000));
        ExpectOnlyContentionRefusals(client.PutItem({.table = table_, .item = item}));
      }
    }
  }

  void Check(Round& round) override {
    std::map<std::string, Item> table = ShelvedItemsInTable(round.observer());
    if (!round.guarded()) PutOneMore(round.observer());
    const auto deadline = std::chrono::steady_clock::now() + (round.guarded() ? kLagMax : std::chrono::seconds(0));
    while (true) {
      const std::map<std::string, Item> index = EntriesInIndex(round.observer());
      if (index == table) return;
      if (std::chrono::steady_clock::now() >= deadline) {
        round.ReportViolation("the index holds " + std::to_string(index.size()) + " items that are not the " +
                                  std::to_string(table.size()) + " of the table",
                              Keys());
        return;
      }
      std::this_thread::sleep_for(kPoll);
      // A write of unknown outcome may have changed the table meanwhile.
      table = ShelvedItemsInTable(round.observer());
    }
  }

 private:
  Item Key(int64_t thing) const { return {{"pk", S(things_)}, {"sk", S("thing" + std::to_string(thing))}}; }

  std::vector<std::string> Keys() const {
    std::vector<std::string> keys = shelves_;
    keys.push_back(things_);
    return keys;
  }

  // The table's items that have the index's keys, by sort key.
  std::map<std::string, Item> ShelvedItemsInTable(Client& client) const {
    std::map<std::string, Item> shelved;
    for (const Item& item : client.QueryAll({.table = table_,
                            .key_condition = "pk = :things",
                            .values = {{":things", S(things_)}},
                            .consistent = true})) {
      if (Has(item, "gsi1pk")) shelved[TextOf(item, "sk")] = item;
    }
    return shelved;
  }

  // The entries of the index, by sort key. A duplicate gets another name, so that it differs from the table's items.
  std::map<std::string, Item> EntriesInIndex(Client& client) const {
    std::map<std::string, Item> entries;
    for (const std::string& shelf : shelves_) {
      for (const Item& entry : client.QueryAll({.table = table_,
                               .index = "gsi1",
                               .key_condition = "gsi1pk = :shelf",
                               .values = {{":shelf", S(shelf)}}})) {
        std::string name = TextOf(entry, "sk");
        while (entries.contains(name)) name += " again";
        entries[name] = entry;
      }
    }
    return entries;
  }

  void PutOneMore(Client& client) const {
    Item item = Key(kItems);
    item["gsi1pk"] = S(shelves_.front());
    item["gsi1sk"] = S("late");
    Require(client.PutItem({.table = table_, .item = item}));
    // Waits for the entry, so that the index differs from the earlier state of the table even if the index lags.
    const auto deadline = std::chrono::steady_clock::now() + kLagMax;
    while (!EntriesInIndex(client).contains(TextOf(item, "sk")) && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(kPoll);
    }
  }

  std::string table_;
  std::string things_;
  std::vector<std::string> shelves_;
};

}  // namespace

RaceDescription IndexAgreesWithTable() {
  return Describe<Shelves>("index-agrees-with-table",
                           "Once it is quiet, a global index holds exactly the items that have its keys.",
                           "The index is compared with the table as it was one write earlier.");
}

}  // namespace holdfast::conformance
