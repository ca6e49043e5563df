// A session on a database with the table `Rooms`, whose runs tests play call by call.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/race/session.h"
#include "engine/race/steps/engine_executor.h"
#include "tests/engine/race/race_builders.h"

namespace holdfast::race {

class SessionTest : public ::testing::Test {
 protected:
  SessionTest() : database_(testing::MakeDatabase()), executor_(*database_, {}) {
    testing::CreateTable(*database_, "Rooms");
  }

  std::string Misuse(SessionOptions options) {
    auto session = Session::Create(std::move(options), executor_);
    return session.ok() ? "(ok)" : session.error();
  }
  void Open(SessionOptions options) {
    auto session = Session::Create(std::move(options), executor_);
    ASSERT_TRUE(session.ok()) << session.error();
    session_ = std::move(session).value();
  }
  template <typename T>
  static std::string Text(const OrMisuse<T>& result) {
    return result.ok() ? "(ok)" : result.error();
  }
  static Request GetRoom() { return testing::Get("Rooms", {{"pk", testing::S("room7")}}); }
  static Request PutRoom() { return testing::Put("Rooms", {{"pk", testing::S("room7")}}); }
  // Plays a run in which each actor writes the room. `why` is the failure that the test's check reports, or empty;
  // `alice_fails`: alice reports it instead.
  OrMisuse<RunEnd> PlayRun(const std::string& why, bool alice_fails = false) {
    const auto start = session_->BeginRun();
    if (!start.ok()) return start.error();
    if (start->done) return std::string("there is no further run");
    for (const std::string& actor : start->actors) {
      EXPECT_TRUE(session_->Arrive({actor, PutRoom(), ""}).ok());
    }
    while (!session_->RunOver()) {
      const auto step = session_->RunNextStep();
      if (!step.ok()) return step.error();
      const bool fails = alice_fails && !why.empty() && step->completed->actor == "alice";
      EXPECT_TRUE(session_->ActorDone(step->completed->actor, fails ? std::optional(why) : std::nullopt).ok());
    }
    return session_->EndRun(alice_fails || why.empty(), why);
  }
  // Plays runs until there is no further one.
  void PlayAll(const std::string& why) {
    while (PlayRun(why).ok()) {
    }
  }

  const std::unique_ptr<Database> database_;
  EngineExecutor executor_;
  std::unique_ptr<Session> session_;
};

}  // namespace holdfast::race
