#include "conformance/runner/tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "tests/conformance/support/scripted_http_endpoint.h"

namespace holdfast::conformance {
namespace {

using ::testing::HasSubstr;

// The endpoint responds with `description_` to DescribeTable, with a ResourceInUseException to the first
// `refused_deletions_` requests for DeleteTable, and with success to every other request.
class TableSetTest : public testing::Test {
 protected:
  void SetUp() override { options_.url = options_.streams_url = endpoint_.url(); }

  // Returns the error of Ensure; empty if it succeeds.
  std::string EnsureError(TableSet& tables) {
    try {
      tables.Ensure(SingleTable("t"));
      return "";
    } catch (const SetupFailed& reason) {
      return reason.what();
    }
  }

  std::string description_ = R"({"Table":{"TableStatus":"ACTIVE"}})";
  std::atomic<int> describe_requests_ = 0;
  std::atomic<int> delete_requests_ = 0;
  int refused_deletions_ = 0;
  ScriptedHttpEndpoint endpoint_{[this](const ScriptedHttpEndpoint::Request& request) {
    const bool describes = std::string_view(request["X-Amz-Target"]).ends_with(".DescribeTable");
    if (describes) ++describe_requests_;
    if (std::string_view(request["X-Amz-Target"]).ends_with(".DeleteTable") &&
        ++delete_requests_ <= refused_deletions_) {
      return ResponseBytes(R"({"__type":"com.amazonaws.dynamodb.v20120810#ResourceInUseException"})", 400);
    }
    return ResponseBytes(describes ? description_ : "{}");
  }};
  EndpointOptions options_;
};

TEST_F(TableSetTest, AnActiveTableIsReady) {
  Client client(options_, 0, 1);
  TableSet tables(&client, "prefix");
  EXPECT_EQ(tables.Ensure(SingleTable("t")), "prefix-t");
}

TEST_F(TableSetTest, ADescriptionWithoutATableIsAnError) {
  for (const std::string description : {"{}", "[]", "null", R"({"Table":[]})", R"({"Table":null})", "", "{"}) {
    description_ = description;
    Client client(options_, 0, 1);
    TableSet tables(&client, "prefix");
    EXPECT_THAT(EnsureError(tables), HasSubstr("DescribeTable answered no Table")) << description;
    EXPECT_THROW(tables.StreamArn("prefix-t"), SetupFailed) << description;
  }
}

TEST_F(TableSetTest, ATableThatStaysCreatingIsGivenUpAndNotWaitedForAgain) {
  description_ = R"({"Table":{"TableStatus":"CREATING"}})";
  Client client(options_, 0, 1);
  TableSet tables(&client, "prefix", {.time_max = std::chrono::seconds(1)});
  EXPECT_THAT(EnsureError(tables), HasSubstr("did not become ACTIVE within 1 s; it was CREATING"));
  const int requests_before = describe_requests_;
  EXPECT_THAT(EnsureError(tables), HasSubstr("did not become ACTIVE"));
  EXPECT_EQ(describe_requests_, requests_before);
}

TEST_F(TableSetTest, ATableThatIsInUseIsDeletedLater) {
  refused_deletions_ = 3;
  Client client(options_, 0, 1);
  { TableSet(&client, "prefix").Ensure(SingleTable("t")); }
  EXPECT_EQ(delete_requests_, 4);
}

TEST_F(TableSetTest, ATableThatCannotBeDeletedIsReported) {
  refused_deletions_ = 1'000'000;
  Client client(options_, 0, 1);
  std::string reported;
  const auto report = [&reported](const std::string& text) { reported = text; };
  { TableSet(&client, "prefix", {.report = report, .delete_max = std::chrono::seconds(0)}).Ensure(SingleTable("t")); }
  EXPECT_THAT(reported, HasSubstr("table prefix-t could not be deleted: ResourceInUseException"));
}

TEST_F(TableSetTest, ATableWhoseCreationHasAnUnknownOutcomeIsNotUsed) {
  std::atomic<int> requests = 0;
  const ScriptedHttpEndpoint closing([&requests](const auto&) -> std::optional<std::string> {
    ++requests;
    return std::nullopt;
  });
  options_.url = closing.url();
  Client client(options_, 0, 1);
  TableSet tables(&client, "prefix");
  const std::string error = EnsureError(tables);
  EXPECT_THAT(error, HasSubstr("NoAnswer"));
  const int requests_before = requests;
  EXPECT_EQ(EnsureError(tables), error);
  EXPECT_EQ(requests, requests_before);
}

TEST_F(TableSetTest, AnEndlessQueryIsGivenUp) {
  const ScriptedHttpEndpoint endless(
      [](const auto&) { return ResponseBytes(R"({"Items":[],"LastEvaluatedKey":{"pk":{"S":"a"}}})"); });
  options_.url = endless.url();
  Client client(options_, 0, 1);
  EXPECT_THROW(client.QueryAll({.table = "t"}), SetupFailed);
  EXPECT_THROW(client.ScanAll({.table = "t"}), SetupFailed);
}

}  // namespace
}  // namespace holdfast::conformance
