// All clients change a few items. The stream contains each change once, and the changes of one item in the order in
// which they were made. The old image of each record is the new image of the item's previous record.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "conformance/client/stream_reader.h"
#include "conformance/races/races.h"
#include "conformance/runner/attempts.h"

namespace holdfast::conformance {
namespace {

constexpr int64_t kItems = 4;
constexpr int kChanges = 4;  // of each client
// How long Check waits for the records of the changes.
constexpr std::chrono::seconds kDelayMax{5};
constexpr std::chrono::milliseconds kPoll{20};

class ItemWriters : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(RacesTable());
    partition_key_ = round.Key("chronicle");
    stream_ = std::make_unique<StreamReader>(&round.observer(), round.tables().StreamArn(table_));
    stream_->SkipToNow();
  }

  void RunClient(Round&, Client& client) override {
    for (int i = 0; i < kChanges; ++i) {
      const Item key = Key(client.RandomBelow(kItems));
      // Deleting an absent item leaves no record. The condition makes such a deletion fail, so that it is not counted.
      const Response response =
          client.RandomBelow(5) == 0
              ? client.DeleteItem({.table = table_, .key = key, .condition = "attribute_exists(pk)"})
              : client.UpdateItem({.table = table_,
                                   .key = key,
                                   .update = "ADD #changes :one SET author = :me",
                                   .names = {{"#changes", "changes"}},
                                   .values = {{":one", N(1)}, {":me", N(client.number())}}});
      if (ExpectOnlyContentionRefusals(response).ok()) ++changes_;
      if (response.unknown()) ++unknown_;
    }
  }

  void Check(Round& round) override {
    bool complete = false;
    std::vector<StreamRecord> records = ReadRecords(round, &complete);
    // The control is a consumer that loses a record.
    if (!round.guarded() && !records.empty()) records.erase(records.begin() + static_cast<int64_t>(records.size() / 2));

    const auto recorded = static_cast<int64_t>(records.size());
    if (recorded < changes_ || recorded > changes_ + unknown_) {
      round.ReportViolation("the stream tells " + std::to_string(recorded) + " changes of " + std::to_string(changes_),
                            {partition_key_});
    }
    std::map<std::string, Item> images;
    std::set<std::string> seen;
    for (const StreamRecord& record : records) {
      if (!seen.insert(record.event_id).second)
        round.ReportViolation("a record came twice: " + record.event_id, {partition_key_});
      CheckFollowsPrevious(round, record, images[TextOf(record.keys, "sk")]);
      images[TextOf(record.keys, "sk")] = record.new_image;
    }
    // A change of unknown outcome may be carried out after ReadRecords has compared the items.
    if (complete && unknown_ > 0) return;
    for (const auto& [sort_key, image] : images) {
      const Item stored = Stored(round, sort_key);
      if (stored == image) continue;
      round.ReportViolation("the stream ends with " + ToText(image) + " and the item is " + ToText(stored),
                            {partition_key_});
    }
  }

 private:
  Item Key(int64_t number) const { return {{"pk", S(partition_key_)}, {"sk", S("item" + std::to_string(number))}}; }

  Item Stored(Round& round, const std::string& sort_key) const {
    return StoredItem(round.observer(), table_, {{"pk", S(partition_key_)}, {"sk", S(sort_key)}});
  }

  // Waits, up to kDelayMax, for the records of all accepted changes. `*complete`: whether they have arrived.
  std::vector<StreamRecord> ReadRecords(Round& round, bool* complete) {
    std::vector<StreamRecord> records;
    const auto deadline = std::chrono::steady_clock::now() + kDelayMax;
    while (true) {
      for (StreamRecord& record : stream_->Read()) {
        if (TextOf(record.keys, "pk") == partition_key_) records.push_back(std::move(record));
      }
      *complete = static_cast<int64_t>(records.size()) >= changes_;
      // A record of a change whose outcome is unknown may have arrived before that of an accepted change.
      if (unknown_ > 0) *complete = *complete && LastImagesMatchStoredItems(round, records);
      if (*complete || std::chrono::steady_clock::now() >= deadline) return records;
      std::this_thread::sleep_for(kPoll);
    }
  }

  void CheckFollowsPrevious(Round& round, const StreamRecord& record, const Item& image_before) const {
    const std::string item = TextOf(record.keys, "sk");
    if (record.old_image != image_before) {
      round.ReportViolation(record.event_name + " of " + item + " has the old image " + ToText(record.old_image) +
                                ", and the change before left " + ToText(image_before),
                            {partition_key_});
    }
    const std::string expected = record.old_image.empty() ? "INSERT" : record.new_image.empty() ? "REMOVE" : "MODIFY";
    if (record.event_name != expected) {
      round.ReportViolation("the record of " + item + " says " + record.event_name + " where it is a " + expected,
                            {partition_key_});
    }
  }

  bool LastImagesMatchStoredItems(Round& round, const std::vector<StreamRecord>& records) const {
    std::map<std::string, Item> images;
    for (const StreamRecord& record : records) images[TextOf(record.keys, "sk")] = record.new_image;
    return std::all_of(images.begin(), images.end(),
                       [&](const auto& image) { return Stored(round, image.first) == image.second; });
  }

  std::string table_;
  std::string partition_key_;
  std::unique_ptr<StreamReader> stream_;
  std::atomic<int64_t> changes_ = 0;
  std::atomic<int64_t> unknown_ = 0;
};

}  // namespace

RaceDescription StreamKeepsItemOrder() {
  return Describe<ItemWriters>("stream-keeps-item-order",
                               "The stream tells every change of an item once and in order, and ends with the item.",
                               "The consumer loses one record.");
}

}  // namespace holdfast::conformance
