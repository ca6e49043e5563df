#include "server/flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace holdfast::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Flags Parsed(const std::vector<std::string_view>& arguments) {
  const Result<Flags, std::string> flags = ParseFlags(arguments);
  EXPECT_TRUE(flags.ok()) << flags.error();
  return flags.ok() ? flags.value() : Flags();
}

std::string ErrorOf(const std::vector<std::string_view>& arguments) {
  const Result<Flags, std::string> flags = ParseFlags(arguments);
  return flags.ok() ? "" : flags.error();
}

TEST(FlagsTest, ValuesFollowABlankOrAnEqualsSign) {
  EXPECT_EQ(Parsed({"--port", "9000"}).port, 9000);
  EXPECT_EQ(Parsed({"--port=9000"}).port, 9000);
  EXPECT_EQ(ErrorOf({"--port"}), "--port needs a value");
  EXPECT_EQ(ErrorOf({"--shared-db=yes"}), "--shared-db takes no value");
  EXPECT_EQ(ErrorOf({"--port", "70000"}), "--port needs a whole number from 0 to 65535, not '70000'");
}

TEST(FlagsTest, AnUpstreamIsAUrlAndHasNoStaleReads) {
  EXPECT_FALSE(Parsed({}).upstream.has_value());
  const Flags flags =
      Parsed({"--upstream", "http://127.0.0.1:8001", "--upstream-region", "eu-west-3", "--throttle", "1"});
  ASSERT_TRUE(flags.upstream.has_value());
  EXPECT_EQ(flags.upstream->url.port, 8001);
  EXPECT_EQ(flags.upstream->region, "eu-west-3");
  EXPECT_THAT(ErrorOf({"--upstream", "127.0.0.1:8001"}), HasSubstr("--upstream needs a URL"));
  EXPECT_EQ(ErrorOf({"--upstream-region", "eu-west-3"}), "--upstream-region needs --upstream, a URL");
  for (const char* const flag : {"--stale-reads", "--index-lag"}) {
    EXPECT_THAT(ErrorOf({"--upstream", "http://127.0.0.1:8001", flag, "0.1"}),
                HasSubstr(std::string(flag) + " needs a store of this server's own"));
  }
  EXPECT_THAT(ErrorOf({"--upstream", "http://127.0.0.1:8001", "--realistic-timing"}), HasSubstr("--realistic-timing"));
}

TEST(FlagsTest, ZeroThreadsAreRefused) {
  EXPECT_EQ(ErrorOf({"--threads", "0"}), "--threads needs a whole number from 1 to 1024, not '0'");
  EXPECT_EQ(Parsed({"--threads", "2"}).threads, 2u);
}

TEST(FlagsTest, AMisspelledFlagIsDistinguishedFromAnUnknownOne) {
  EXPECT_EQ(ErrorOf({"--prot", "1"}), "unknown flag --prot; did you mean --port? (see --help)");
  EXPECT_EQ(ErrorOf({"--threds=2"}), "unknown flag --threds; did you mean --threads? (see --help)");
  EXPECT_EQ(ErrorOf({"-inmemory"}), "unknown flag -inmemory; did you mean -inMemory? (see --help)");
  EXPECT_EQ(ErrorOf({"--bogus"}), "unknown flag --bogus (see --help)");
  EXPECT_EQ(ErrorOf({"9000"}), "unknown flag 9000 (see --help)");
  EXPECT_EQ(ErrorOf({std::string(100'000, 'x')}).size(), 100'000u + std::string("unknown flag  (see --help)").size());
}

TEST(FlagsTest, CommandLinesOfDynamoDBLocalAreAccepted) {
  const Flags flags = Parsed({"-Djava.library.path=./DynamoDBLocal_lib", "-jar", "DynamoDBLocal.jar", "-inMemory",
                              "-sharedDb", "-port", "8001", "-cors", "*", "-delayTransientStatuses",
                              "-optimizeDbBeforeStartup", "-disableTelemetry", "-dbPath", "/tmp/data"});
  EXPECT_EQ(flags.port, 8001);
  EXPECT_EQ(flags.isolation, Isolation::kShared);
  EXPECT_TRUE(flags.realistic_timing);
  EXPECT_THAT(flags.origins, ElementsAre("*"));
  EXPECT_THAT(flags.warnings, testing::Contains(HasSubstr("-dbPath is ignored: nothing is stored on disk")));
  for (const char* flag : {"-h", "-help", "--help"}) EXPECT_TRUE(Parsed({flag}).help) << flag;
}

TEST(FlagsTest, ConnectionsAndTheirBuffersAreBounded) {
  EXPECT_EQ(Parsed({}).connections_max, 20'000u);
  EXPECT_EQ(Parsed({"--max-connections", "5"}).connections_max, 5u);
  EXPECT_NE(ErrorOf({"--max-connections", "0"}), "");
  EXPECT_EQ(Parsed({}).buffered_bytes_max, 268'435'456u);
  EXPECT_EQ(Parsed({"--max-buffered-bytes=1000000"}).buffered_bytes_max, 1'000'000u);
  EXPECT_NE(ErrorOf({"--max-buffered-bytes", "64MB"}), "");
}

TEST(FlagsTest, OriginsAndHostsAreLists) {
  EXPECT_THAT(Parsed({"--cors", "https://a.example, http://b.example:3000/", "--cors=null"}).origins,
              ElementsAre("https://a.example", "http://b.example:3000", "null"));
  EXPECT_THAT(Parsed({"--cors", "https://a.example:443/,HTTP://b.example:80,http://[::1]:80"}).origins,
              ElementsAre("https://a.example", "HTTP://b.example", "http://[::1]"))
      << "browsers send no default port";
  EXPECT_THAT(Parsed({"--cors", "https://a.example:80,http://b.example:443"}).origins,
              ElementsAre("https://a.example:80", "http://b.example:443"));
  EXPECT_THAT(ErrorOf({"--cors", "https://:443"}), HasSubstr("needs * or origins"));
  EXPECT_THAT(ErrorOf({"--cors", "myapp.example"}), HasSubstr("not 'myapp.example'"));
  EXPECT_THAT(ErrorOf({"--cors", ""}), HasSubstr("needs * or origins"));
  EXPECT_THAT(Parsed({"--allow-host", "a.test,b.test"}).hosts, ElementsAre("a.test", "b.test"));
  EXPECT_THAT(ErrorOf({"--allow-host", "a.test:8000"}), HasSubstr("without a port"));
}

TEST(FlagsTest, ASharedDatabaseHasNoTemplate) {
  EXPECT_THAT(ErrorOf({"--shared-db", "--template-db", "111111111111"}), HasSubstr("leave one of the two out"));
  EXPECT_THAT(ErrorOf({"--template-db=111111111111", "-sharedDb"}), HasSubstr("leave one of the two out"));
  EXPECT_EQ(ErrorOf({"--template-db", "111111111111"}), "");
}

TEST(FlagsTest, Databases) {
  EXPECT_EQ(Parsed({}).databases_max, 10'000u);
  EXPECT_EQ(Parsed({"--max-databases", "5"}).databases_max, 5u);
  EXPECT_EQ(Parsed({}).memory_bytes_max, 0u);
  EXPECT_EQ(Parsed({"--max-memory", "536870912"}).memory_bytes_max, 536'870'912u);
  EXPECT_EQ(Parsed({}).recovery_bytes_max, size_t{256} << 20);
  EXPECT_EQ(Parsed({"--max-recovery-memory", "0"}).recovery_bytes_max, 0u);
  EXPECT_NE(ErrorOf({"--max-databases", "0"}), "");
  EXPECT_EQ(Parsed({}).fork_idle, std::chrono::minutes(60));
  EXPECT_EQ(Parsed({"--fork-idle", "0"}).fork_idle, std::chrono::minutes(0));
}

TEST(FlagsTest, TheHealthChecksStatus) {
  EXPECT_EQ(Parsed({"--health-check-status", "400"}).health_check_status, 400);
  EXPECT_EQ(ErrorOf({"--health-check-status", "404"}), "--health-check-status needs 200 or 400, not '404'");
}

TEST(FlagsTest, TheLogOfRequests) {
  EXPECT_FALSE(Parsed({}).log.enabled);
  EXPECT_FALSE(Parsed({}).metrics);
  EXPECT_TRUE(Parsed({"--metrics"}).metrics);
  const LogOptions requests = Parsed({"--log", "requests"}).log;
  EXPECT_TRUE(requests.enabled);
  EXPECT_FALSE(requests.refusals_only || requests.bodies || requests.json);
  const LogOptions refused = Parsed({"--log", "refusals,bodies", "--log-format=json"}).log;
  EXPECT_TRUE(refused.enabled && refused.refusals_only && refused.bodies && refused.json);
  EXPECT_EQ(ErrorOf({"--log", "all"}), "--log needs requests, refusals, bodies, or refusals,bodies, not 'all'");
  EXPECT_EQ(ErrorOf({"--log", "requests,refusals"}),
            "--log needs one of requests and refusals, not 'requests,refusals'");
  EXPECT_EQ(ErrorOf({"--log-format", "xml"}), "--log-format needs text or json, not 'xml'");
}

TEST(FlagsTest, AnomaliesAreOffUnlessAskedFor) {
  EXPECT_FALSE(Parsed({}).anomalies.any());
  EXPECT_EQ(Parsed({"--lost-replies", "0.25"}).anomalies.lost_replies, 0.25);
  EXPECT_EQ(Parsed({"--conflicts=1"}).anomalies.conflicts, 1);
  EXPECT_EQ(Parsed({"--throttle", "0.1"}).anomalies.throttle, 0.1);
  EXPECT_FALSE(Parsed({"--throttle", "0.1"}).throttle_by_capacity);
  EXPECT_TRUE(Parsed({"--throttle=capacity"}).throttle_by_capacity);
  EXPECT_EQ(Parsed({"--late-ttl", "48"}).late_ttl, std::chrono::hours(48));
  EXPECT_EQ(Parsed({"--stale-reads", "0.1"}).anomalies.stale_reads, 0.1);
  EXPECT_EQ(Parsed({"--index-lag", "0.1"}).anomalies.index_lag, 0.1);
  EXPECT_EQ(Parsed({"--hold", "50"}).anomalies.hold, std::chrono::milliseconds(50));
  EXPECT_EQ(ErrorOf({"--throttle", "1.5"}), "--throttle needs capacity or a number from 0 to 1, not '1.5'");
  EXPECT_EQ(ErrorOf({"--hold", "soon"}), "--hold needs a whole number from 0 to 60000, not 'soon'");
}

TEST(FlagsTest, FlagsAreAlsoReadFromTheEnvironment) {
  const Result<Flags, std::string> flags =
      ParseFlags({"--port=0"}, {"HOLDFAST_PORT=9000", "HOLDFAST_MAX_MEMORY=1000", "HOLDFAST_ADMIN_REMOTE=1",
                                "HOLDFAST_THROTTLE=capacity", "HOLDFAST_CORS=http://a.example,http://b.example"});
  ASSERT_TRUE(flags.ok()) << flags.error();
  EXPECT_EQ(flags.value().port, 0);
  EXPECT_EQ(flags.value().memory_bytes_max, 1'000u);
  EXPECT_TRUE(flags.value().admin_remote);
  EXPECT_TRUE(flags.value().throttle_by_capacity);
  EXPECT_THAT(flags.value().origins, ElementsAre("http://a.example", "http://b.example"));
  EXPECT_THAT(flags.value().warnings, IsEmpty());
}

TEST(FlagsTest, AConflictBetweenFlagsNamesTheVariablesThatAreSet) {
  const Result<Flags, std::string> flags = ParseFlags({"--shared-db"}, {"HOLDFAST_TEMPLATE_DB=111111111111"});
  ASSERT_FALSE(flags.ok());
  EXPECT_THAT(flags.error(), HasSubstr("leave one of the two out (set in the environment: HOLDFAST_TEMPLATE_DB)"));
}

// The packages and the tests set these variables for programs that may start a server.
TEST(FlagsTest, VariablesWithAnotherPurposeCauseNoWarning) {
  const Result<Flags, std::string> flags =
      ParseFlags({}, {"HOLDFAST_ENDPOINT=http://127.0.0.1:8000", "HOLDFAST_REPLAY=alice,bob", "HOLDFAST_BINARY=/x",
                      "HOLDFAST_JOB=1", "HOLDFAST_SERVER_LOG=/x", "HOLDFAST_CONDITIONS=none", "HOLDFAST_WITHOUT=none",
                      "HOLDFAST_SHAKE_RUNS=5", "HOLDFAST_RUN_DIRECTORY=/x", "HOLDFAST_VERSION=0.1.0"});
  ASSERT_TRUE(flags.ok()) << flags.error();
  EXPECT_THAT(flags.value().warnings, IsEmpty());
}

TEST(FlagsTest, AMisspelledVariableCausesAWarning) {
  const Result<Flags, std::string> flags = ParseFlags({}, {"HOLDFAST_MAX_MEMRY=1000"});
  ASSERT_TRUE(flags.ok()) << flags.error();
  EXPECT_THAT(flags.value().warnings,
              ElementsAre("HOLDFAST_MAX_MEMRY is not a flag's variable; did you mean HOLDFAST_MAX_MEMORY?"));
}

// Users find only flags that are in the help. The list has most flags, some of DynamoDB Local's, and a variable.
TEST(FlagsTest, TheHelpNamesFlagsAndVariables) {
  for (const char* flag : {"--host",
                           "--port",
                           "--threads",
                           "--isolate-by",
                           "--shared-db",
                           "--template-db",
                           "--max-connections",
                           "--max-buffered-bytes",
                           "--max-memory",
                           "--max-databases",
                           "--fork-idle",
                           "--cors",
                           "--allow-host",
                           "--admin-remote",
                           "--health-check-status",
                           "--log",
                           "--log-format",
                           "--metrics",
                           "--lost-replies",
                           "--conflicts",
                           "--throttle",
                           "--stale-reads",
                           "--index-lag",
                           "--late-ttl",
                           "--hold",
                           "--seed",
                           "-dbPath",
                           "-jar",
                           "-optimizeDbBeforeStartup",
                           "HOLDFAST_MAX_MEMORY"}) {
    EXPECT_THAT(HelpText(), HasSubstr(flag));
  }
}

}  // namespace
}  // namespace holdfast::server
