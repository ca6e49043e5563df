// Threads write a few items as fast as they can while another reads the stream: the stream has every change exactly
// once, and the changes of one item are in the order of their commits. Also meant for ThreadSanitizer.
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "tests/engine/operations/streams/stream_table.h"
#include "tests/engine/operations/transactions/transaction_requests.h"

namespace holdfast::testing {
namespace {

constexpr int kWriters = 4;
constexpr int kItemCount = 8;
constexpr int kWritesPerWriterAndItem = 400;

std::string Name(int item) { return "item" + std::to_string(item); }

UpdateItemRequest Increment(int item) { return Update(Key(Name(item), "s"), "ADD n :one", Fields({{":one", N("1")}})); }

// Attribute `n` of an image; 0 without an image.
int CountIn(const ItemRef& image) {
  return image == nullptr ? 0 : std::stoi(Number::FromBytes(image->attributes().Find("n")->bytes()).ToText());
}

// Reads the stream, and keeps the last value of `n` that it has read for each item.
class Follower {
 public:
  explicit Follower(StreamTable* table) : table_(table) {
    for (const StreamShardDescription& shard : table->Shards()) {
      iterators_.push_back(table->Iterator(shard.id, ShardIteratorType::kTrimHorizon));
    }
  }

  // Reads one page of each shard, and returns the number of records.
  size_t ReadPages() {
    size_t records = 0;
    for (std::string& iterator : iterators_) {
      const auto page = table_->Read(iterator, 100);
      if (!page.ok()) {
        ADD_FAILURE() << Outcome(page);
        return 0;
      }
      for (const RecordDescription& record : page->records) CheckRecord(record);
      records += page->records.size();
      iterator = *page->next_shard_iterator;
    }
    return records;
  }

  const std::map<std::string, int>& counts() const { return counts_; }

 private:
  void CheckRecord(const RecordDescription& record) {
    int& count = counts_[std::string(record.keys.Find("pk")->bytes())];
    EXPECT_EQ(CountIn(record.old_image), count) << "out of order, lost or duplicated";
    EXPECT_EQ(CountIn(record.new_image), count + 1);
    count = CountIn(record.new_image);
  }

  StreamTable* const table_;
  std::vector<std::string> iterators_;
  std::map<std::string, int> counts_;
};

TEST(StreamOrder, HasTheChangesOfEachItemOnceAndInOrder) {
  StreamTable table;
  std::atomic<int> writing = kWriters;
  std::vector<std::thread> threads;
  for (int writer = 0; writer < kWriters; ++writer) {
    threads.emplace_back([&, writer] {
      for (int n = 0; n < kWritesPerWriterAndItem; ++n) {
        for (int i = 0; i < kItemCount; i += 2) {
          const int item = (i + writer) % kItemCount;
          const int next = (item + 1) % kItemCount;
          const ExpressionFields one = Fields({{":one", N("1")}});
          if (n % 2 == 0) {
            EXPECT_TRUE(
                TransactWriteItems(table.state, Transaction({TransactUpdate(Key(Name(item), "s"), "ADD n :one", one),
                                                             TransactUpdate(Key(Name(next), "s"), "ADD n :one", one)}))
                    .ok());
          } else {
            EXPECT_TRUE(UpdateItem(table.state, Increment(item)).ok());
            EXPECT_TRUE(UpdateItem(table.state, Increment(next)).ok());
          }
        }
      }
      --writing;
    });
  }
  Follower follower(&table);
  while (writing > 0) follower.ReadPages();
  for (std::thread& thread : threads) thread.join();
  while (follower.ReadPages() > 0) {
  }
  ASSERT_EQ(follower.counts().size(), static_cast<size_t>(kItemCount));
  for (const auto& [item, count] : follower.counts()) EXPECT_EQ(count, kWriters * kWritesPerWriterAndItem) << item;
}

}  // namespace
}  // namespace holdfast::testing
