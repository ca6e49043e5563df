// While a step of one session is executed, or a session is opened, requests of other clients do not wait.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/race/steps/engine_executor.h"
#include "server/race/session_store.h"
#include "tests/server/race/race_server.h"

namespace holdfast::server {
namespace {

using ::testing::HasSubstr;

// Holds up the threads that pass it while it is closed.
class Gate {
 public:
  void Pass() {
    std::unique_lock lock(mutex_);
    ++waiting_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return open_; });
    --waiting_;
  }
  void WaitForThreads(size_t threads) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_ >= threads; });
  }
  void Set(bool open) {
    const std::lock_guard lock(mutex_);
    open_ = open;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  size_t waiting_ = 0;
  bool open_ = true;
};

// Executes steps on a database, and holds up each step and each look for a table at a gate.
class GatedExecutor final : public race::StepExecutor {
 public:
  GatedExecutor(Database& database, Gate& gate) : engine_(database, {}), gate_(gate) {}

  void BeginRun() override { engine_.BeginRun(); }
  bool can_read_stale() const override { return engine_.can_read_stale(); }
  uint64_t last_commit() override { return engine_.last_commit(); }
  race::Footprint FootprintOf(const race::Request& request) override { return engine_.FootprintOf(request); }
  std::vector<std::optional<race::Target>> TargetsOf(const race::Request& request) override {
    return engine_.TargetsOf(request);
  }
  race::Execution Execute(const race::Request& request) override {
    gate_.Pass();
    return engine_.Execute(request);
  }
  size_t CountStale(const race::Request& request, size_t max) override { return engine_.CountStale(request, max); }
  race::Execution ExecuteStale(const race::Request& request, size_t versions) override {
    return engine_.ExecuteStale(request, versions);
  }
  std::vector<race::ExpiredItem> ExpiredItems() override { return engine_.ExpiredItems(); }
  race::Footprint FootprintOfExpiry(const race::ItemName& item) override { return engine_.FootprintOfExpiry(item); }
  race::Execution DeleteExpired(const race::ItemName& item) override { return engine_.DeleteExpired(item); }
  bool HasTable(std::string_view table) override {
    gate_.Pass();
    return engine_.HasTable(table);
  }
  Result<std::vector<race::ItemVersion>> ItemsOf(std::string_view table) override { return engine_.ItemsOf(table); }

 private:
  race::EngineExecutor engine_;
  Gate& gate_;
};

class GatedStore final : public SessionStore {
 public:
  GatedStore(std::shared_ptr<Database> database, Gate& gate)
      : database_(std::move(database)), executor_(*database_, gate) {}

  race::StepExecutor& executor() override { return executor_; }
  bool restores_start_each_run() const override { return true; }
  void DiscardChangesSinceOpen() override {}
  void RestoreOriginal() override {}

 private:
  const std::shared_ptr<Database> database_;
  GatedExecutor executor_;
};

constexpr std::string_view kSlowAccount = "111111111111";
constexpr std::string_view kSlowAccounts[] = {kSlowAccount, "222222222222"};
constexpr std::string_view kRoomInvariant =
    R"({"actors":["alice"],"quiescence_ms":1,"always":[{"name":"vacant","table":"Rooms","unique":["pk"]}]})";

class SlowStepTest : public ::testing::Test {
 protected:
  SlowStepTest() {
    server_.races().UseStores([this](std::shared_ptr<Database> database, const RaceOptions& options) {
      const bool is_slow = std::any_of(std::begin(kSlowAccounts), std::end(kSlowAccounts), [&](auto account) {
        return database == server_.engine().Find(account, "us-east-1", "");
      });
      if (!is_slow) return DatabaseStore::Create(std::move(database), options);
      return Result<std::unique_ptr<SessionStore>, std::string>(
          std::make_unique<GatedStore>(std::move(database), gate_));
    });
    SeedRoom(slow_);
    SeedRoom(other_);
  }
  ~SlowStepTest() override { gate_.Set(true); }

  // The gate holds up a step of each of two sessions, and as many requests and calls of each session wait for that step
  // as the race pool has threads.
  void BeginSlowSteps() {
    std::vector<std::string> ids;
    for (const std::string_view account : kSlowAccounts) {
      RaceClient test(server_.port(), std::string(account));
      if (account != kSlowAccount) SeedRoom(test);
      ids.push_back(OpenSession(test, kRoomInvariant, "?account=" + std::string(account)));
      test.Admin("POST", "races/" + ids.back() + "/runs");
    }
    gate_.Set(false);
    for (size_t session = 0; session < ids.size(); ++session) {
      for (size_t i = 0; i < 4; ++i) {
        waiting_.push_back(std::make_unique<RaceClient>(server_.port(), std::string(kSlowAccounts[session])));
        waiting_.back()->SetActor(i == 0 ? "alice" : "");
        waiting_.back()->SendCall("PutItem", R"({"TableName":"Rooms","Item":{"pk":{"S":"room8"}}})");
        if (i == 0) gate_.WaitForThreads(session + 1);
      }
      for (size_t i = 0; i < 4; ++i) {
        waiting_.push_back(std::make_unique<RaceClient>(server_.port()));
        waiting_.back()->SendAdmin("GET", "races/" + ids[session] + "/history");
      }
    }
  }
  void EndSlowSteps() {
    gate_.Set(true);
    for (const auto& client : waiting_) EXPECT_EQ(client->Receive().status, 200);
  }

  Gate gate_;
  RaceServer server_;
  RaceClient slow_{server_.port(), std::string(kSlowAccount)};
  RaceClient other_{server_.port()};
  std::vector<std::unique_ptr<RaceClient>> waiting_;
};

TEST_F(SlowStepTest, RequestsThatArePassedToAPoolDoNotWaitForAStepOfAnotherDatabase) {
  BeginSlowSteps();
  EXPECT_EQ(other_.Call("DeleteTable", R"({"TableName":"Rooms"})").status, 200);
  EXPECT_EQ(other_.Admin("POST", "reset?account=000000000000").status, 200);
  EXPECT_THAT(other_.Admin("GET", "races").body, HasSubstr(R"("id":"1")"));
  EndSlowSteps();
}

TEST_F(SlowStepTest, AnotherSessionDoesNotWaitForAStep) {
  BeginSlowSteps();
  const std::string id = OpenSession(other_, R"({"actors":["alice","bob"]})");
  BookingProgram booking(&BookConditionally);
  EXPECT_TRUE(Json(RunSession(server_, other_, id, booking.Program())).Bool("ok"));
  // Its time goes on as well: a silent actor is passed over.
  other_.Admin("DELETE", "races/" + id);
  const std::string silent = OpenSession(other_, R"({"actors":["alice","bob"],"quiescence_ms":10})");
  other_.Admin("POST", "races/" + silent + "/runs");
  RaceClient alice(server_.port());
  alice.SetActor("alice");
  EXPECT_EQ(alice.Call("GetItem", kRoomKey).status, 200);
  EndSlowSteps();
}

TEST_F(SlowStepTest, OtherClientsDoNotWaitWhileASessionIsOpened) {
  gate_.Set(false);
  RaceClient opening(server_.port(), std::string(kSlowAccount));
  opening.SendAdmin("POST", "races?account=" + std::string(kSlowAccount), kRoomInvariant);
  gate_.WaitForThreads(1);
  const std::string id = OpenSession(other_, R"({"actors":["alice","bob"]})");
  BookingProgram booking(&BookConditionally);
  EXPECT_TRUE(Json(RunSession(server_, other_, id, booking.Program())).Bool("ok"));
  EXPECT_EQ(other_.Admin("DELETE", "races/" + id).status, 204);
  EXPECT_EQ(other_.Admin("POST", "reset?account=000000000000").status, 200);
  // Nothing may change the database that the session will restore.
  EXPECT_THAT(other_.Admin("POST", "reset?account=" + std::string(kSlowAccount)).body,
              HasSubstr("race session 1 is open on one of these databases"));
  EXPECT_THAT(other_.Admin("POST", "races?account=" + std::string(kSlowAccount), kRoomInvariant).body,
              HasSubstr("race session 1 is being opened on account 111111111111"));
  gate_.Set(true);
  EXPECT_EQ(opening.Receive().body, R"({"id":"1"})");
}

TEST_F(SlowStepTest, AnActorIsNotPassedOverBecauseAStepTookLong) {
  const std::string id = OpenSession(slow_, R"({"actors":["alice","bob"],"quiescence_ms":2000,"stuck_ms":2000})",
                                     "?account=" + std::string(kSlowAccount));
  slow_.Admin("POST", "races/" + id + "/runs");
  gate_.Set(false);
  RaceClient alice(server_.port(), std::string(kSlowAccount));
  alice.SetActor("alice");
  RaceClient bob(server_.port(), std::string(kSlowAccount));
  bob.SetActor("bob");
  alice.SendCall("GetItem", kRoomKey);
  bob.SendCall("GetItem", kRoomKey);
  gate_.WaitForThreads(1);
  std::this_thread::sleep_for(std::chrono::milliseconds(2'200));
  gate_.Set(true);
  EXPECT_EQ(alice.Receive().status, 200);
  // Longer than the time from one look for silent actors to the next.
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  slow_.Admin("POST", "races/" + id + "/actors/alice/done");
  EXPECT_EQ(bob.Receive().status, 200);
  slow_.Admin("POST", "races/" + id + "/actors/bob/done");
  EXPECT_FALSE(Json(slow_.Admin("POST", "races/" + id + "/runs/1/result", R"({"ok":true})").body).Bool("failed"));
  EXPECT_EQ(slow_.Admin("GET", "races/" + id).body.find("not_replayable"), std::string::npos);
}

}  // namespace
}  // namespace holdfast::server
