// Renders hand-written views of sessions as JSON and as a page.
#include "server/race/report/race_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/race/report/race_json.h"
#include "server/race/report/race_page.h"

namespace holdfast::server {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

race::HistoryEntry Entry(std::string actor, size_t position, std::string text) {
  race::HistoryEntry entry;
  entry.actor = std::move(actor);
  entry.operation = "PutItem";
  entry.table = "Rooms";
  entry.end_commit = 3;
  race::HistoryStep step;
  step.position = position;
  step.what = "write";
  step.text = std::move(text);
  entry.steps.push_back(std::move(step));
  return entry;
}

RaceView FailingView() {
  RaceView view;
  view.id = 7;
  view.database = {"000000000000", "us-east-1", "f<1>"};
  view.options.session.actors = {"alice", "bob"};
  view.options.session.require = {{"conflicts", 2}, {"retries", 1}};
  view.verdict.done = true;
  view.verdict.runs = 3;
  view.verdict.failed = 1;
  view.verdict.counts = {.explored = 3, .pruned = 1, .orders = 5};
  view.verdict.event_counts.retries = 1;
  view.verdict.failure = race::Failure{2, "check", "sold \"twice\" & <more>", "alice,bob#PP", "the witness"};
  view.history = race::History();
  view.history->run = 2;
  view.history->schedule = "alice,bob#PP";
  view.history->entries = {Entry("alice", 0, "PutItem <room7>"), Entry("bob", 1, "PutItem room7\x01")};
  view.history->entries[1].steps[0].remark = "lost update";
  view.history->entries[1].steps[0].variant = race::Variant::Fault(race::FaultAction::kCommitThenDrop);
  view.history->entries[1].outcome = race::Outcome::kUnknown;
  view.history->entries[1].end_commit = race::kNeverEnded;
  return view;
}

RaceView PassingView() {
  RaceView view;
  view.options.session.actors = {"alice"};
  view.verdict.done = true;
  view.verdict.passed = true;
  view.verdict.complete = true;
  view.verdict.runs = 34;
  view.verdict.counts = {.explored = 34, .pruned = 12, .orders = 46};
  return view;
}

std::string Verdict(const RaceView& view) {
  std::string json;
  JsonWriter writer(&json);
  WriteVerdict(view, writer);
  return *writer.Flush();
}

std::string HistoryOf(const RaceView& view) {
  std::string json;
  JsonWriter writer(&json);
  WriteHistory(*view.history, writer);
  return *writer.Flush();
}

TEST(RaceJsonTest, TheVerdictOfAFailingSession) {
  const std::string json = Verdict(FailingView());
  EXPECT_THAT(json, HasSubstr(R"("id":"7","database":{"account":"000000000000","region":"us-east-1","fork":"f<1>"})"));
  EXPECT_THAT(json, HasSubstr(R"("explored":3,"pruned":1,"total":null,"complete":false)"));
  EXPECT_THAT(json, HasSubstr(R"("why":"sold \"twice\" & <more>","replay":"alice,bob#PP","witness":"the witness",)"
                              R"("shrunk":false,"steps":2,"replayable":true)"));
  EXPECT_THAT(json, HasSubstr(R"("missing":["conflicts: 2 wanted, 0 met"])"));
  EXPECT_THAT(json, HasSubstr(R"("ok":false)"));
}

TEST(RaceJsonTest, TheTotalIsWrittenWhenAllOrdersWereExplored) {
  EXPECT_THAT(Verdict(PassingView()),
              HasSubstr(R"("explored":34,"pruned":12,"total":46,"complete":true,"failures":[])"));
  RaceView bounded = PassingView();
  bounded.verdict.complete = false;
  EXPECT_THAT(Verdict(bounded), HasSubstr(R"("total":null,"complete":false)"));
  RaceView many = PassingView();
  many.verdict.counts.orders = 1e30;
  EXPECT_THAT(Verdict(many), HasSubstr(R"("total":1e+30)"));
}

TEST(RaceJsonTest, TheHistory) {
  const std::string json = HistoryOf(FailingView());
  EXPECT_THAT(json, HasSubstr(R"({"run":2,"schedule":"alice,bob#PP","operations":[{"actor":"alice")"));
  EXPECT_THAT(json, HasSubstr(R"("begin":0,"end":3)"));
  EXPECT_THAT(json, HasSubstr(R"("outcome":"unknown")"));
  EXPECT_THAT(json, HasSubstr(R"("variant":"!commit_then_drop")"));
  EXPECT_THAT(json, HasSubstr(R"("text":"PutItem room7\u0001","remark":"lost update")"));
  EXPECT_THAT(json, Not(HasSubstr("left_out")));
}

TEST(RaceJsonTest, TheHistorySaysHowManyRequestsItLacks) {
  RaceView view = FailingView();
  view.history->left_out = 3;
  EXPECT_THAT(HistoryOf(view), HasSubstr(R"("left_out":3)"));
  EXPECT_THAT(RacePage(view), HasSubstr("Not kept: 3 further requests without an actor."));
}

TEST(RaceJsonTest, AFaultRuleThatNeverFiredIsAWarning) {
  RaceView view = PassingView();
  view.verdict.unfired_faults = {"the fault rule throttle never fired: no request matched it"};
  EXPECT_THAT(Verdict(view),
              HasSubstr(R"("warnings":[{"kind":"unfired_fault","text":"the fault rule throttle never fired: )"));
  EXPECT_THAT(RacePage(view), HasSubstr("<li>the fault rule throttle never fired: no request matched it</li>"));
}

TEST(RacePageTest, EverythingIsEscaped) {
  const std::string page = RacePage(FailingView());
  EXPECT_THAT(page, HasSubstr("sold &quot;twice&quot; &amp; &lt;more&gt;"));
  EXPECT_THAT(page, HasSubstr("PutItem &lt;room7&gt;"));
  EXPECT_THAT(page, HasSubstr("PutItem room7\uFFFD"));
  EXPECT_THAT(page, HasSubstr("fork f&lt;1&gt;"));
  EXPECT_THAT(page, Not(HasSubstr("<more>")));
  EXPECT_THAT(page, Not(HasSubstr("<script")));
}

TEST(RacePageTest, EachActorHasAColumnAndEachStepARow) {
  const std::string page = RacePage(FailingView());
  EXPECT_THAT(page, HasSubstr("grid-template-columns:repeat(2,minmax(0,1fr))"));
  EXPECT_THAT(page, HasSubstr("style=\"grid-column:1;grid-row:2;--indent:0\""));
  EXPECT_THAT(page, HasSubstr("class=\"step remarked\" style=\"grid-column:2;grid-row:3;--indent:1\""));
  EXPECT_THAT(page, HasSubstr("commit then drop"));
  EXPECT_THAT(page, HasSubstr("Required: conflicts: 2 wanted, 0 met"));
}

TEST(RacePageTest, TheWitnessIsTextIfTheHistoryIsOfAnotherRun) {
  RaceView view = FailingView();
  view.history->run = 1;
  const std::string page = RacePage(view);
  EXPECT_THAT(page, HasSubstr("the witness</pre>"));
  EXPECT_THAT(page, HasSubstr("History of run 1"));
}

TEST(RacePageTest, APassingSessionHasNoWitness) {
  const std::string page = RacePage(PassingView());
  EXPECT_THAT(page, HasSubstr("<h1>No order fails: all were explored</h1>"));
  EXPECT_THAT(page, HasSubstr("<header class=\"holds\">"));
  EXPECT_THAT(page, Not(HasSubstr("The order that fails")));
  EXPECT_THAT(RacePage(RaceView()), HasSubstr("No order has failed so far, of 0 orders"));
}

}  // namespace
}  // namespace holdfast::server
