// Invariants of the engine that no interleaving of threads may break. Also meant for ThreadSanitizer.
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "engine/engine.h"
#include "engine/operations.h"
#include "tests/engine/scanned_items.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/support/seeded_test.h"

namespace holdfast {
namespace {

using AV = AttributeValue;

constexpr int kThreads = 4;
constexpr char kTable[] = "Races";

TableDefinition RacesTable() {
  TableDefinition definition = PlainTable(kTable);
  definition.attribute_definitions = {Define("pk"), Define("holder")};
  definition.key_schema = {Hash("pk")};
  definition.global_secondary_indexes = {GlobalIndexOf("by_holder", {Hash("holder")})};
  return definition;
}

std::string Name(const char* prefix, int number) { return prefix + std::to_string(number); }

class RacesTest : public ::testing::Test {
 protected:
  RacesTest() { EXPECT_TRUE(database_.CreateTable(RacesTable()).ok()); }

  // Runs `body(thread)` on every thread, all started together.
  static void InThreads(const std::function<void(int thread)>& body) {
    std::barrier start(kThreads);
    std::vector<std::thread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        start.arrive_and_wait();
        body(thread);
      });
    }
    for (std::thread& thread : threads) thread.join();
  }

  static AttributeMap Key(const std::string& pk) { return {{"pk", AV::String(pk)}}; }

  void Put(AttributeMap item) {
    PutItemRequest request;
    request.table_name = kTable;
    request.item = std::move(item);
    ASSERT_TRUE(database_.PutItem(request).ok());
  }
  void PutNumber(const std::string& pk, int64_t n) { Put({{"pk", AV::String(pk)}, {"n", AV::Number(n)}}); }

  static UpdateItemRequest Update(const std::string& pk, std::string update, ExpressionAttributeValues values,
                                  std::optional<std::string> condition = std::nullopt) {
    UpdateItemRequest request;
    request.table_name = kTable;
    request.key = Key(pk);
    request.update_expression = std::move(update);
    request.condition_expression = std::move(condition);
    request.expression_fields.values = std::move(values);
    return request;
  }
  static TransactWriteItem TransactUpdate(const std::string& pk, std::string update, ExpressionAttributeValues values,
                                          std::optional<std::string> condition = std::nullopt) {
    TransactWriteItem action;
    TransactWriteItem::Update& fields = action.update.emplace();
    fields.table_name = kTable;
    fields.key = Key(pk);
    fields.update_expression = std::move(update);
    fields.condition_expression = std::move(condition);
    fields.expression_fields.values = std::move(values);
    return action;
  }
  static TransactWriteItem TransactPutNew(AttributeMap item) {
    TransactWriteItem action;
    TransactWriteItem::Put& fields = action.put.emplace();
    fields.table_name = kTable;
    fields.item = std::move(item);
    fields.condition_expression = "attribute_not_exists(pk)";
    return action;
  }
  Result<TransactWriteItemsResponse> Transact(std::vector<TransactWriteItem> actions,
                                              std::optional<std::string> token = std::nullopt) {
    TransactWriteItemsRequest request;
    request.transact_items = std::move(actions);
    request.client_request_token = std::move(token);
    return database_.TransactWriteItems(request);
  }

  int64_t NumberOf(AttributeMapView item) { return std::stoll(Number::FromBytes(item.Find("n")->bytes()).ToText()); }
  int64_t NumberAt(const std::string& pk) {
    GetItemRequest request;
    request.table_name = kTable;
    request.key = Key(pk);
    const auto response = database_.GetItem(request);
    return response.ok() && response->item.has_value() ? NumberOf(response->item->view()) : -1;
  }

  std::vector<AttributeMap> ScanAll(std::optional<std::string> index = std::nullopt) {
    ScanRequest request = testing::ScanOf(kTable, std::move(index));
    request.limit = 7;
    std::vector<AttributeMap> found;
    testing::ForEachItem(database_, request, [&found](AttributeMapView item) { found.emplace_back(item); });
    return found;
  }

  Engine engine_{EngineOptions(), nullptr, 1};
  Database& database_ = engine_.database("000000000000", "us-east-1");
};

TEST_F(RacesTest, OnePutOfAnItemThatMustNotExistWins) {
  constexpr int kSlots = 200;
  std::vector<std::atomic<int>> winners(kSlots);
  InThreads([&](int thread) {
    for (int slot = 0; slot < kSlots; ++slot) {
      PutItemRequest request;
      request.table_name = kTable;
      request.item = AttributeMap{{"pk", AV::String(Name("slot", slot))}, {"n", AV::Number(thread)}};
      request.condition_expression = "attribute_not_exists(pk)";
      const auto response = database_.PutItem(request);
      if (response.ok()) {
        ++winners[static_cast<size_t>(slot)];
      } else {
        EXPECT_EQ(response.error().kind, ErrorKind::kConditionalCheckFailed);
      }
    }
  });
  for (int slot = 0; slot < kSlots; ++slot) EXPECT_EQ(winners[static_cast<size_t>(slot)], 1) << slot;
}

TEST_F(RacesTest, TheLastSlotIsBookedOnceAndLeavesNoOrphan) {
  constexpr int kRounds = 100;
  for (int round = 0; round < kRounds; ++round) PutNumber(Name("slot", round), 1);
  std::atomic<int> booked{0};
  std::barrier next(kThreads);
  InThreads([&](int thread) {
    for (int round = 0; round < kRounds; ++round) {
      next.arrive_and_wait();
      const auto response =
          Transact({TransactUpdate(Name("slot", round), "SET n = :none",
                                   {{":none", AV::Number(0)}, {":one", AV::Number(1)}}, "n = :one"),
                    TransactPutNew({{"pk", AV::String(Name("appointment", round) + "by" + std::to_string(thread))},
                                    {"holder", AV::String(Name("slot", round))}})});
      if (response.ok()) {
        ++booked;
      } else {
        EXPECT_EQ(response.error().message,
                  "Transaction cancelled, please refer cancellation reasons for specific reasons "
                  "[ConditionalCheckFailed, None]");
      }
    }
  });
  EXPECT_EQ(booked, kRounds);
  EXPECT_EQ(ScanAll("by_holder").size(), size_t{kRounds}) << "one appointment for each slot";
}

TEST_F(RacesTest, StockNeverGoesBelowZero) {
  constexpr int kStock = 500;
  PutNumber("stock", kStock);
  std::atomic<int> sold{0};
  InThreads([&](int) {
    for (int i = 0; i < kStock; ++i) {
      const auto response =
          database_.UpdateItem(Update("stock", "SET n = n - :one", {{":one", AV::Number(1)}}, "n >= :one"));
      if (response.ok()) ++sold;
    }
  });
  EXPECT_EQ(sold, kStock);
  EXPECT_EQ(NumberAt("stock"), 0);
}

TEST_F(RacesTest, NoIncrementIsLost) {
  constexpr int kIncrements = 1'000;
  InThreads([&](int) {
    for (int i = 0; i < kIncrements; ++i) {
      EXPECT_TRUE(database_.UpdateItem(Update("counter", "ADD n :one", {{":one", AV::Number(1)}})).ok());
    }
  });
  EXPECT_EQ(NumberAt("counter"), kIncrements * kThreads);
}

TEST_F(RacesTest, OptimisticLockingLosesNoUpdate) {
  constexpr int kUpdates = 100;
  PutNumber("versioned", 0);
  InThreads([&](int) {
    for (int done = 0; done < kUpdates;) {
      const int64_t seen = NumberAt("versioned");
      const auto response = database_.UpdateItem(Update(
          "versioned", "SET n = :next", {{":next", AV::Number(seen + 1)}, {":seen", AV::Number(seen)}}, "n = :seen"));
      if (response.ok()) ++done;
    }
  });
  EXPECT_EQ(NumberAt("versioned"), kUpdates * kThreads);
}

// Transfers between accounts in every direction. Without one canonical order of the locks they would deadlock,
// and a transaction that is not atomic would change the total. One thread reads and checks the total meanwhile.
TEST_F(RacesTest, TransfersConserveTheTotalThatTransactionsRead) {
  HOLDFAST_SEEDED_RANDOM(seeds);
  constexpr int kAccounts = 5;
  constexpr int kTransfers = 500;
  constexpr int64_t kEach = 100;
  for (int account = 0; account < kAccounts; ++account) PutNumber(Name("account", account), kEach);
  std::vector<uint64_t> thread_seeds;
  for (int thread = 0; thread < kThreads; ++thread) thread_seeds.push_back(seeds.Next());

  InThreads([&](int thread) {
    HOLDFAST_TRACE_SEED(seeds_seed);
    Random random(thread_seeds[static_cast<size_t>(thread)]);
    for (int i = 0; i < kTransfers; ++i) {
      if (thread == 0) {
        TransactGetItemsRequest request;
        request.transact_items.emplace(kAccounts);
        for (int account = 0; account < kAccounts; ++account) {
          TransactGetItem::Get& get = (*request.transact_items)[static_cast<size_t>(account)].get.emplace();
          get.table_name = kTable;
          get.key = Key(Name("account", account));
        }
        const auto response = database_.TransactGetItems(request);
        ASSERT_TRUE(response.ok()) << response.error().message;
        int64_t total = 0;
        for (const auto& item : response->responses) total += NumberOf(item->view());
        ASSERT_EQ(total, kAccounts * kEach);
        continue;
      }
      const int from = static_cast<int>(random.Below(kAccounts));
      const int to = (from + 1 + static_cast<int>(random.Below(kAccounts - 1))) % kAccounts;
      const AV amount = AV::Number(static_cast<int64_t>(random.Below(30)));
      const auto response =
          Transact({TransactUpdate(Name("account", from), "SET n = n - :a", {{":a", amount}}, "n >= :a"),
                    TransactUpdate(Name("account", to), "SET n = n + :a", {{":a", amount}})});
      if (!response.ok()) {
        ASSERT_EQ(response.error().kind, ErrorKind::kTransactionCanceled);
      }
    }
  });
  int64_t total = 0;
  for (int account = 0; account < kAccounts; ++account) total += NumberAt(Name("account", account));
  EXPECT_EQ(total, kAccounts * kEach);
}

// Two doctors are on call, and each may leave only while the other one stays: a transaction checks the item of one
// doctor and updates that of the other.
TEST_F(RacesTest, ConditionChecksPreventWriteSkew) {
  constexpr int kRounds = 100;
  std::barrier next(kThreads);
  InThreads([&](int thread) {
    for (int round = 0; round < kRounds; ++round) {
      if (thread == 0) {
        PutNumber("doctor0", 1);
        PutNumber("doctor1", 1);
      }
      next.arrive_and_wait();
      TransactWriteItem other_stays;
      TransactWriteItem::ConditionCheck& check = other_stays.condition_check.emplace();
      check.table_name = kTable;
      check.key = Key(Name("doctor", 1 - thread % 2));
      check.condition_expression = "n = :on";
      check.expression_fields.values = ExpressionAttributeValues{{":on", AV::Number(1)}};
      (void)Transact({std::move(other_stays),
                      TransactUpdate(Name("doctor", thread % 2), "SET n = :off", {{":off", AV::Number(0)}})});
      next.arrive_and_wait();
      if (thread == 0) {
        EXPECT_EQ(NumberAt("doctor0") + NumberAt("doctor1"), 1);
      }
    }
  });
}

TEST_F(RacesTest, ATransactionWithATokenIsAppliedOnce) {
  constexpr int kTokens = 100;
  PutNumber("counter", 0);
  InThreads([&](int) {
    for (int token = 0; token < kTokens; ++token) {
      std::optional<ErrorKind> refused;
      do {
        const auto response =
            Transact({TransactUpdate("counter", "SET n = n + :one", {{":one", AV::Number(1)}})}, Name("token", token));
        refused = response.ok() ? std::nullopt : std::optional(response.error().kind);
      } while (refused == ErrorKind::kTransactionInProgress);
      EXPECT_FALSE(refused.has_value());
    }
  });
  EXPECT_EQ(NumberAt("counter"), kTokens);
}

TEST_F(RacesTest, AnIndexAgreesWithItsTable) {
  HOLDFAST_SEEDED_RANDOM(seeds);
  std::vector<uint64_t> thread_seeds;
  for (int thread = 0; thread < kThreads; ++thread) thread_seeds.push_back(seeds.Next());
  InThreads([&](int thread) {
    HOLDFAST_TRACE_SEED(seeds_seed);
    Random random(thread_seeds[static_cast<size_t>(thread)]);
    for (int i = 0; i < 500; ++i) {
      const std::string pk = Name("item", static_cast<int>(random.Below(10)));
      const AV holder = AV::String(Name("holder", static_cast<int>(random.Below(3))));
      switch (random.Below(3)) {
        case 0:
          Put({{"pk", AV::String(pk)}, {"holder", holder}, {"n", AV::Number(i)}});
          break;
        case 1:
          EXPECT_TRUE(database_.UpdateItem(Update(pk, "REMOVE holder SET n = :n", {{":n", AV::Number(i)}})).ok());
          break;
        default:
          DeleteItemRequest request;
          request.table_name = kTable;
          request.key = Key(pk);
          EXPECT_TRUE(database_.DeleteItem(request).ok());
      }
      for (const AttributeMap& item : ScanAll("by_holder")) EXPECT_TRUE(item.Find("holder").has_value());
    }
  });
  std::multiset<std::string> expected;
  for (const AttributeMap& item : ScanAll()) {
    if (item.Find("holder").has_value()) expected.emplace(item.view().packed());
  }
  std::multiset<std::string> indexed;
  for (const AttributeMap& item : ScanAll("by_holder")) indexed.emplace(item.view().packed());
  EXPECT_EQ(indexed, expected);
}

TEST_F(RacesTest, AScanSeesEveryItemThatStaysExactlyOnce) {
  constexpr int kItems = 100;
  for (int i = 0; i < kItems; ++i) PutNumber(Name("stays", i), 0);
  InThreads([&](int thread) {
    for (int i = 0; i < 30; ++i) {
      if (thread > 0) {
        for (int n = 0; n < 30; ++n) {
          PutNumber(Name("comes and goes", thread * 1'000 + n), i);
          PutNumber(Name("stays", (thread * 31 + n) % kItems), i);
        }
        continue;
      }
      std::multiset<std::string> seen;
      for (const AttributeMap& item : ScanAll()) {
        const std::string pk(item.Find("pk")->bytes());
        if (pk.starts_with("stays")) seen.insert(pk);
      }
      EXPECT_EQ(seen.size(), size_t{kItems});
      EXPECT_EQ(std::set<std::string>(seen.begin(), seen.end()).size(), size_t{kItems});
    }
  });
}

TEST_F(RacesTest, TablesAreDeletedAndCreatedWhileTheyAreUsed) {
  InThreads([&](int thread) {
    for (int i = 0; i < 200; ++i) {
      if (thread == 0) {
        EXPECT_TRUE(database_.DeleteTable({.table_name = kTable}).ok());
        EXPECT_TRUE(database_.CreateTable(RacesTable()).ok());
        continue;
      }
      const auto response = database_.UpdateItem(Update("counter", "ADD n :one", {{":one", AV::Number(1)}}));
      if (!response.ok()) {
        EXPECT_EQ(response.error().kind, ErrorKind::kResourceNotFound) << response.error().message;
      }
      (void)database_.Scan(testing::ScanOf(kTable));
    }
  });
}

}  // namespace
}  // namespace holdfast
