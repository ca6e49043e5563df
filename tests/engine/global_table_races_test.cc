// Invariants of global tables that no interleaving of writers and deliveries in several Regions may break. Also meant
// for ThreadSanitizer.
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <functional>
#include <string>
#include <thread>
#include <vector>

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

  // Puts, deletes and transactions on few keys. Every put and transaction writes a new holder.
  static void Write(Database& database, const std::string& writer, uint64_t seed, int writes) {
    Random random(seed);
    for (int i = 0; i < writes; ++i) {
      const std::string pk = "key" + std::to_string(random.Next() % kKeys);
      const std::string holder = writer + std::to_string(i);
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

  Engine engine_{{}, nullptr, 1};
  Database& us_ = engine_.database(kAccount, "us-east-1");
  Database& eu_ = engine_.database(kAccount, "eu-west-1");
};

TEST_F(GlobalTableRacesTest, RegionsThatAreWrittenConcurrentlyConverge) {
  const uint64_t seed = TestSeed();
  SCOPED_TRACE("run again with HOLDFAST_SEED=" + std::to_string(seed));
  RunWhileDelivering({[&] { Write(us_, "us", seed, 1'000); }, [&] { Write(us_, "us2", seed + 1, 1'000); },
                      [&] { Write(eu_, "eu", seed + 2, 1'000); }, [&] { Write(eu_, "eu2", seed + 3, 1'000); }});
  ExpectAgreement({&us_, &eu_});
}

TEST_F(GlobalTableRacesTest, AReplicaThatIsAddedDuringWritesConverges) {
  const uint64_t seed = TestSeed();
  SCOPED_TRACE("run again with HOLDFAST_SEED=" + std::to_string(seed));
  for (int round = 0; round < 10; ++round) {
    RunWhileDelivering({[&] { Write(us_, "us", seed, 200); }, [&] { Write(eu_, "eu", seed + 1, 200); },
                        [&] { EXPECT_EQ(Outcome(eu_.UpdateTable(CreateReplicaIn("ap-south-1"))), "ok"); }});
    ExpectAgreement({&us_, &eu_, &engine_.database(kAccount, "ap-south-1")});
    EXPECT_EQ(Outcome(us_.UpdateTable(DeleteReplicaIn("ap-south-1"))), "ok");
  }
}

// A replica is added and deleted again and again, and its database is reset, while the other replicas are written,
// described and copied.
TEST_F(GlobalTableRacesTest, AReplicaIsAddedAndDeletedDuringOtherOperations) {
  const uint64_t seed = TestSeed();
  SCOPED_TRACE("run again with HOLDFAST_SEED=" + std::to_string(seed));
  const auto change = [&] {
    for (int i = 0; i < 30; ++i) {
      // Each request may be refused, because another thread sends the same requests.
      static_cast<void>(us_.UpdateTable(CreateReplicaIn("ap-south-1")));
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
  RunWhileDelivering(
      {[&] { Write(us_, "us", seed, 500); }, [&] { Write(eu_, "eu", seed + 1, 500); }, change, change, reset});
  ExpectAgreement({&us_, &eu_});
  EXPECT_EQ(Describe(us_).substr(0, 24), "ACTIVE: eu-west-1 ACTIVE");
}

}  // namespace
}  // namespace holdfast::testing
