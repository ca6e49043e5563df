#include "conformance/history/witness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "conformance/history/explain_finding.h"
#include "conformance/history/operation_record.h"
#include "tests/conformance/history/register_history.h"
#include "tests/conformance/history/transaction_history.h"

namespace holdfast::conformance {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

WitnessStep Step(int client, int64_t invoked, int64_t completed, std::string request, std::string response,
                 bool is_marked = false) {
  return {client, invoked, completed, std::move(request), std::move(response), is_marked};
}

TEST(WitnessTest, TextHasAColumnPerClient) {
  const Witness witness = {
      {Step(1, 1000, 5000, "write 1", "done"), Step(2, 2000, 3000, "read", "absent"),
       Step(2, 6000, 7000, "read", "absent", true), Step(1, 6500, kNeverCompleted, "write 2", "-")},
      "Stale."};
  EXPECT_EQ(DrawAsText(witness),
            "        | client 1  | client 2\n"
            "1000 ns | > write 1 |\n"
            "2000 ns | |         | > read\n"
            "3000 ns | |         | = absent\n"
            "5000 ns | = done    |\n"
            "6000 ns |           | > read\n"
            "6500 ns | > write 2 | |\n"
            "7000 ns | |         | = absent  <--\n"
            "Stale.\n");
}

TEST(WitnessTest, TextOfManyClientsHasALinePerEvent) {
  Witness witness;
  for (int client = 1; client <= 12; ++client) {
    witness.steps.push_back(Step(client, client * 1'000'000, 20'000'000 + client, "read", "7", client == 12));
  }
  const std::string text = DrawAsText(witness);
  EXPECT_THAT(text, HasSubstr(" 3.000 ms | client 3  > read\n"));
  EXPECT_THAT(text, HasSubstr("20.000 ms | client 12 = 7  <--\n"));
}

TEST(WitnessTest, TextShortensLongCellsByCharacters) {
  std::string greek;
  for (int i = 0; i < 100; ++i) greek += "λ";
  const std::string text = DrawAsText({{Step(1, 1, 2, greek, "a\nb")}, ""});
  EXPECT_THAT(text, AllOf(HasSubstr("λ…"), HasSubstr("= a b"), Not(HasSubstr(greek))));
}

TEST(WitnessTest, TextOfAMarkedCallWithoutResponseMarksTheRequest) {
  EXPECT_THAT(DrawAsText({{Step(1, 1, kNeverCompleted, "write 1", "no answer", true)}, ""}),
              HasSubstr("> write 1  <--\n"));
}

TEST(WitnessTest, AWitnessWithoutCallsHasOnlyItsExplanation) {
  EXPECT_EQ(DrawAsText({}), "");
  EXPECT_EQ(DrawAsText({{}, "Nobody knows."}), "Nobody knows.\n");
  EXPECT_THAT(DrawAsHtml({{}, "Nobody knows."}), AllOf(HasSubstr("Nobody knows."), Not(HasSubstr("<svg"))));
}

TEST(WitnessTest, HtmlEscapesEverything) {
  const std::string html = DrawAsHtml(
      {{Step(1, 1, 2, "put <script>alert('x')</script>", "\"a\" & \xff\x01 \xc3\xa9 \xf0\x9f\x8d\xb0", true)}, "<b>"});
  EXPECT_THAT(html,
              AllOf(Not(HasSubstr("<script")), Not(HasSubstr("<b>")), Not(HasSubstr("\xff")), Not(HasSubstr("\x01"))));
  EXPECT_THAT(html, AllOf(HasSubstr("&lt;script&gt;alert(&#39;x&#39;)"), HasSubstr("&lt;b&gt;"),
                          HasSubstr("&quot;a&quot; &amp; \xef\xbf\xbd\xef\xbf\xbd \xc3\xa9 \xf0\x9f\x8d\xb0")));
}

size_t CountOf(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(WitnessTest, HtmlHasABarAndARowPerCall) {
  const std::string html =
      DrawAsHtml({{Step(1, 1, 4, "write 1", "done"), Step(2, 5, 6, "read", "absent", true),
                   Step(1, 5, kNeverCompleted, "write 2", "no answer"), Step(1, 6, 7, "write 3", "done")},
                  "Stale."});
  EXPECT_EQ(CountOf(html, "<rect"), 4u);
  // The marked bar and the marked row.
  EXPECT_EQ(CountOf(html, "fill:var(--bad)"), 1u);
  EXPECT_EQ(CountOf(html, "color:var(--bad)"), 1u);
  EXPECT_EQ(CountOf(html, "stroke-dasharray"), 1u);
  // One lane, and three rows of the table.
  EXPECT_EQ(CountOf(html, ">client 1</text>"), 1u);
  EXPECT_EQ(CountOf(html, ">client 1</td>"), 3u);
  // The write without a response overlaps the next call of client 1, so its lane has two rows of bars. With the lane of
  // client 2 the drawing has three rows.
  EXPECT_THAT(html, HasSubstr("height=\"92\""));
}

TEST(WitnessTest, AStaleReadIsMarked) {
  const std::vector<RegisterOperation> history = {Write(1, {1, 2}, 1), CompareAndSet(1, {3, 4}, 1, 2),
                                                  Read(2, {5, 6}, 1)};
  const std::optional<LinearizabilityFinding> finding = CheckLinearizable(history);
  ASSERT_TRUE(finding.has_value());
  const Witness witness = AsWitness(*finding);
  ASSERT_EQ(witness.steps.size(), 3u);
  EXPECT_TRUE(witness.steps[2].is_marked);
  EXPECT_EQ(
      std::count_if(witness.steps.begin(), witness.steps.end(), [](const WitnessStep& step) { return step.is_marked; }),
      1);
  EXPECT_THAT(witness.steps[1].request, StartsWith("set 2 if it is 1"));
  EXPECT_EQ(witness.steps[2].response, "1");
  EXPECT_THAT(witness.explanation, AllOf(HasSubstr("3 calls on counter"), HasSubstr("client 2 to \"read\": 1.")));
}

TEST(WitnessTest, ALostIncrementAmongManyCallsShowsFewOfThem) {
  std::vector<RegisterOperation> history;
  for (int i = 0; i < 100; ++i) history.push_back(Add(i, {2 * i, 2 * i + 1}, 2));
  history.push_back(Add(200, {300, 500}, 5));
  history.push_back(Read(100, {400, 401}, 198));
  const std::optional<LinearizabilityFinding> finding = CheckLinearizable(history);
  ASSERT_TRUE(finding.has_value());
  const Witness witness = AsWitness(*finding);
  EXPECT_LT(witness.steps.size(), 30u);
  EXPECT_THAT(witness.explanation,
              AllOf(HasSubstr("amounts to 200, what overlaps it to between 0 and 5 more"), HasSubstr("are not shown")));
}

TEST(WitnessTest, AnUndecidedSearchHasAnExplanation) {
  LinearizabilityFinding finding;
  finding.item = "counter";
  finding.undecided = true;
  EXPECT_THAT(AsWitness(finding).explanation, HasSubstr("was not found out"));
}

TEST(WitnessTest, AFracturedReadShowsTheCycle) {
  const std::optional<SerializabilityFinding> finding = CheckSerializable(std::vector<TransactionOperation>{
      Transaction(1, 1, 9, {{"x", 1}, {"y", 2}}, {}), Transaction(2, 1, 9, {}, {{"x", {1}}, {"y", {}}})});
  ASSERT_TRUE(finding.has_value());
  const Witness witness = AsWitness(*finding);
  ASSERT_EQ(witness.steps.size(), 2u);
  EXPECT_EQ(witness.steps[0].request, "T1: read x, read y");
  EXPECT_EQ(witness.steps[0].response, "x = [1], y = []");
  EXPECT_TRUE(witness.steps[0].is_marked);
  EXPECT_EQ(witness.steps[1].request, "T2: append 1 to x, append 2 to y");
  EXPECT_FALSE(witness.steps[1].is_marked);
  EXPECT_THAT(witness.explanation,
              AllOf(HasSubstr("G-single."), HasSubstr("T1 before T2: T1 read y without 2, which T2 appended.")));
}

}  // namespace
}  // namespace holdfast::conformance
