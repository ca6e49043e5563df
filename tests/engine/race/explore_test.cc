#include "engine/race/explore.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>

#include "engine/race/steps/operation_text.h"
#include "tests/engine/race/race_builders.h"

namespace holdfast::race {
namespace {

using testing::CreateTable;
using testing::Get;
using ::testing::HasSubstr;
using testing::MakeDatabase;
using testing::N;
using testing::NumberIn;
using testing::Put;
using testing::S;

void SeedRoom(Database& database) {
  CreateTable(database, "Rooms");
  ASSERT_TRUE(database.PutItem(Put("Rooms", {{"pk", S("room7")}, {"availableQty", N("1")}})).ok());
}

// Reads, decides, and writes without a condition: a race.
void BookNaively(Client& db, const char* guest, int* booked) {
  const auto room = db.GetItem(Get("Rooms", {{"pk", S("room7")}}));
  if (NumberIn(room->item->view(), "availableQty") < 1) return;
  const AttributeMap item = {{"pk", S("room7")}, {"availableQty", N("0")}, {"guest", S(guest)}};
  if (db.PutItem(Put("Rooms", item)).ok()) ++*booked;
}

Exploration ExploreNaiveBooking(Database& database, SessionOptions options) {
  return Explore(database, std::move(options), [](race::Run& run) {
    const auto booked = std::make_shared<int>(0);
    run.Actor("alice", [booked](Client& db) { BookNaively(db, "alice", booked.get()); });
    run.Actor("bob", [booked](Client& db) { BookNaively(db, "bob", booked.get()); });
    run.Check("one guest has the room", [booked] { return *booked == 1; });
  });
}

TEST(Explore, FindsTheRaceOfANaiveBooking) {
  const auto database = MakeDatabase();
  SeedRoom(*database);
  const Exploration found = ExploreNaiveBooking(*database, {.strategy = Exhaustive{.reduction = false}});
  EXPECT_FALSE(found.verdict.passed);
  ASSERT_NE(found.verdict.witness(), nullptr) << found.verdict.summary;
  EXPECT_EQ(found.verdict.witness()->schedule, "alice,bob*2,alice#GGPP");
  EXPECT_EQ(found.verdict.witness()->witness,
            "alice   GetItem room7 → availableQty 1 (v1)\n"
            "bob                                             "
            "GetItem room7 → availableQty 1 (v1)\n"
            "bob                                             "
            "PutItem room7 availableQty 0, guest bob (v2, unconditional)\n"
            "alice   PutItem room7 guest alice, availableQty 0 (v3, unconditional, read v1)   ← lost update\n");
  EXPECT_EQ(found.verdict.witness()->kind, "check");
  EXPECT_FALSE(found.verdict.findings.empty());
}

TEST(Explore, ReplaysAFailureEachTimeAndInANewDatabase) {
  std::string schedule;
  std::string history;
  {
    const auto database = MakeDatabase();
    SeedRoom(*database);
    const Exploration found = ExploreNaiveBooking(*database, {});
    ASSERT_NE(found.verdict.witness(), nullptr);
    schedule = found.verdict.witness()->schedule;
    history = FormatHistory(found.history);
  }
  for (int i = 0; i < 100; ++i) {
    const auto database = MakeDatabase();
    SeedRoom(*database);
    const Exploration again = ExploreNaiveBooking(*database, {.strategy = Replay{schedule}});
    ASSERT_NE(again.verdict.failure, std::nullopt) << again.verdict.summary;
    EXPECT_EQ(again.verdict.failure->kind, "check");
    EXPECT_EQ(again.verdict.failure->schedule, schedule);
    // The histories differ only in their first line, which has the number of the run.
    const std::string replayed = FormatHistory(again.history);
    EXPECT_EQ(replayed.substr(replayed.find('\n')), history.substr(history.find('\n')));
  }
}

TEST(Explore, RestoresTheStartState) {
  const auto database = MakeDatabase();
  SeedRoom(*database);
  ASSERT_FALSE(ExploreNaiveBooking(*database, {}).verdict.passed);
  const auto room = database->GetItem(Get("Rooms", {{"pk", S("room7")}}));
  EXPECT_EQ(NumberIn(room->item->view(), "availableQty"), 1);
}

TEST(Explore, ReportsAReplayedActorThatSendsAnotherRequest) {
  const auto database = MakeDatabase();
  SeedRoom(*database);
  const Exploration other = ExploreNaiveBooking(*database, {.strategy = Replay{"alice,bob,alice,bob#GPPP"}});
  EXPECT_FALSE(other.verdict.passed);
  EXPECT_THAT(other.verdict.summary,
              HasSubstr("at step 2 bob asks for another operation than before (G instead of P)"));
  const Exploration shorter = ExploreNaiveBooking(*database, {.strategy = Replay{"alice,bob,alice#GGP"}});
  EXPECT_THAT(shorter.verdict.summary, HasSubstr("after its last step, step 3, bob asks for more"));
}

// Each actor sends one transaction, which takes the room under a condition and puts the booking.
Exploration ExploreTransactionalBooking(Database& database, SessionOptions options, int actors) {
  return Explore(database, std::move(options), [&database, actors](race::Run& run) {
    const auto booked = std::make_shared<int>(0);
    const char* const names[] = {"alice", "bob", "carol"};
    for (int i = 0; i < actors; ++i) {
      const std::string name = names[i];
      run.Actor(name, [booked, name](Client& db) {
        const auto response = db.TransactWriteItems(testing::TransactWrite(
            {testing::UpdateAction("Rooms", {{"pk", S("room7")}}, "SET availableQty = availableQty - :one",
                                   {{":one", N("1")}}, "availableQty >= :one"),
             testing::PutAction("Rooms", {{"pk", S("booking of " + name)}, {"guest", S(name)}},
                                "attribute_not_exists(pk)")}));
        if (response.ok()) ++*booked;
      });
    }
    run.Always("never oversold", Each("Rooms", "availableQty >= :zero", {std::nullopt, {{{":zero", N("0")}}}},
                                      "attribute_exists(availableQty)"));
    run.Check("at most one guest has the room", [booked] { return *booked <= 1; });
    run.Check("no orphan",
              [booked, &database] { return database.CountSize().items == 1u + static_cast<size_t>(*booked); });
  });
}

TEST(Explore, FindsNoFailureOfATransactionalBooking) {
  const auto database = MakeDatabase();
  SeedRoom(*database);
  for (const int actors : {2, 3}) {
    const Exploration all =
        ExploreTransactionalBooking(*database, {.strategy = Exhaustive{.reduction = false}, .max_runs = 0}, actors);
    EXPECT_TRUE(all.verdict.passed) << all.verdict.summary;
    const Exploration reduced = ExploreTransactionalBooking(
        *database, {.require = {{"conditional_check_failed", 1}, {"conflicts", 1}}}, actors);
    EXPECT_TRUE(reduced.verdict.passed) << reduced.verdict.summary;
    EXPECT_EQ(reduced.verdict.counts.orders, all.verdict.counts.orders);
    EXPECT_LE(reduced.verdict.counts.explored, all.verdict.counts.explored);
    std::cout << actors << " actors: " << all.verdict.counts.explored << " orders, " << reduced.verdict.counts.explored
              << " run with reduction\n";
  }
}

// A deletion stores no version from which its commit number could be read: the number is that of its transaction.
TEST(Explore, AcceptsTransactionsThatDeleteSeveralItems) {
  const auto database = MakeDatabase();
  SeedRoom(*database);
  ASSERT_TRUE(database->PutItem(testing::Put("Rooms", {{"pk", S("hold1")}})).ok());
  ASSERT_TRUE(database->PutItem(testing::Put("Rooms", {{"pk", S("hold2")}})).ok());
  const Exploration found = Explore(*database, {}, [](race::Run& run) {
    for (const char* const name : {"alice", "bob"}) {
      run.Actor(name, [](Client& db) {
        (void)db.GetItem(testing::Get("Rooms", {{"pk", S("hold2")}}));
        (void)db.TransactWriteItems(testing::TransactWrite(
            {testing::DeleteAction("Rooms", {{"pk", S("hold1")}}), testing::DeleteAction("Rooms", {{"pk", S("hold2")}}),
             testing::UpdateAction("Rooms", {{"pk", S("room7")}}, "ADD availableQty :one", {{":one", N("1")}})}));
        (void)db.GetItem(testing::Get("Rooms", {{"pk", S("hold1")}}));
      });
    }
  });
  EXPECT_TRUE(found.verdict.passed) << found.verdict.summary;
}

TEST(Explore, AcceptsReadsAndWritesOfItemsThatPartiqlHasChanged) {
  const auto database = MakeDatabase();
  SeedRoom(*database);
  const Exploration found = Explore(*database, {.fail_on_stale_writes = true}, [&](race::Run& run) {
    const auto add = [](Client& db, const char* key) {
      ASSERT_TRUE(db.UpdateItem(testing::Update("Rooms", {{"pk", S(key)}}, "ADD n :one", {{":one", N("1")}})).ok());
    };
    run.Actor("alice", [&database, add](Client& db) {
      add(db, "room7");
      testing::ExecuteStatement(db, *database, "UPDATE Rooms SET n = n + 1 WHERE pk = 'room7'");
      add(db, "room7");
      testing::ExecuteStatement(db, *database, "INSERT INTO Rooms VALUE {'pk': 'room8', 'n': 5}");
      add(db, "room8");
      testing::ExecuteStatement(db, *database, "DELETE FROM Rooms WHERE pk = 'room8'");
      static_cast<void>(db.GetItem(Get("Rooms", {{"pk", S("room8")}})));
      add(db, "room8");
    });
    run.Actor("bob", [&database](Client& db) {
      static_cast<void>(db.GetItem(Get("Rooms", {{"pk", S("room7")}})));
      testing::ExecuteStatement(db, *database, "SELECT * FROM Rooms WHERE pk = 'room8'");
      static_cast<void>(
          db.TransactGetItems(testing::TransactGet("Rooms", {{{"pk", S("room7")}}, {{"pk", S("room8")}}})));
    });
    run.Check("all updates are kept", [&database] {
      return NumberIn(database->GetItem(Get("Rooms", {{"pk", S("room7")}}))->item->view(), "n") == 3 &&
             NumberIn(database->GetItem(Get("Rooms", {{"pk", S("room8")}}))->item->view(), "n") == 1;
    });
  });
  EXPECT_TRUE(found.verdict.passed) << found.verdict.summary;
  EXPECT_GT(found.verdict.runs, 1u);
}

TEST(Explore, KnowsTheVersionsThatPartiqlHasWritten) {
  const auto database = MakeDatabase();
  SeedRoom(*database);
  const Exploration found = Explore(*database, {}, [&](race::Run& run) {
    run.Actor("alice", [](Client& db) {
      const int64_t seen = NumberIn(db.GetItem(Get("Rooms", {{"pk", S("room7")}}))->item->view(), "availableQty");
      ASSERT_TRUE(db.PutItem(Put("Rooms", {{"pk", S("room7")}, {"availableQty", N(std::to_string(seen))}})).ok());
    });
    run.Actor("bob", [&database](Client& db) {
      testing::ExecuteStatement(db, *database, "UPDATE Rooms SET availableQty = 0 WHERE pk = 'room7'");
    });
  });
  EXPECT_TRUE(found.verdict.passed) << found.verdict.summary;
  ASSERT_EQ(found.verdict.findings.size(), 1u);
  EXPECT_EQ(Describe(found.verdict.findings[0]),
            "lost update: alice's PutItem of room7 in Rooms overwrites v2, but alice had read v1");
}

TEST(Explore, DoesNotCompareAReadWithWhatPartiqlMayHaveReadSince) {
  const auto database = MakeDatabase();
  SeedRoom(*database);
  const Exploration found = Explore(*database, {}, [&](race::Run& run) {
    run.Actor("alice", [&database](Client& db) {
      static_cast<void>(db.GetItem(Get("Rooms", {{"pk", S("room7")}})));
      testing::ExecuteStatement(db, *database, "SELECT * FROM Rooms WHERE pk = 'room7'");
      static_cast<void>(db.PutItem(Put("Rooms", {{"pk", S("room7")}})));
    });
    run.Actor("bob", [](Client& db) {
      static_cast<void>(db.DeleteItem(testing::Delete("Rooms", {{"pk", S("room7")}})));
    });
  });
  EXPECT_TRUE(found.verdict.passed) << found.verdict.summary;
  EXPECT_TRUE(found.verdict.findings.empty());
}

TEST(Explore, AcceptsATableThatIsDeletedAndCreatedAgain) {
  const auto database = MakeDatabase();
  SeedRoom(*database);
  const Exploration found = Explore(*database, {}, [&](race::Run& run) {
    run.Actor("alice", [&database](Client& db) {
      const auto put = [&] { ASSERT_TRUE(db.PutItem(Put("Rooms", {{"pk", S("room7")}})).ok()); };
      put();
      db.Other("DeleteTable", [&database] {
        DeleteTableRequest request;
        request.table_name = "Rooms";
        static_cast<void>(database->DeleteTable(request));
      });
      db.Other("CreateTable", [&database] { CreateTable(*database, "Rooms"); });
      static_cast<void>(db.GetItem(Get("Rooms", {{"pk", S("room7")}})));
      put();
      static_cast<void>(db.GetItem(Get("Rooms", {{"pk", S("room7")}})));
    });
  });
  EXPECT_TRUE(found.verdict.passed) << found.verdict.summary;
}

// The writes change different items. No actor observes their order, but the invariant does.
TEST(Explore, TriesOrdersThatOnlyAnInvariantObserves) {
  const auto database = MakeDatabase();
  CreateTable(*database, "Bookings");
  const auto booking = [](const char* key) { return AttributeMap{{"pk", S(key)}, {"room", S("room7")}}; };
  ASSERT_TRUE(database->PutItem(Put("Bookings", booking("old"))).ok());
  const Exploration found = Explore(*database, {}, [&](race::Run& run) {
    run.Actor("alice", [](Client& db) { (void)db.DeleteItem(testing::Delete("Bookings", {{"pk", S("old")}})); });
    run.Actor("bob", [&](Client& db) { (void)db.PutItem(Put("Bookings", booking("new"))); });
    run.Always("one booking for each room", Unique("Bookings", {"room"}));
  });
  ASSERT_NE(found.verdict.failure, std::nullopt) << found.verdict.summary;
  EXPECT_EQ(found.verdict.failure->kind, "invariant");
}

TEST(Explore, FindsTheRaceIfConditionsAreIgnored) {
  const auto database = MakeDatabase();
  SeedRoom(*database);
  const Exploration found = ExploreTransactionalBooking(*database, {.ignore_conditions = {"Rooms"}}, 2);
  ASSERT_NE(found.verdict.failure, std::nullopt) << found.verdict.summary;
  EXPECT_EQ(found.verdict.failure->kind, "invariant");
  EXPECT_THAT(found.verdict.failure->why, HasSubstr("'never oversold' is violated by"));
  EXPECT_THAT(found.verdict.failure->witness, HasSubstr("← violates 'never oversold'"));
}

TEST(Explore, FailsASessionWithoutARequiredEvent) {
  const auto database = MakeDatabase();
  SeedRoom(*database);
  const Exploration found = ExploreTransactionalBooking(*database, {.require = {{"throttles", 1}}}, 2);
  EXPECT_FALSE(found.verdict.passed);
  EXPECT_EQ(found.verdict.summary, "throttles was met 0 times, and 1 are required");
}

TEST(Explore, PreparedTransactionsRefuseWritesAndTransactionalReads) {
  const auto database = MakeDatabase();
  SeedRoom(*database);
  // Outcomes of bob's three requests, which run before, between or after the prepare and the commit of alice.
  std::set<std::string> outcomes;
  const Exploration found = Explore(*database, {.continue_after_failure = true}, [&](race::Run& run) {
    const auto result = std::make_shared<std::string>();
    run.Actor("alice", [](Client& db) {
      const auto written = db.TransactWriteItems(testing::TransactWrite(
          {testing::UpdateAction("Rooms", {{"pk", S("room7")}}, "SET guest = :g", {{":g", S("alice")}})}));
      if (!written.ok()) throw std::runtime_error(written.error().message);
    });
    run.Actor("bob", [result](Client& db) {
      const auto put = db.PutItem(Put("Rooms", {{"pk", S("room7")}, {"guest", S("bob")}}));
      const auto get = db.GetItem(Get("Rooms", {{"pk", S("room7")}}));
      const auto gets = db.TransactGetItems(testing::TransactGet("Rooms", {{{"pk", S("room7")}}}));
      *result = (put.ok() ? "put" : put.error().message) + (get.ok() ? ", get" : ", no get") +
                (gets.ok() ? ", transact get" : ", " + CancellationCodes(gets.error()));
    });
    run.Check("recorded", [&outcomes, result] { return outcomes.insert(*result), true; });
  });
  EXPECT_TRUE(found.verdict.passed) << found.verdict.summary;
  EXPECT_THAT(outcomes,
              ::testing::UnorderedElementsAre("put, get, transact get", "put, get, [TransactionConflict]",
                                              "Transaction is ongoing for the item, get, transact get",
                                              "Transaction is ongoing for the item, get, [TransactionConflict]"));
}

// The booking queries an index to learn whether the interval is free.
Exploration ExploreIndexCheck(SessionOptions options) {
  const auto database = MakeDatabase();
  CreateTable(*database, "Bookings", {.index = true});
  return Explore(*database, std::move(options), [](race::Run& run) {
    const auto book = [](Client& db, const std::string& guest) {
      const auto taken = db.Query(testing::QueryIndex("Bookings", "monday 9:00"));
      if (taken->count > 0) return;
      static_cast<void>(db.PutItem(Put("Bookings", {{"pk", S(guest)}, {"g", S("monday 9:00")}})));
    };
    run.Actor("ann", [book](Client& db) { book(db, "ann"); });
    run.Actor("bob", [book](Client& db) { book(db, "bob"); });
    run.Always("one booking at a time", Unique("Bookings", {"g"}));
  });
}

TEST(Explore, FindsTheRaceOfAnIndexCheckByOrderAlone) {
  const Exploration found = ExploreIndexCheck({});
  ASSERT_NE(found.verdict.witness(), nullptr) << found.verdict.summary;
  EXPECT_EQ(found.verdict.witness()->schedule.size(), std::string("ann,bob*2,ann#QQPP").size());
  EXPECT_EQ(found.verdict.findings.front().kind, Finding::Kind::kDecidedOnIndex);
}

TEST(Explore, FindsTheRaceOfAnIndexCheckByLagAlone) {
  // Without preemptions the actors do not overlap: only an index that is behind can hide the first booking.
  const Exploration clean = ExploreIndexCheck({.strategy = Exhaustive{.preemptions = 0}});
  EXPECT_TRUE(clean.verdict.passed) << clean.verdict.summary;
  const Exploration found = ExploreIndexCheck({.strategy = Exhaustive{.preemptions = 0}, .index_lag = 1});
  ASSERT_NE(found.verdict.witness(), nullptr) << found.verdict.summary;
  EXPECT_EQ(found.verdict.witness()->schedule, "ann*2,bob~1,bob#QPQP");
  EXPECT_THAT(found.verdict.witness()->witness, HasSubstr("Query byG → 0 items (1 behind)"));
}

// The actor makes one charge, by an update that counts the charges.
Exploration ExploreCharge(const std::string& token, SessionOptions options) {
  const auto database = MakeDatabase();
  CreateTable(*database, "Accounts");
  EXPECT_TRUE(database->PutItem(Put("Accounts", {{"pk", S("alice")}, {"charged", N("0")}})).ok());
  return Explore(*database, std::move(options), [token](race::Run& run) {
    run.Actor("alice", [token](Client& db) {
      static_cast<void>(db.TransactWriteItems(testing::TransactWrite(
          {testing::UpdateAction("Accounts", {{"pk", S("alice")}}, "ADD charged :one", {{":one", N("1")}})}, token)));
    });
    run.Always("charged once", Each("Accounts", "charged <= :one", {std::nullopt, {{{":one", N("1")}}}}));
  });
}

TEST(Explore, FindsARetryWithoutATokenAfterALostReply) {
  for (const FaultAction action : {FaultAction::kCommitThenDrop, FaultAction::kCommitThen500,
                                   FaultAction::kCommitThenDelay, FaultAction::kDuplicate}) {
    SCOPED_TRACE(NameOf(action));
    const Exploration twice = ExploreCharge("", {.faults = {{.action = action}}});
    ASSERT_NE(twice.verdict.witness(), nullptr) << twice.verdict.summary;
    EXPECT_EQ(twice.verdict.witness()->kind, "invariant");
    const Exploration once = ExploreCharge("token", {.faults = {{.action = action}}});
    EXPECT_TRUE(once.verdict.passed) << once.verdict.summary;
    EXPECT_GE(once.verdict.event_counts.lost_replies + once.verdict.event_counts.duplicates, 1u);
  }
}

TEST(Explore, CountsTheRetriesOfACallAsOneOperation) {
  const Exploration found = ExploreCharge("token", {.faults = {{.action = FaultAction::kThrottle, .budget = 2}}});
  EXPECT_TRUE(found.verdict.passed) << found.verdict.summary;
  EXPECT_EQ(found.verdict.event_counts.throttles, 3u);
  ASSERT_EQ(found.history.entries.size(), 1u);
  EXPECT_EQ(found.history.entries.front().attempts, 3u);
}

TEST(Explore, LetsTimeToLiveRaceWithARenewal) {
  const auto database = MakeDatabase();
  CreateTable(*database, "Holds");
  UpdateTimeToLiveRequest expiry;
  expiry.table_name = "Holds";
  expiry.time_to_live_specification = TimeToLiveSpecification{true, "expires"};
  ASSERT_TRUE(database->UpdateTimeToLive(expiry).ok());
  ASSERT_TRUE(database->PutItem(Put("Holds", {{"pk", S("h1")}, {"expires", N("1799999999")}})).ok());
  std::set<std::string> outcomes;
  const Exploration found = Explore(*database, {}, [&](race::Run& run) {
    const auto result = std::make_shared<std::string>();
    run.Actor("alice", [result](Client& db) {
      const auto renewed = db.UpdateItem(testing::Update("Holds", {{"pk", S("h1")}}, "SET expires = :later",
                                                         {{":later", N("1900000000")}}, "attribute_exists(pk)"));
      *result = renewed.ok() ? "renewed" : "too late";
    });
    run.Check("recorded", [&, result] {
      outcomes.insert(*result + (database->CountSize().items == 1 ? ", kept" : ", deleted"));
      return true;
    });
  });
  EXPECT_TRUE(found.verdict.passed) << found.verdict.summary;
  EXPECT_THAT(outcomes, ::testing::UnorderedElementsAre("renewed, kept", "too late, deleted"));
  EXPECT_GE(found.verdict.event_counts.expired, 1u);
}

TEST(Explore, SamplesTheSameRunsForTheSameSeed) {
  const StrategyOptions strategies[] = {PartialOrderSampling{}, ProbabilisticConcurrency{3}, UniformlyRandom{}};
  for (const StrategyOptions& strategy : strategies) {
    std::set<std::string> histories;
    std::set<std::string> schedules;
    for (int i = 0; i < 2; ++i) {
      const auto database = MakeDatabase();
      SeedRoom(*database);
      const Exploration found = ExploreNaiveBooking(*database, {.strategy = strategy, .seed = 7, .max_runs = 200});
      ASSERT_NE(found.verdict.witness(), nullptr) << found.verdict.summary;
      histories.insert(FormatHistory(found.history));
      schedules.insert(found.verdict.failure->schedule);
    }
    EXPECT_EQ(histories.size(), 1u);
    EXPECT_EQ(schedules.size(), 1u);
  }
}

TEST(Explore, ReportsAnActorThatThrows) {
  const auto database = MakeDatabase();
  const Exploration found = Explore(*database, {}, [](race::Run& run) {
    run.Actor("alice", [](Client&) { throw std::runtime_error("no such room"); });
  });
  ASSERT_NE(found.verdict.failure, std::nullopt);
  EXPECT_EQ(found.verdict.failure->why, "actor 'alice' failed: no such room");
}

// Expects Explore to throw the exception of what `declare_what_throws` adds to the run. The functions of alice and bob
// catch RunAbandoned and send further requests, and still run to their end before Explore throws.
void ExploreWhatThrows(Database& database, const std::function<void(race::Run&)>& declare_what_throws) {
  std::set<std::string> ended;
  const auto test = [&](race::Run& run) {
    declare_what_throws(run);
    for (const char* const name : {"alice", "bob"}) {
      run.Actor(name, [&ended, name](Client& db) {
        for (int i = 0; i < 3; ++i) {
          try {
            static_cast<void>(db.PutItem(Put("Rooms", {{"pk", S(name)}})));
          } catch (const RunAbandoned&) {
            ended.insert(name);
          }
        }
      });
    }
  };
  EXPECT_THROW(static_cast<void>(Explore(database, {}, test)), std::runtime_error);
  EXPECT_EQ(ended, (std::set<std::string>{"alice", "bob"}));
}

TEST(Explore, ThrowsWhatAnInvariantThrowsAfterTheActorsHaveEnded) {
  const auto database = MakeDatabase();
  SeedRoom(*database);
  ExploreWhatThrows(*database, [calls = std::make_shared<int>(0)](race::Run& run) {
    run.Always("readable", [calls]() -> std::optional<std::string> {
      // The first call checks the start state.
      if (++*calls > 1) throw std::runtime_error("no such room");
      return std::nullopt;
    });
  });
}

TEST(Explore, ThrowsWhatACallOfAnActorThrowsAfterTheActorsHaveEnded) {
  const auto database = MakeDatabase();
  SeedRoom(*database);
  ExploreWhatThrows(*database, [](race::Run& run) {
    run.Actor("carol", [](Client& db) { db.Other("ListTables", [] { throw std::runtime_error("no such room"); }); });
  });
}

TEST(Explore, ReportsACheckThatThrows) {
  const auto database = MakeDatabase();
  const Exploration found = Explore(*database, {}, [](race::Run& run) {
    run.Actor("alice", [](Client&) {});
    run.Check("the room is booked", []() -> bool { throw std::runtime_error("no such room"); });
  });
  ASSERT_NE(found.verdict.failure, std::nullopt);
  EXPECT_EQ(found.verdict.failure->why, "'the room is booked' failed: no such room");
}

TEST(Explore, RefusesAnActorThatOnlyALaterRunDeclares) {
  const auto database = MakeDatabase();
  SeedRoom(*database);
  int runs = 0;
  const Exploration found = Explore(*database, {}, [&runs](race::Run& run) {
    const bool first = runs++ == 0;
    // Explore must check all names before it starts any actor. Otherwise alice would be started, and wait for a
    // response.
    for (const char* const name : {"alice", first ? "bob" : "zoe"}) {
      run.Actor(name, [](Client& db) { static_cast<void>(db.PutItem(Put("Rooms", {{"pk", S("room7")}}))); });
    }
  });
  EXPECT_FALSE(found.verdict.passed);
  EXPECT_EQ(found.verdict.summary, "the test declares other actors than before: 'zoe'");
}

TEST(Explore, EndsAnActorThatNeverStopsSendingRequests) {
  const auto database = MakeDatabase();
  SeedRoom(*database);
  const Exploration found = Explore(*database, {.shrink = false, .steps_max = 50}, [](race::Run& run) {
    run.Actor("alice", [](Client& db) {
      while (true) static_cast<void>(db.GetItem(Get("Rooms", {{"pk", S("room7")}})));
    });
  });
  ASSERT_NE(found.verdict.failure, std::nullopt) << found.verdict.summary;
  EXPECT_EQ(found.verdict.failure->kind, "stuck");
}

}  // namespace
}  // namespace holdfast::race
