// Backups of an engine with many threads, copies and a background worker: each backup shows one moment.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/clock.h"
#include "engine/base/stored_bytes.h"
#include "engine/database/builds.h"
#include "engine/engine.h"
#include "engine/operations.h"
#include "tests/engine/scanned_items.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/support/outcomes.h"
#include "tests/support/sanitizers.h"

namespace holdfast::testing {
namespace {

using ::testing::StartsWith;

constexpr char kAccounts[] = "Accounts";
constexpr int64_t kBalance = 100;
constexpr int kManyAccounts = kSanitized ? 20'000 : 1'000'000;

class BackupsTest : public ::testing::Test {
 protected:
  BackupsTest() {
    TableDefinition definition = PlainTable(kAccounts);
    definition.attribute_definitions = {Define("pk")};
    definition.key_schema = {Hash("pk")};
    EXPECT_EQ(Outcome(database_.CreateTable(definition)), "ok");
  }

  static std::string Name(int account) { return "account#" + std::to_string(account); }
  void Fill(int accounts) {
    accounts_ = accounts;
    for (int i = 0; i < accounts; ++i) {
      PutItemRequest request;
      request.table_name = kAccounts;
      request.item = AttributeMap{{"pk", S(Name(i))}, {"balance", AttributeValue::Number(kBalance)}};
      ASSERT_EQ(Outcome(database_.PutItem(request)), "ok");
    }
  }
  // Moves an amount from one account to another in one transaction.
  void Transfer(int from, int to, int64_t amount) {
    TransactWriteItemsRequest request;
    request.transact_items.emplace();
    for (const auto& [account, change] : {std::pair(from, -amount), std::pair(to, amount)}) {
      TransactWriteItem::Update update;
      update.table_name = kAccounts;
      update.key = AttributeMap{{"pk", S(Name(account))}};
      update.update_expression = "ADD balance :n";
      update.expression_fields.values = {{":n", AttributeValue::Number(change)}};
      request.transact_items->emplace_back().update = std::move(update);
    }
    ASSERT_EQ(Outcome(database_.TransactWriteItems(request)), "ok");
  }
  // Makes transfers between random accounts until `stop` is set, but at most `transfers`.
  void TransferAtRandom(uint64_t seed, const std::atomic<bool>& stop, int transfers = std::numeric_limits<int>::max()) {
    Random random(seed);
    const uint64_t accounts = static_cast<uint64_t>(accounts_);
    for (int i = 0; i < transfers && !stop; ++i) {
      const int from = static_cast<int>(random.Below(accounts));
      const int to = static_cast<int>((static_cast<uint64_t>(from) + 1 + random.Below(accounts - 1)) % accounts);
      Transfer(from, to, static_cast<int64_t>(random.Below(10)) + 1);
    }
  }
  std::string Backup(const std::string& table = kAccounts) {
    const auto response = database_.CreateBackup({table, "backup"});
    EXPECT_EQ(Outcome(response), "ok");
    return response.ok() ? response->backup_details.arn : "";
  }
  static std::string Restore(Database& database, const std::string& arn, const std::string& target = "Restored") {
    return Outcome(database.RestoreTableFromBackup({target, arn, {}}));
  }
  static std::string StatusOf(Database& database, const std::string& table) {
    const auto response = database.DescribeTable({table});
    if (!response.ok()) return Outcome(response);
    return std::string(EnumField<TableStatus>::TextOf(response->table.table_status));
  }

  static size_t CountItems(Database& database, const std::string& table,
                           std::optional<std::string> index = std::nullopt) {
    return ForEachItem(database, ScanOf(table, std::move(index)), [](AttributeMapView) {});
  }
  // The number of accounts and the sum of their balances: `<accounts>: <sum>`.
  static std::string TotalOf(Database& database, const std::string& table) {
    int64_t total = 0;
    const size_t count = ForEachItem(database, ScanOf(table), [&](AttributeMapView item) {
      total += std::stoll(Number::FromBytes(item.Find("balance")->bytes()).ToText());
    });
    return std::to_string(count) + ": " + std::to_string(total);
  }
  std::string ConservedTotal() const {
    return std::to_string(accounts_) + ": " + std::to_string(int64_t{accounts_} * kBalance);
  }
  void RunAllBackgroundWork() {
    while (engine_.RunBackgroundWork(absl::Seconds(1), /*sweep=*/false)) {
    }
  }

  int accounts_ = 0;
  std::shared_ptr<VirtualClock> clock_ = std::make_shared<VirtualClock>(absl::FromUnixSeconds(1'791'540'000));
  Engine engine_{{}, clock_, 1};
  Database& database_ = engine_.database("000000000000", "us-east-1");
};

TEST_F(BackupsTest, ABackupUnderEightWritersHasTheConservedTotal) {
  Fill(kManyAccounts);
  std::atomic<bool> stop{false};
  std::vector<std::thread> writers;
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    writers.emplace_back([this, seed, &stop] { TransferAtRandom(seed, stop); });
  }
  std::vector<std::string> arns;
  for (int i = 0; i < 5; ++i) {
    // Lets the writers make some transfers before the next backup.
    const uint64_t last = database_.last_commit();
    while (database_.last_commit() < last + 200) std::this_thread::yield();
    arns.push_back(Backup());
  }
  // Restores the first backup while the writers go on.
  EXPECT_EQ(Restore(database_, arns.front(), "Early"), "ok");
  EXPECT_EQ(TotalOf(database_, "Early"), ConservedTotal());
  stop = true;
  for (std::thread& writer : writers) writer.join();
  for (const std::string& arn : arns) {
    ASSERT_EQ(Restore(database_, arn), "ok");
    EXPECT_EQ(TotalOf(database_, "Restored"), ConservedTotal());
    ASSERT_EQ(Outcome(database_.DeleteTable({"Restored"})), "ok");
  }
}

TEST_F(BackupsTest, ARestoredTableIsEqualItemByItem) {
  Fill(kManyAccounts);
  const std::atomic<bool> stop{false};
  TransferAtRandom(7, stop, 1'000);
  const std::string arn = Backup();
  std::vector<std::string> before;
  before.reserve(static_cast<size_t>(accounts_));
  ForEachItem(database_, ScanOf(kAccounts), [&](AttributeMapView item) { before.emplace_back(item.packed()); });
  TransferAtRandom(8, stop, 1'000);
  ASSERT_EQ(Restore(database_, arn), "ok");
  size_t different = 0;
  size_t next = 0;
  ForEachItem(database_, ScanOf("Restored"), [&](AttributeMapView item) {
    if (next >= before.size() || before[next] != item.packed()) ++different;
    ++next;
  });
  EXPECT_EQ(next, before.size());
  EXPECT_EQ(different, 0u);
}

TEST_F(BackupsTest, EachSecondOfARecoverableTableUnderEightWritersHasTheConservedTotal) {
  Fill(200);
  ASSERT_EQ(
      Outcome(database_.UpdateContinuousBackups({kAccounts, PointInTimeRecoverySpecification{true, std::nullopt}})),
      "ok");
  const absl::Time start = clock_->Now();
  std::atomic<bool> stop{false};
  std::vector<std::thread> writers;
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    writers.emplace_back([this, seed, &stop] { TransferAtRandom(seed, stop); });
  }
  for (int second = 0; second < 40; ++second) {
    const uint64_t last = database_.last_commit();
    while (database_.last_commit() < last + 20) std::this_thread::yield();
    clock_->Advance(absl::Seconds(1));
  }
  stop = true;
  for (std::thread& writer : writers) writer.join();
  const absl::Time end = clock_->Now();
  clock_->Advance(absl::Minutes(5));
  for (absl::Time time = start; time <= end; time += absl::Seconds(1)) {
    RestoreTableToPointInTimeRequest request;
    request.source_table_name = kAccounts;
    request.target_table_name = "Restored";
    request.restore_date_time = time;
    ASSERT_EQ(Outcome(database_.RestoreTableToPointInTime(request)), "ok");
    EXPECT_EQ(TotalOf(database_, "Restored"), ConservedTotal()) << time;
    ASSERT_EQ(Outcome(database_.DeleteTable({"Restored"})), "ok");
  }
}

TEST_F(BackupsTest, ALargeRestoreWithAnIndexIsBuiltInTheBackground) {
  Fill(static_cast<int>(kImmediateBuildItemsMax) + 3'000);
  TableUpdate update;
  update.table_name = kAccounts;
  update.attribute_definitions = {Define("balance", ScalarAttributeType::kNumber)};
  update.global_secondary_index_updates.emplace().emplace_back().create =
      GlobalIndexOf("by_balance", {Hash("balance")});
  ASSERT_EQ(Outcome(database_.UpdateTable(update)), "ok");
  const std::string arn = Backup();

  int wakes = 0;
  engine_.SetBackgroundWorker([&wakes] { ++wakes; });
  ASSERT_EQ(Restore(database_, arn), "ok");
  EXPECT_GT(wakes, 0);
  EXPECT_EQ(StatusOf(database_, "Restored"), "CREATING");
  GetItemRequest get;
  get.table_name = "Restored";
  get.key = AttributeMap{{"pk", S(Name(1))}};
  EXPECT_THAT(Outcome(database_.GetItem(get)), StartsWith("ResourceNotFound"));
  EXPECT_THAT(Outcome(database_.DeleteTable({"Restored"})), StartsWith("ResourceInUse"));
  EXPECT_THAT(Outcome(database_.DeleteBackup({arn})), StartsWith("BackupInUse"));
  EXPECT_THAT(Restore(database_, arn), StartsWith("TableInUse"));
  for (int slice = 0; slice < 5; ++slice) ASSERT_TRUE(database_.RunBackgroundSlice(false));
  EXPECT_EQ(StatusOf(database_, "Restored"), "CREATING");
  // A fork that is made now finishes its own restore.
  const std::shared_ptr<Database> fork = engine_.fork("000000000000", "us-east-1", "copy");
  EXPECT_EQ(StatusOf(*fork, "Restored"), "CREATING");
  RunAllBackgroundWork();
  for (Database* const database : {&database_, fork.get()}) {
    EXPECT_EQ(StatusOf(*database, "Restored"), "ACTIVE");
    EXPECT_EQ(TotalOf(*database, "Restored"), ConservedTotal());
    EXPECT_EQ(CountItems(*database, "Restored", "by_balance"), static_cast<size_t>(accounts_));
  }
  EXPECT_EQ(Outcome(database_.DeleteBackup({arn})), "ok");
  engine_.SetBackgroundWorker(nullptr);
}

TEST_F(BackupsTest, ARestoreThatOmitsALocalIndexCopiesPartitionsInTheBackground) {
  TableDefinition definition = IndexedTable("Slots");
  definition.global_secondary_indexes.reset();
  definition.attribute_definitions->pop_back();
  ASSERT_EQ(Outcome(database_.CreateTable(definition)), "ok");
  const int count = static_cast<int>(kImmediateBuildItemsMax) + 3'000;
  for (int i = 0; i < count; ++i) {
    PutItemRequest request;
    request.table_name = "Slots";
    request.item =
        AttributeMap{{"pk", S(std::to_string(i % 100))}, {"sk", S(std::to_string(i))}, {"a", S(std::to_string(i % 7))}};
    ASSERT_EQ(Outcome(database_.PutItem(request)), "ok");
  }
  const std::string arn = Backup("Slots");
  engine_.SetBackgroundWorker([] {});
  TableOverrides overrides;
  overrides.local_secondary_indexes.emplace();
  ASSERT_EQ(Outcome(database_.RestoreTableFromBackup({"Restored", arn, overrides})), "ok");
  for (int slice = 0; slice < 5; ++slice) ASSERT_TRUE(database_.RunBackgroundSlice(false));
  EXPECT_EQ(StatusOf(database_, "Restored"), "CREATING");
  const std::shared_ptr<Database> fork = engine_.fork("000000000000", "us-east-1", "copy");
  RunAllBackgroundWork();
  for (Database* const database : {&database_, fork.get()}) {
    EXPECT_EQ(StatusOf(*database, "Restored"), "ACTIVE");
    EXPECT_EQ(CountItems(*database, "Restored"), static_cast<size_t>(count));
    EXPECT_TRUE(database->FindTable("Restored")->items().InvariantsHold());
  }
  engine_.SetBackgroundWorker(nullptr);
}

TEST_F(BackupsTest, CopiesOfADatabaseHaveItsBackupsAndRecoveryHistory) {
  Fill(10);
  ASSERT_EQ(
      Outcome(database_.UpdateContinuousBackups({kAccounts, PointInTimeRecoverySpecification{true, std::nullopt}})),
      "ok");
  const std::string arn = Backup();
  const Snapshot snapshot = database_.TakeSnapshot();
  const std::unique_ptr<Database> fork = database_.Fork("111111111111", "us-east-1");
  const auto listed = fork->ListBackups({});
  ASSERT_EQ(listed->backup_summaries.size(), 1u);
  const std::string forked_arn = listed->backup_summaries.front().arn;
  EXPECT_THAT(forked_arn, StartsWith("arn:aws:dynamodb:us-east-1:111111111111:table/Accounts/backup/"));
  ASSERT_EQ(Outcome(database_.DeleteBackup({arn})), "ok");
  EXPECT_EQ(Restore(*fork, forked_arn), "ok");
  EXPECT_EQ(TotalOf(*fork, "Restored"), ConservedTotal());
  database_.Restore(snapshot);
  EXPECT_EQ(Restore(database_, arn), "ok");

  // The recovery histories diverge: each database restores its own writes.
  const absl::Time shared = clock_->Now();
  clock_->Advance(absl::Seconds(10));
  for (Database* const database : {&database_, fork.get()}) {
    PutItemRequest request;
    request.table_name = kAccounts;
    request.item = AttributeMap{{"pk", S("new")}, {"balance", AttributeValue::Number(1)}};
    ASSERT_EQ(Outcome(database->PutItem(request)), "ok");
    if (database == &database_) {
      request.item = AttributeMap{{"pk", S("newer")}, {"balance", AttributeValue::Number(1)}};
      ASSERT_EQ(Outcome(database->PutItem(request)), "ok");
    }
  }
  clock_->Advance(absl::Minutes(10));
  const auto count_at = [](Database& database, absl::Time time, const std::string& target) {
    RestoreTableToPointInTimeRequest request;
    request.source_table_name = kAccounts;
    request.target_table_name = target;
    request.restore_date_time = time;
    EXPECT_EQ(Outcome(database.RestoreTableToPointInTime(request)), "ok");
    return CountItems(database, target);
  };
  for (Database* const database : {&database_, fork.get()}) {
    EXPECT_EQ(count_at(*database, shared, "Before"), 10u);
    EXPECT_EQ(count_at(*database, shared + absl::Seconds(10), "After"), database == &database_ ? 12u : 11u);
  }
}

TEST_F(BackupsTest, ADatabaseWithABackupOfADeletedTableIsInUse) {
  const absl::Time later = absl::Now() + absl::Minutes(1);
  const auto has_database = [this] { return engine_.Find("333333333333", "us-east-1") != nullptr; };
  {
    const std::shared_ptr<Database> database = engine_.FindOrCreate("333333333333", "us-east-1");
    ASSERT_EQ(Outcome(database->CreateTable(PlainTable("Slots"))), "ok");
    ASSERT_EQ(Outcome(database->CreateBackup({"Slots", "backup"})), "ok");
    ASSERT_EQ(Outcome(database->DeleteTable({"Slots"})), "ok");
  }
  engine_.DropUnused(later);
  ASSERT_TRUE(has_database());
  {
    const std::shared_ptr<Database> database = engine_.Find("333333333333", "us-east-1");
    const std::string arn = database->ListBackups({})->backup_summaries.front().arn;
    ASSERT_EQ(Outcome(database->DeleteBackup({arn})), "ok");
  }
  engine_.DropUnused(later);
  EXPECT_FALSE(has_database());
}

TEST_F(BackupsTest, DataThatOnlyABackupKeepsCountsAsStoredMemory) {
  // Allows for the bytes that threads have counted but not yet added to the total.
  constexpr size_t kSlack = size_t{2} << 20;
  const auto put = [](Database& database, int number, char fill) {
    PutItemRequest request;
    request.table_name = kAccounts;
    request.item = AttributeMap{{"pk", S(Name(number))}, {"z", S(std::string(10'000, fill))}};
    return Outcome(database.PutItem(request));
  };
  for (int i = 0; i < 1'000; ++i) ASSERT_EQ(put(database_, i, 'a'), "ok");
  const size_t before = StoredBytes::Total();
  const std::string arn = Backup();
  for (int i = 0; i < 1'000; ++i) ASSERT_EQ(put(database_, i, 'b'), "ok");
  EXPECT_GT(StoredBytes::Total() + kSlack, before + 10'000'000);
  ASSERT_EQ(Outcome(database_.DeleteBackup({arn})), "ok");
  EXPECT_LT(StoredBytes::Total(), before + kSlack);

  EngineOptions options;
  options.max_memory_bytes = StoredBytes::Total() + kSlack;
  Database full("222222222222", "us-east-1", options, std::make_shared<DatabaseClock>(clock_), 1);
  ASSERT_EQ(Outcome(full.CreateTable(PlainTable(kAccounts))), "ok");
  int puts = 0;
  while (puts < 1'000 && put(full, puts, 'c') == "ok") ++puts;
  EXPECT_LT(puts, 1'000);
  // What remains is less than an item, and some backups.
  std::string backup = "ok";
  for (int i = 0; i < 1'000 && backup == "ok"; ++i) backup = Outcome(full.CreateBackup({kAccounts, "backup"}));
  EXPECT_THAT(backup, StartsWith("Holdfast holds as much data as its memory limit"));
}

TEST_F(BackupsTest, BackupsOfATableThatIsCreatedAndDeletedMeanwhileSucceedOrAreRefused) {
  std::atomic<bool> stop{false};
  std::atomic<int> backups_made{0};
  std::thread churn([&] {
    for (int i = 0; i < 200 || backups_made == 0; ++i) {
      EXPECT_EQ(Outcome(database_.CreateTable(PlainTable("Passing"))), "ok");
      PutItemRequest request;
      request.table_name = "Passing";
      request.item = AttributeMap{{"pk", S("a")}, {"sk", S("b")}};
      EXPECT_EQ(Outcome(database_.PutItem(request)), "ok");
      EXPECT_EQ(Outcome(database_.DeleteTable({"Passing"})), "ok");
    }
    stop = true;
  });
  while (!stop) {
    const auto response = database_.CreateBackup({"Passing", "backup"});
    if (response.ok()) {
      ++backups_made;
      EXPECT_EQ(Outcome(database_.DeleteBackup({response->backup_details.arn})), "ok");
    } else {
      EXPECT_EQ(Outcome(response), "TableNotFound: Table not found: Passing");
    }
  }
  churn.join();
  EXPECT_TRUE(database_.ListBackups({})->backup_summaries.empty());
}

}  // namespace
}  // namespace holdfast::testing
