#include "server/race/anomalies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/race/steps/engine_executor.h"
#include "engine/race/steps/operation_text.h"
#include "tests/engine/race/race_builders.h"

namespace holdfast::server {
namespace {

using namespace holdfast::race::testing;

class AnomaliesTest : public ::testing::Test {
 protected:
  AnomaliesTest() : database_(MakeDatabase()) { CreateTable(*database_, "Rooms", {.index = true}); }

  static race::Request PutRoom(int n) {
    return Put("Rooms", {{"pk", S("room7")}, {"g", S("free")}, {"n", N(std::to_string(n))}});
  }
  static race::Request GetRoom(bool consistent) { return Get("Rooms", {{"pk", S("room7")}}, consistent); }

  size_t CountChosen(Anomalies& anomalies, const race::Request& request, Anomaly anomaly, int times = 1'000) {
    size_t count = 0;
    for (int i = 0; i < times; ++i) count += anomalies.Choose(named_, request) == anomaly ? 1u : 0u;
    return count;
  }

  const std::shared_ptr<Database> database_;
  const NamedDatabase named_{{"000000000000", "us-east-1", ""}, database_};
};

TEST_F(AnomaliesTest, NothingHappensAtRateZero) {
  Anomalies anomalies(AnomalyOptions{});
  for (int i = 0; i < 100; ++i) EXPECT_EQ(anomalies.Choose(named_, PutRoom(i)), std::nullopt);
  EXPECT_EQ(anomalies.counts().requests, 100u);
  EXPECT_EQ(anomalies.counts().Possible(Anomaly::kLostReply), 100u);
}

TEST_F(AnomaliesTest, HappenAtAboutTheGivenRate) {
  Anomalies anomalies({.lost_replies = 0.2});
  // About 200 of the 1,000 requests are affected; in half of these cases the request is lost instead of the reply.
  const size_t lost = CountChosen(anomalies, PutRoom(1), Anomaly::kLostReply);
  EXPECT_NEAR(static_cast<double>(lost), 100, 40);
  EXPECT_EQ(CountChosen(anomalies, GetRoom(true), Anomaly::kLostReply), 0u);
}

TEST_F(AnomaliesTest, HappenToStatementsOfPartiql) {
  race::OpaqueRequest update{"ExecuteStatement", {}, "UPDATE Rooms SET n = 1 WHERE pk = 'room7'", {"Rooms"}};
  race::OpaqueRequest select = update;
  select.only_reads = true;
  Anomalies throttling({.throttle = 1});
  EXPECT_EQ(throttling.Choose(named_, select), Anomaly::kThrottle);
  EXPECT_EQ(throttling.counts().requests, 1u);
  Anomalies losing({.lost_replies = 1});
  EXPECT_TRUE(losing.Choose(named_, update).has_value());
  EXPECT_EQ(losing.Choose(named_, select), std::nullopt);
  // No anomaly happens to an operation that is not on items.
  EXPECT_EQ(throttling.Choose(named_, race::OpaqueRequest{"ListTables", {}}), std::nullopt);
  EXPECT_EQ(throttling.counts().requests, 1u);
}

TEST_F(AnomaliesTest, RepeatWithTheSeed) {
  const auto choices = [&](uint64_t seed) {
    Anomalies anomalies({.lost_replies = 0.3, .throttle = 0.3, .seed = seed});
    std::vector<std::optional<Anomaly>> chosen;
    for (int i = 0; i < 100; ++i) chosen.push_back(anomalies.Choose(named_, PutRoom(i)));
    return chosen;
  };
  EXPECT_EQ(choices(5), choices(5));
  EXPECT_NE(choices(5), choices(6));
}

TEST_F(AnomaliesTest, AWriteConflictsOnlyIfATransactionHasWrittenItsItem) {
  Anomalies anomalies({.conflicts = 1});
  EXPECT_EQ(CountChosen(anomalies, PutRoom(1), Anomaly::kConflict, 100), 0u);
  const race::Request transaction = TransactWrite({PutAction("Rooms", {{"pk", S("room7")}})});
  EXPECT_EQ(CountChosen(anomalies, transaction, Anomaly::kConflict, 1), 1u);
  EXPECT_EQ(CountChosen(anomalies, PutRoom(1), Anomaly::kConflict, 100), 100u);
  EXPECT_EQ(CountChosen(anomalies, GetRoom(true), Anomaly::kConflict, 100), 0u);
  const race::Request other = Put("Rooms", {{"pk", S("room8")}, {"g", S("free")}});
  EXPECT_EQ(CountChosen(anomalies, other, Anomaly::kConflict, 100), 0u);
  anomalies.TablesChanged(named_);
  EXPECT_EQ(CountChosen(anomalies, PutRoom(1), Anomaly::kConflict, 100), 0u);
}

TEST_F(AnomaliesTest, AWriteDoesNotConflictWithATransactionThatReads) {
  Anomalies anomalies({.conflicts = 1});
  EXPECT_EQ(anomalies.Choose(named_, TransactGet("Rooms", {{{"pk", S("room7")}}})), Anomaly::kConflict);
  EXPECT_EQ(anomalies.Choose(named_, PutRoom(1)), std::nullopt);
}

TEST_F(AnomaliesTest, ATableMayBeNamedByItsArn) {
  // That of an endpoint in another account and Region (--upstream).
  const std::string arn = "arn:aws:dynamodb:eu-west-1:222222222222:table/Rooms";
  Anomalies anomalies({.conflicts = 1});
  const race::Request transaction = TransactWrite({PutAction(arn, {{"pk", S("room7")}})});
  EXPECT_EQ(anomalies.Choose(named_, transaction), Anomaly::kConflict);
  EXPECT_EQ(anomalies.Choose(named_, PutRoom(1)), Anomaly::kConflict);
  Anomalies lagging({.index_lag = 1});
  EXPECT_EQ(lagging.Choose(named_, QueryIndex(arn, "free")), Anomaly::kIndexLag);
}

TEST_F(AnomaliesTest, ConsistentReadsAreNeverStale) {
  Anomalies anomalies({.stale_reads = 1, .index_lag = 1});
  EXPECT_EQ(anomalies.Choose(named_, GetRoom(true)), std::nullopt);
  EXPECT_EQ(anomalies.Choose(named_, QueryPartition("Rooms", "room7", true)), std::nullopt);
  EXPECT_EQ(anomalies.Choose(named_, GetRoom(false)), Anomaly::kStaleRead);
  EXPECT_EQ(anomalies.Choose(named_, QueryIndex("Rooms", "free")), Anomaly::kIndexLag);
}

TEST_F(AnomaliesTest, ABatchOfSeveralTablesMayBeStale) {
  CreateTable(*database_, "Guests");
  BatchGetItemRequest batch;
  batch.request_items.emplace();
  for (const char* table : {"Rooms", "Guests"}) {
    KeysAndAttributes keys;
    keys.keys = {AttributeMap{{"pk", S("room7")}}};
    batch.request_items->emplace_back(table, std::move(keys));
  }
  Anomalies anomalies({.stale_reads = 1});
  EXPECT_EQ(anomalies.Choose(named_, batch), Anomaly::kStaleRead);
  batch.request_items->back().second.consistent_read = true;
  EXPECT_EQ(anomalies.Choose(named_, batch), std::nullopt);
}

TEST_F(AnomaliesTest, ARetryIsSparedIfTheOptionIsSet) {
  Anomalies anomalies({.lost_replies = 0.5, .throttle = 0.5, .spares_retries = true});
  bool previous_affected = false;
  for (int i = 0; i < 200; ++i) {
    const bool affected = anomalies.Choose(named_, PutRoom(i)).has_value();
    EXPECT_FALSE(affected && previous_affected) << i;
    previous_affected = affected;
  }
}

TEST_F(AnomaliesTest, ARequestForAnotherItemIsNotARetry) {
  Anomalies anomalies({.throttle = 1, .spares_retries = true});
  const race::Request other = Put("Rooms", {{"pk", S("room8")}, {"g", S("free")}});
  EXPECT_TRUE(anomalies.Choose(named_, PutRoom(1)).has_value());
  EXPECT_TRUE(anomalies.Choose(named_, other).has_value());
  EXPECT_FALSE(anomalies.Choose(named_, PutRoom(1)).has_value());
  EXPECT_FALSE(anomalies.Choose(named_, other).has_value());
}

TEST_F(AnomaliesTest, AllAwaitedRetriesAreForgottenBeforeThereAreTooMany) {
  Anomalies anomalies({.throttle = 1, .spares_retries = true});
  EXPECT_TRUE(anomalies.Choose(named_, PutRoom(1)).has_value());
  for (size_t i = 0; i < Anomalies::kItemsMax; ++i) {
    const race::Request other = Put("Rooms", {{"pk", S("other" + std::to_string(i))}, {"g", S("free")}});
    EXPECT_TRUE(anomalies.Choose(named_, other).has_value());
  }
  EXPECT_TRUE(anomalies.Choose(named_, PutRoom(1)).has_value()) << "it is not known to be a retry";
}

TEST_F(AnomaliesTest, ARequestToAnotherDatabaseIsNotARetry) {
  const NamedDatabase fork{{"000000000000", "us-east-1", "fork"}, database_};
  Anomalies anomalies({.throttle = 1, .spares_retries = true});
  EXPECT_TRUE(anomalies.Choose(named_, PutRoom(1)).has_value());
  EXPECT_TRUE(anomalies.Choose(fork, PutRoom(1)).has_value());
  EXPECT_FALSE(anomalies.Choose(named_, PutRoom(1)).has_value());
  EXPECT_FALSE(anomalies.Choose(fork, PutRoom(1)).has_value());
}

TEST_F(AnomaliesTest, AWriteConflictsOnlyWithTransactionsOfItsDatabase) {
  const NamedDatabase fork{{"000000000000", "us-east-1", "fork"}, database_};
  Anomalies anomalies({.conflicts = 1});
  const race::Request transaction = TransactWrite({PutAction("Rooms", {{"pk", S("room7")}})});
  EXPECT_EQ(anomalies.Choose(fork, transaction), Anomaly::kConflict);
  EXPECT_EQ(anomalies.Choose(named_, PutRoom(1)), std::nullopt);
  EXPECT_EQ(anomalies.Choose(fork, PutRoom(1)), Anomaly::kConflict);
}

class OlderStatesTest : public AnomaliesTest {
 protected:
  using Clock = OlderStates::Clock;

  void Write(int n) {
    states_.Keep(database_, now_);
    ASSERT_TRUE(race::Call(*database_, PutRoom(n)).ok());
    states_.Keep(database_, now_);
  }
  std::string Respond(const race::Request& read) {
    const std::optional<race::Response> response = states_.Read(database_, read, random_, now_);
    return response.has_value() ? race::DescribeResponse(*response) : "none";
  }

  OlderStates states_;
  Random random_{1};
  Clock::time_point now_{std::chrono::hours(1)};
};

TEST_F(OlderStatesTest, AResponseIsThatOfAnEarlierStateAndDiffersFromThePresentOne) {
  Write(1);
  Write(2);
  Write(3);
  const std::string present = race::DescribeOutcome(race::Call(*database_, GetRoom(false)));
  for (int i = 0; i < 50; ++i) {
    const std::string response = Respond(GetRoom(false));
    EXPECT_NE(response, present);
    EXPECT_NE(response, "none");
  }
}

TEST_F(OlderStatesTest, ThereIsNoOlderResponseWhereNothingHasChanged) {
  Write(1);
  EXPECT_EQ(Respond(Get("Rooms", {{"pk", S("room8")}}, false)), "none");
}

TEST_F(OlderStatesTest, AStateIsNotOlderThanASecond) {
  Write(1);
  Write(2);
  now_ += OlderStates::kAgeMax + std::chrono::milliseconds(1);
  EXPECT_EQ(Respond(GetRoom(false)), "none");
}

// Items may be deleted by a sweep, or changed by another Region.
TEST_F(OlderStatesTest, AStateThatNoRequestReplacedIsNotOlderThanASecond) {
  Write(1);
  now_ += OlderStates::kAgeMax + std::chrono::milliseconds(1);
  ASSERT_TRUE(race::Call(*database_, PutRoom(2)).ok());
  EXPECT_EQ(Respond(GetRoom(false)), "none");
  states_.Keep(database_, now_);
  EXPECT_EQ(Respond(GetRoom(false)), "none");
}

TEST_F(OlderStatesTest, HaveAnOlderResponseAfterMoreWritesThanStatesAreKept) {
  for (int n = 0; n < 100; ++n) Write(n);
  Write(99);
  for (int i = 0; i < 50; ++i) EXPECT_NE(Respond(GetRoom(false)), "none");
}

TEST_F(OlderStatesTest, AreForgottenOnRequest) {
  Write(1);
  Write(2);
  states_.Forget(database_);
  EXPECT_EQ(Respond(GetRoom(false)), "none");
}

TEST_F(OlderStatesTest, AreNotThoseOfADroppedDatabaseThatHadTheSameAddress) {
  alignas(Database) std::array<std::byte, sizeof(Database)> memory;
  const auto make = [&] {
    const auto clock = std::make_shared<DatabaseClock>(std::make_shared<VirtualClock>(absl::UnixEpoch()));
    auto* const made = new (memory.data()) Database("000000000000", "us-east-1", EngineOptions(), clock, 1);
    CreateTable(*made, "Rooms", {.index = true});
    return std::shared_ptr<Database>(made, [](Database* database) { std::destroy_at(database); });
  };
  for (int i = 0; i < 2; ++i) {
    const std::shared_ptr<Database> database = make();
    EXPECT_EQ(states_.Read(database, GetRoom(false), random_, now_), std::nullopt);
    for (int n = 0; n < 3; ++n) {
      states_.Keep(database, now_);
      ASSERT_TRUE(race::Call(*database, PutRoom(n)).ok());
    }
    EXPECT_NE(states_.Read(database, GetRoom(false), random_, now_), std::nullopt);
  }
}

TEST_F(OlderStatesTest, DoNotOutliveTheirDatabaseForLong) {
  // Each state has a clock with this source.
  const auto source = std::make_shared<VirtualClock>(absl::UnixEpoch());
  auto clock = std::make_shared<DatabaseClock>(source);
  auto database = std::make_shared<Database>("000000000000", "us-east-1", EngineOptions(), std::move(clock), 1);
  states_.Keep(database, now_);
  database.reset();
  EXPECT_GT(source.use_count(), 1);
  states_.Keep(database_, now_);
  EXPECT_EQ(source.use_count(), 1);
}

TEST_F(OlderStatesTest, MayBeReadWhileWritesAreExecuted) {
  Write(0);
  std::thread writer([this] {
    for (int n = 1; n < 200; ++n) {
      states_.Keep(database_, Clock::now());
      EXPECT_TRUE(race::Call(*database_, PutRoom(n)).ok());
      states_.Keep(database_, Clock::now());
    }
  });
  Random random(2);
  for (int i = 0; i < 200; ++i) states_.Read(database_, QueryIndex("Rooms", "free"), random, Clock::now());
  writer.join();
}

}  // namespace
}  // namespace holdfast::server
