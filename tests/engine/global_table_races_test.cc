// Invariants of global tables that no interleaving of writers and deliveries in several Regions may break. Also meant
// for ThreadSanitizer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/time.h"
#include "engine/base/random.h"
#include "engine/engine.h"
#include "engine/operations.h"
#include "tests/engine/global_tables.h"
#include "tests/support/seeded_test.h"

namespace holdfast::testing {
namespace {

constexpr int kKeys = 8;

class GlobalTableRacesTest : public ::testing::Test {
 protected:
  GlobalTableRacesTest() {
    EXPECT_EQ(Outcome(us_.CreateTable(SlotsTable())), "ok");
    EXPECT_EQ(Outcome(us_.UpdateTable(CreateReplicaIn("eu-west-1"))), "ok");
  }

  // Runs each body on a thread of its own, all started together, and on another thread the background work, which
  // delivers changes. After the bodies have ended, runs the background work until none is left.
  void RunWhileDelivering(const std::vector<std::function<void()>>& bodies) {
    std::barrier start(static_cast<std::ptrdiff_t>(bodies.size()) + 1);
    std::atomic<bool> stop{false};
    std::vector<std::thread> threads;
    for (const std::function<void()>& body : bodies) {
      threads.emplace_back([&] {
        start.arrive_and_wait();
        body();
      });
    }
    std::thread worker([&] {
      start.arrive_and_wait();
      while (!stop.load()) engine_.RunBackgroundWork(absl::Milliseconds(1), /*sweep=*/false);
    });
    for (std::thread& thread : threads) thread.join();
    stop = true;
    worker.join();
    while (engine_.RunBackgroundWork(absl::Seconds(1), false)) {
    }
  }

  // Puts, deletes and transactions on few keys. `writer`: a different number for each call in a test, so that each put
  // writes a holder that no other write has written, and so does each transaction, to several keys.
  void Write(Database& database, uint64_t writer, int writes) {
    HOLDFAST_TRACE_SEED(seed_);
    Random random(seed_ + writer);
    for (int i = 0; i < writes; ++i) {
      const std::string pk = "key" + std::to_string(random.Next() % kKeys);
      const std::string holder = std::to_string(writer) + ":" + std::to_string(i);
      switch (random.Next() % 4) {
        case 0:
          EXPECT_EQ(Delete(database, pk), "ok");
          break;
        case 1: {
          TransactWriteItemsRequest transaction;
          std::vector<TransactWriteItem>& actions = transaction.transact_items.emplace();
          for (int key = 0; key < kKeys; key += 3) {
            TransactWriteItem::Put& put = actions.emplace_back().put.emplace();
            put.table_name = kSlots;
            put.item = Slot("key" + std::to_string(key), holder);
          }
          EXPECT_EQ(Outcome(database.TransactWriteItems(transaction)), "ok");
          break;
        }
        default:
          EXPECT_EQ(Put(database, pk, holder), "ok");
      }
    }
  }

  // Expects that table and index agree in each Region, and that all Regions agree.
  void ExpectAgreement(const std::vector<Database*>& databases) {
    const SlotMap slots = Slots(*databases.front());
    for (Database* const database : databases) {
      EXPECT_EQ(Slots(*database), slots);
      EXPECT_EQ(Slots(*database, "by_holder"), slots);
      EXPECT_TRUE(database->FindTable(kSlots)->items().InvariantsHold());
    }
  }

  const uint64_t seed_ = TestSeed();
  Engine engine_{{}, nullptr, 1};
  Database& us_ = engine_.database(kAccount, "us-east-1");
  Database& eu_ = engine_.database(kAccount, "eu-west-1");
};

TEST_F(GlobalTableRacesTest, RegionsThatAreWrittenConcurrentlyConverge) {
  HOLDFAST_TRACE_SEED(seed_);
  RunWhileDelivering({[&] { Write(us_, 0, 1'000); }, [&] { Write(us_, 1, 1'000); }, [&] { Write(eu_, 2, 1'000); },
                      [&] { Write(eu_, 3, 1'000); }});
  ExpectAgreement({&us_, &eu_});
}

TEST_F(GlobalTableRacesTest, AReplicaThatIsAddedDuringWritesConverges) {
  HOLDFAST_TRACE_SEED(seed_);
  for (uint64_t round = 0; round < 10; ++round) {
    RunWhileDelivering({[&] { Write(us_, 2 * round, 200); }, [&] { Write(eu_, 2 * round + 1, 200); },
                        [&] { EXPECT_EQ(Outcome(eu_.UpdateTable(CreateReplicaIn("ap-south-1"))), "ok"); }});
    ExpectAgreement({&us_, &eu_, &engine_.database(kAccount, "ap-south-1")});
    EXPECT_EQ(Outcome(us_.UpdateTable(DeleteReplicaIn("ap-south-1"))), "ok");
  }
}

// A replica is added and deleted again and again, and its database is reset, while the other replicas are written,
// described and copied.
TEST_F(GlobalTableRacesTest, AReplicaIsAddedAndDeletedDuringOtherOperations) {
  HOLDFAST_TRACE_SEED(seed_);
  std::atomic<int> replicas_added{0};
  const auto change = [&] {
    for (int i = 0; i < 30; ++i) {
      // Each request may be refused, because another thread sends the same requests.
      if (us_.UpdateTable(CreateReplicaIn("ap-south-1")).ok()) ++replicas_added;
      static_cast<void>(us_.UpdateTable(DeleteReplicaIn("ap-south-1")));
    }
  };
  const auto reset = [&] {
    Database& ap = engine_.database(kAccount, "ap-south-1");
    for (int i = 0; i < 60; ++i) {
      ap.Reset();
      us_.Fork();
      Describe(eu_);
    }
  };
  RunWhileDelivering({[&] { Write(us_, 0, 500); }, [&] { Write(eu_, 1, 500); }, change, change, reset});
  ExpectAgreement({&us_, &eu_});
  EXPECT_GT(replicas_added.load(), 0);
  EXPECT_THAT(Describe(us_), ::testing::StartsWith("ACTIVE: eu-west-1 ACTIVE"));
}

}  // namespace
}  // namespace holdfast::testing
