#include "engine/write/write_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <deque>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/indexes/index_entry.h"
#include "tests/engine/write/write_actions.h"
#include "tests/support/seeded_test.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;

// For each action of a refused plan, its error, or `ok` if it has none. Empty if the plan was executed.
std::vector<std::string> ErrorsOf(const Result<Effects, WriteRefusal>& result) {
  std::vector<std::string> formatted;
  if (result.ok()) return formatted;
  for (const std::optional<Error>& error : result.error().errors) {
    formatted.push_back(error.has_value() ? Outcome(Status(*error)) : "ok");
  }
  return formatted;
}
WritePlan Plan(std::vector<WriteAction> actions) { return WritePlan(actions.begin(), actions.end()); }

TEST(WritePath, InstallsEveryActionUnderOneCommit) {
  const std::shared_ptr<Table> table = TableOf(IndexedTable());
  CommitNumbers commits;
  const SystemClock clock;
  ActionSource first(table, "p", "1");
  ActionSource second(table, "q", "1", {{":v", N("1")}});
  const auto effects = ExecuteWrites(Plan({first.Put({{"b", S("b")}}), second.Update("SET v = :v")}), commits, clock);
  ASSERT_TRUE(effects.ok());
  ASSERT_EQ(effects->size(), 2u);
  EXPECT_EQ(Format(first.Stored()), R"({b: "b", pk: "p", sk: "1"})");
  EXPECT_EQ(Format(second.Stored()), R"({pk: "q", sk: "1", v: 1})");
  EXPECT_EQ(first.Stored()->commit(), commits.last());
  EXPECT_EQ(second.Stored()->commit(), commits.last());
  const uint64_t before = commits.last();
  ASSERT_TRUE(ExecuteWrite(second.Update("SET v = v + :v"), commits, clock).ok());
  EXPECT_GT(second.Stored()->commit(), before);
  EXPECT_EQ(first.Stored()->commit(), before) << "not written again";
}

// The size of a collection counts its items and local index entries after the whole plan is installed.
TEST(WritePath, MeasuresACollectionAfterThePlanIfRequested) {
  const std::shared_ptr<Table> table = TableOf(IndexedTable());
  CommitNumbers commits;
  const SystemClock clock;
  ActionSource first(table, "p", "1");
  ActionSource second(table, "p", "2");
  WriteAction in_index = first.Put({{"a", S("a")}});
  in_index.measures_collection = true;
  const size_t indexed_bytes = in_index.item->size_bytes();
  WriteAction unmeasured = second.Put({});
  const size_t plain_bytes = unmeasured.item->size_bytes();
  const auto effects = ExecuteWrites(Plan({in_index, unmeasured}), commits, clock);
  ASSERT_TRUE(effects.ok());
  EXPECT_EQ((*effects)[0].collection_bytes, 2 * indexed_bytes + plain_bytes);
  EXPECT_EQ((*effects)[1].collection_bytes, std::nullopt);
  WriteAction last = first.Delete();
  last.measures_collection = true;
  EXPECT_EQ(ExecuteWrite(last, commits, clock)->collection_bytes, plain_bytes);

  const std::shared_ptr<Table> without_local = TableOf(PlainTable());
  ActionSource third(without_local, "p", "1");
  WriteAction plain = third.Put({});
  plain.measures_collection = true;
  EXPECT_EQ(ExecuteWrite(plain, commits, clock)->collection_bytes, std::nullopt);
}

TEST(WritePath, AllConditionsAreEvaluated) {
  const std::shared_ptr<Table> table = TableOf(IndexedTable());
  CommitNumbers commits;
  const SystemClock clock;
  std::deque<ActionSource> sources;
  for (const char* sk : {"1", "2", "3", "4"}) sources.emplace_back(table, "p", sk);
  sources[1].If("attribute_exists(pk)");
  sources[3].If("attribute_exists(pk)");
  const auto refused = ExecuteWrites(
      Plan({sources[0].Put({}), sources[1].Check(), sources[2].Delete(), sources[3].Put({})}), commits, clock);
  EXPECT_THAT(ErrorsOf(refused), ElementsAre("ok", kConditionFailed, "ok", kConditionFailed));
  EXPECT_EQ(Format(sources[0].Stored()), kAbsent);
  EXPECT_EQ(commits.last(), 0u);
}

TEST(WritePath, AnErrorHasTheStoredItemIfTheActionAsksForIt) {
  CommitNumbers commits;
  const SystemClock clock;
  ActionSource source(TableOf(IndexedTable()), "p", "1", {{":one", N("1")}});
  const auto item_of = [&](WriteAction action) { return ItemOf(ExecuteWrite(std::move(action), commits, clock)); };
  const auto failing_update = [&] { return source.Update("SET n = b + :one"); };
  ASSERT_TRUE(ExecuteWrite(source.Put({{"b", S("b")}}), commits, clock).ok());
  EXPECT_EQ(item_of(failing_update()), kAbsent);
  WriteAction update = failing_update();
  update.return_item_on_condition_failure = true;
  EXPECT_EQ(item_of(update), kAbsent);
  update.return_item_on_any_failure = true;
  EXPECT_EQ(item_of(update), R"({b: "b", pk: "p", sk: "1"})");

  source.If("b = :one");
  WriteAction deletion = source.Delete();
  EXPECT_EQ(item_of(deletion), kAbsent);
  deletion.return_item_on_condition_failure = true;
  EXPECT_EQ(item_of(deletion), R"({b: "b", pk: "p", sk: "1"})");
  ActionSource absent(TableOf(IndexedTable()), "p", "1", {{":one", N("1")}});
  absent.If("b = :one");
  WriteAction deletion_of_nothing = absent.Delete();
  deletion_of_nothing.return_item_on_condition_failure = true;
  EXPECT_EQ(item_of(deletion_of_nothing), kAbsent);
}

TEST(WritePath, AnErrorOfAnUpdateIsReportedAlone) {
  const std::shared_ptr<Table> table = TableOf(IndexedTable());
  CommitNumbers commits;
  const SystemClock clock;
  std::deque<ActionSource> sources;
  for (const char* sk : {"1", "2", "3"}) sources.emplace_back(table, "p", sk);
  sources[0].If("attribute_exists(pk)");
  sources[2].If("attribute_exists(pk)");
  const auto refused =
      ExecuteWrites(Plan({sources[0].Check(), sources[1].Update("SET a = gone"), sources[2].Check()}), commits, clock);
  EXPECT_THAT(
      ErrorsOf(refused),
      ElementsAre("ok", "The provided expression refers to an attribute that does not exist in the item", "ok"));
}

TEST(WritePath, IndexesAreWrittenWithTheItem) {
  const std::shared_ptr<Table> table = TableOf(IndexedTable());
  CommitNumbers commits;
  const SystemClock clock;
  ActionSource source(table, "p", "1", {{":b", S("new")}});
  ASSERT_TRUE(ExecuteWrite(source.Put({{"b", S("old")}}), commits, clock).ok());
  const std::shared_ptr<GlobalIndex> index = table->FindGlobalIndex("global");
  const auto entry = [&](const char* b) {
    const AttributeMap item = {{"pk", S("p")}, {"sk", S("1")}, {"b", S(b)}};
    const GlobalEntryKey key = *GlobalEntryKeyOf(table->schema(), index->schema, index->entries.hash(), item);
    LatchLock lock(&index->entries.latch(PartitionMap::ShardOf(key.hash)));
    return index->entries.Find(key.hash, key.partition, key.sort);
  };
  EXPECT_TRUE(entry("old") == source.Stored()) << "the entry is the same object as the stored item";
  ASSERT_TRUE(ExecuteWrite(source.Update("SET b = :b"), commits, clock).ok());
  EXPECT_TRUE(entry("old") == nullptr);
  EXPECT_TRUE(entry("new") == source.Stored());
  ASSERT_TRUE(ExecuteWrite(source.Delete(), commits, clock).ok());
  EXPECT_TRUE(entry("new") == nullptr);
  EXPECT_EQ(index->entries.item_count(), 0u);
}

TEST(WritePath, NoIncrementIsLost) {
  constexpr int kThreads = 4;
  constexpr int kIncrements = 2000;
  const std::shared_ptr<Table> table = TableOf(IndexedTable());
  CommitNumbers commits;
  const SystemClock clock;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      ActionSource source(table, "p", "counter", {{":one", N("1")}});
      for (int i = 0; i < kIncrements; ++i) {
        if (!ExecuteWrite(source.Update("ADD n :one"), commits, clock).ok()) ADD_FAILURE();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Format(ActionSource(table, "p", "counter").Stored()), R"({n: 8000, pk: "p", sk: "counter"})");
  EXPECT_EQ(commits.last(), static_cast<uint64_t>(kThreads * kIncrements));
}

TEST(WritePath, OfManyConditionalPutsOneWins) {
  const std::shared_ptr<Table> table = TableOf(IndexedTable());
  CommitNumbers commits;
  const SystemClock clock;
  constexpr int kSlots = 300;
  std::atomic<int> winners = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int slot = 0; slot < kSlots; ++slot) {
        ActionSource source(table, "slot" + std::to_string(slot), "s");
        source.If("attribute_not_exists(pk)");
        if (ExecuteWrite(source.Put({{"b", S("b")}, {"owner", N(std::to_string(t))}}), commits, clock).ok()) ++winners;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(winners, kSlots);
  EXPECT_EQ(table->FindGlobalIndex("global")->entries.item_count(), static_cast<size_t>(kSlots));
}

// Concurrent transfers between accounts in both directions: no deadlock occurs, and the total stays the same.
TEST(WritePath, TransfersConserveTheTotal) {
  constexpr uint64_t kAccounts = 5;
  HOLDFAST_SEEDED_RANDOM(random);
  const std::shared_ptr<Table> table = TableOf(IndexedTable());
  CommitNumbers commits;
  const SystemClock clock;
  for (uint64_t i = 0; i < kAccounts; ++i) {
    ActionSource account(table, std::to_string(i), "s");
    ASSERT_TRUE(ExecuteWrite(account.Put({{"n", N("100")}, {"b", S("0")}}), commits, clock).ok());
  }
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&, seed = random.Next()] {
      Random mine(seed);
      for (int i = 0; i < 2000; ++i) {
        const uint64_t from = mine.Below(kAccounts);
        const uint64_t to = (from + 1 + mine.Below(kAccounts - 1)) % kAccounts;
        // The new value of `b` moves the item's entry in the global index, too.
        const AttributeValue b = S(std::to_string(mine.Below(9)));
        ActionSource payer(table, std::to_string(from), "s", {{":n", N("7")}, {":b", b}});
        ActionSource payee(table, std::to_string(to), "s", {{":n", N("7")}, {":b", b}});
        payer.If("n >= :n");
        const auto moved = ExecuteWrites(
            Plan({payer.Update("SET n = n - :n, b = :b"), payee.Update("SET n = n + :n, b = :b")}), commits, clock);
        if (moved.ok()) continue;
        const std::optional<Error>& error = moved.error().errors[0];
        if (!error.has_value() || error->kind != ErrorKind::kConditionalCheckFailed) ADD_FAILURE();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  int64_t total = 0;
  for (uint64_t i = 0; i < kAccounts; ++i) {
    const ItemRef account = ActionSource(table, std::to_string(i), "s").Stored();
    const int64_t amount = std::stoll(Number::FromBytes(account->attributes().Find("n")->bytes()).ToText());
    EXPECT_GE(amount, 0);
    total += amount;
  }
  EXPECT_EQ(total, 500);
  EXPECT_EQ(table->FindGlobalIndex("global")->entries.item_count(), size_t{kAccounts});
}

}  // namespace
}  // namespace holdfast::testing
