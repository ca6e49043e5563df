#include "server/race/lost_updates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/race/steps/engine_executor.h"
#include "tests/engine/race/race_builders.h"

namespace holdfast::server {
namespace {

using namespace holdfast::race::testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class LostUpdatesTest : public ::testing::Test {
 protected:
  using Clock = LostUpdates::Clock;

  LostUpdatesTest() : database_(MakeDatabase()), executor_(*database_, {}) {
    CreateTable(*database_, "Rooms");
    Send(Put("Rooms", {{"pk", S("room7")}, {"vacant", N("1")}}));
  }

  // Executes the request, and reports it to the detector as sent to `fork` (if empty, to no fork) and received while
  // the last `overlapping` requests were in progress.
  void Send(const race::Request& request, int overlapping = 0, const std::string& fork = {}) {
    now_ += std::chrono::milliseconds(10);
    const auto targets = executor_.TargetsOf(request);
    const race::Execution execution = executor_.Execute(request);
    const DatabaseName name{"000000000000", "us-east-1", fork};
    const Clock::time_point arrived = now_ - std::chrono::milliseconds(5 + 10 * overlapping);
    detector_.Executed({name, race::OperationName(request), targets, arrived}, execution, now_);
  }
  std::vector<std::string> FindingTexts() const {
    std::vector<std::string> texts;
    for (const LostUpdates::Finding& finding : detector_.findings()) texts.push_back(LostUpdates::Describe(finding));
    return texts;
  }
  static race::Request GetRoom() { return Get("Rooms", {{"pk", S("room7")}}); }
  static race::Request Book(const std::string& guest, const std::string& condition = {}) {
    return Put("Rooms", {{"pk", S("room7")}, {"guest", S(guest)}}, condition);
  }

  const std::unique_ptr<Database> database_;
  race::EngineExecutor executor_;
  LostUpdates detector_;
  Clock::time_point now_{std::chrono::hours(1)};
};

TEST_F(LostUpdatesTest, TwoClientsReadAndThenBothOverwrite) {
  Send(GetRoom());
  Send(GetRoom());
  Send(Book("alice"));
  Send(Book("bob"), 1);
  EXPECT_THAT(FindingTexts(),
              ElementsAre("PutItem of room7 in Rooms overwrites v2 without a condition; the item was last read "
                          "as v1"));
}

TEST_F(LostUpdatesTest, AStatementOfPartiqlMayHaveReadTheItem) {
  Send(GetRoom());
  Send(GetRoom());
  Send(Book("alice"));
  detector_.ForgetItems({"000000000000", "us-east-1", ""});
  Send(Book("bob"), 1);
  EXPECT_THAT(FindingTexts(), IsEmpty());
}

TEST_F(LostUpdatesTest, ReadsAndStatementsInAnotherDatabaseDoNotMatter) {
  Send(GetRoom());
  Send(GetRoom());
  Send(Book("alice"));
  Send(GetRoom(), 0, "fork");
  detector_.ForgetItems({"000000000000", "us-east-1", "fork"});
  Send(Book("bob"), 2);
  EXPECT_EQ(FindingTexts().size(), 1u);
}

TEST_F(LostUpdatesTest, OneClientThatWritesTwiceKnowsWhatItHasWritten) {
  Send(GetRoom());
  Send(GetRoom());
  Send(Book("alice"));
  Send(Book("alice again"));
  EXPECT_THAT(FindingTexts(), IsEmpty());
}

TEST_F(LostUpdatesTest, TheSecondWriterOfAnItemThatWasReadOnceMayNotHaveReadIt) {
  Send(GetRoom());
  Send(Book("alice"));
  Send(Book("bob"), 1);
  EXPECT_THAT(FindingTexts(), IsEmpty());
}

TEST_F(LostUpdatesTest, AReadBetweenTheWritesMayBeThatOfTheSecondWriter) {
  Send(GetRoom());
  Send(GetRoom());
  Send(Book("alice"));
  Send(GetRoom());
  Send(Book("bob"), 2);
  EXPECT_THAT(FindingTexts(), IsEmpty());
}

TEST_F(LostUpdatesTest, AConditionGuardsTheWrite) {
  Send(GetRoom());
  Send(GetRoom());
  Send(Book("alice"));
  Send(Book("bob", "attribute_exists(pk)"), 1);
  EXPECT_THAT(FindingTexts(), IsEmpty());
}

TEST_F(LostUpdatesTest, AnUpdateThatAddsLosesNothing) {
  const race::Request add = Update("Rooms", {{"pk", S("room7")}}, "ADD visits :one", {{":one", N("1")}});
  Send(GetRoom());
  Send(GetRoom());
  Send(add);
  Send(add, 1);
  EXPECT_THAT(FindingTexts(), IsEmpty());
}

TEST_F(LostUpdatesTest, RestartForgetsTheFindings) {
  Send(GetRoom());
  Send(GetRoom());
  Send(Book("alice"));
  Send(Book("bob"), 1);
  detector_.Restart();
  EXPECT_THAT(FindingTexts(), IsEmpty());
}

}  // namespace
}  // namespace holdfast::server
