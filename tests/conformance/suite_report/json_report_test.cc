#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <limits>
#include <string>
#include <vector>

#include "conformance/suite_report/reports.h"
#include "tests/conformance/suite_report/sample_run.h"

namespace holdfast::conformance {
namespace {

using ::testing::ElementsAre;

rapidjson::Document Parsed(const RunReport& run) {
  rapidjson::Document document;
  document.Parse<rapidjson::kParseValidateEncodingFlag>(JsonReport(run).c_str());
  EXPECT_FALSE(document.HasParseError());
  return document;
}

std::vector<std::string> Names(const rapidjson::Value& object) {
  std::vector<std::string> names;
  for (auto member = object.MemberBegin(); member != object.MemberEnd(); ++member) {
    names.emplace_back(member->name.GetString());
  }
  return names;
}

TEST(JsonReport, HasEveryFieldOfTheRun) {
  const rapidjson::Document run = Parsed(SampleRun());
  EXPECT_THAT(Names(run), ElementsAre("verdict", "exit_status", "headline", "endpoint", "region", "started", "version",
                                      "seed", "clients", "rounds", "seconds", "lacks", "cases", "races"));
  EXPECT_STREQ(run["verdict"].GetString(), "error");
  EXPECT_EQ(run["exit_status"].GetInt(), 2);
  EXPECT_STREQ(run["endpoint"].GetString(), "http://127.0.0.1:8000");
  EXPECT_STREQ(run["region"].GetString(), "eu-central-1");
  EXPECT_STREQ(run["started"].GetString(), "2025-03-04T09:15:00Z");
  EXPECT_STREQ(run["version"].GetString(), "1.2.3");
  EXPECT_STREQ(run["seed"].GetString(), "18446744073709551615");
  EXPECT_EQ(run["clients"].GetInt(), 64);
  EXPECT_EQ(run["rounds"].GetInt(), 200);
  EXPECT_EQ(run["seconds"].GetDouble(), 192.4);
  EXPECT_EQ(run["cases"].Size(), 7u);
  EXPECT_EQ(run["races"].Size(), 5u);
}

TEST(JsonReport, HasEveryFieldOfACase) {
  const rapidjson::Document run = Parsed(SampleRun());
  const rapidjson::Value& one = run["cases"][1];
  EXPECT_THAT(Names(one), ElementsAre("group", "name", "sentence", "verdict", "seconds", "complaints"));
  EXPECT_STREQ(one["group"].GetString(), "conditions");
  EXPECT_STREQ(one["name"].GetString(), "old-item-on-refusal");
  EXPECT_STREQ(one["sentence"].GetString(), "A refused write returns the item it met.");
  EXPECT_STREQ(one["verdict"].GetString(), "violated");
  EXPECT_EQ(one["seconds"].GetDouble(), 0.012);
  EXPECT_EQ(one["complaints"].Size(), 2u);
  EXPECT_STREQ(one["complaints"][0].GetString(), "Item: expected {\"pk\":{\"S\":\"a\"}}, was absent");
}

TEST(JsonReport, HasEveryFieldOfARace) {
  const rapidjson::Document run = Parsed(SampleRun());
  const rapidjson::Value& race = run["races"][1];
  EXPECT_THAT(Names(race), ElementsAre("group", "name", "invariant", "control", "verdict", "clients", "rounds",
                                       "ended_by_budget", "control_rounds", "control_convicted", "control_finding",
                                       "met", "seconds", "violations", "note"));
  EXPECT_STREQ(race["group"].GetString(), "races");
  EXPECT_STREQ(race["name"].GetString(), "no-lost-increment");
  EXPECT_STREQ(race["invariant"].GetString(), "A counter equals the number of increments that succeeded.");
  EXPECT_STREQ(race["control"].GetString(), "The condition is taken off the put.");
  EXPECT_STREQ(race["verdict"].GetString(), "violated");
  EXPECT_EQ(race["clients"].GetInt(), 64);
  EXPECT_EQ(race["rounds"].GetInt(), 200);
  EXPECT_EQ(race["control_rounds"].GetInt(), 3);
  EXPECT_TRUE(race["control_convicted"].GetBool());
  EXPECT_STREQ(race["control_finding"].GetString(), "in round 1, 64 puts succeeded");
  EXPECT_EQ(race["met"]["overlapping operations"].GetInt64(), 11'942);
  EXPECT_EQ(race["seconds"].GetDouble(), 8.31);
  EXPECT_EQ(race["violations"].Size(), 5u);
  EXPECT_STREQ(
      run["races"][2]["note"].GetString(),
      "the control was not convicted, so that the race proves nothing here: more clients or a larger budget may "
      "bring them together");
  EXPECT_FALSE(run["races"][2]["control_convicted"].GetBool());
}

TEST(JsonReport, HasEveryFieldOfAViolation) {
  const rapidjson::Document run = Parsed(SampleRun());
  const rapidjson::Value& violation = run["races"][1]["violations"][0];
  EXPECT_THAT(Names(violation), ElementsAre("round", "seed", "what", "witness"));
  EXPECT_EQ(violation["round"].GetInt(), 3);
  EXPECT_STREQ(violation["seed"].GetString(), "9007199254740993");
  EXPECT_STREQ(violation["what"].GetString(), "The counter says 1 after two increments succeeded.");

  const rapidjson::Value& witness = violation["witness"];
  EXPECT_THAT(Names(witness), ElementsAre("steps", "explanation"));
  EXPECT_EQ(witness["steps"].Size(), 3u);
  const rapidjson::Value& guilty = witness["steps"][2];
  EXPECT_THAT(Names(guilty), ElementsAre("client", "invoked", "completed", "request", "answer", "guilty"));
  EXPECT_EQ(guilty["client"].GetInt(), 2);
  EXPECT_EQ(guilty["invoked"].GetInt64(), 6'000);
  EXPECT_EQ(guilty["completed"].GetInt64(), 9'000);
  EXPECT_STREQ(guilty["request"].GetString(), "ADD hits 1");
  EXPECT_STREQ(guilty["answer"].GetString(), "hits = 1");
  EXPECT_TRUE(guilty["guilty"].GetBool());
  EXPECT_TRUE(witness["steps"][1]["completed"].IsNull()) << "a call without a response has no completion";
  EXPECT_FALSE(witness["steps"][1]["guilty"].GetBool());
}

TEST(JsonReport, IsValidJsonForAnyText) {
  RunReport run = SampleRun();
  run.cases[0].name = "<script>\"quotes\"\\ \U0001F600 \xFF\n";
  run.races[0].event_counts = {{"\"odd\" \xC3", 1}};
  run.seconds = std::numeric_limits<double>::quiet_NaN();
  const rapidjson::Document parsed = Parsed(run);
  EXPECT_STREQ(parsed["cases"][0]["name"].GetString(), "<script>\"quotes\"\\ \U0001F600 \uFFFD\n");
  EXPECT_THAT(Names(parsed["races"][0]["met"]), ElementsAre("\"odd\" \uFFFD"));
  EXPECT_TRUE(parsed["seconds"].IsNull());
}

TEST(JsonReport, AnEmptyRunHasEmptyLists) {
  const rapidjson::Document parsed = Parsed(RunReport());
  EXPECT_TRUE(parsed["cases"].Empty());
  EXPECT_TRUE(parsed["races"].Empty());
  EXPECT_EQ(parsed["exit_status"].GetInt(), 2);
}

}  // namespace
}  // namespace holdfast::conformance
