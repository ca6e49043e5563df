// Which requests a dispatcher leaves to which pool, and requests that run out of memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "server/dispatch/hint_log.h"
#include "server/dispatch/race_responses.h"
#include "server/dispatch/request_pool.h"
#include "server/race/race_lab.h"
#include "tests/server/dispatch/exchange.h"
#include "tests/server/dispatch/future_response.h"
#include "tests/server/log/captured_stderr.h"
#include "tests/support/address_space_limit.h"
#include "tests/support/allocated_bytes.h"
#include "tests/support/sanitizers.h"

namespace holdfast::server {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::StartsWith;

// A dispatcher with a pool, and one for long requests, which handles nothing while long_requests_ is locked.
class DeferringDispatcherTest : public testing::Test {
 protected:
  struct Outcome {
    bool deferred;
    ReceivedResponse response;
  };

  Outcome Send(SentRequest sent) {
    HttpResponse response;
    std::future<std::string> deferred = Begin(std::move(sent), &response);
    if (!deferred.valid()) return {false, ParseResponse(response.bytes())};
    return {true, ParseResponse(deferred.get())};
  }
  // Returns the deferred response, or sets `*response`.
  std::future<std::string> Begin(SentRequest sent, HttpResponse* response) {
    HttpRequest request{.method = sent.method, .target = sent.target, .body = &sent.body, .from_loopback = true};
    for (const auto& [name, value] : sent.headers) request.headers.emplace_back(name, value);
    FutureChannel channel;
    channel.late = late_;
    Responder responder(response, &channel);
    dispatcher_.Handle(request, &responder);
    return responder.deferred() ? channel.pending->promise.get_future() : std::future<std::string>();
  }
  Outcome Call(std::string_view operation, std::string_view body) { return Send(ApiRequest(operation, body)); }

  void CreateTable() {
    const Outcome created =
        Call("CreateTable", R"({"TableName":"Table","BillingMode":"PAY_PER_REQUEST",)"
                            R"("AttributeDefinitions":[{"AttributeName":"id","AttributeType":"N"}],)"
                            R"("KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]})");
    EXPECT_TRUE(created.deferred);
    ASSERT_EQ(created.response.status(), 200) << created.response.body;
  }
  // Puts items; `count` must be a multiple of 25, the most items of a batch.
  void Fill(int count) {
    for (int i = 0; i < count; i += 25) {
      std::string puts;
      for (int j = i; j < i + 25; ++j) {
        if (!puts.empty()) puts += ",";
        puts += R"({"PutRequest":{"Item":{"id":{"N":")" + std::to_string(j) + R"("}}}})";
      }
      ASSERT_EQ(Call("BatchWriteItem", R"({"RequestItems":{"Table":[)" + puts + "]}}").response.status(), 200);
    }
  }

  // Whether the event loop is late.
  bool late_ = false;
  Engine engine_{{}, nullptr, 1};
  Databases databases_{&engine_, Isolation::kByAccount};
  AdminSurface admin_{&engine_};
  std::mutex long_requests_;
  RequestPool long_pool_{1, [this] { return std::make_unique<LockingHandler>(this); }};
  RequestPool pool_{2, [this] {
                      return std::make_unique<Dispatcher>(&databases_, &admin_, 2, DispatchOptions(), nullptr, nullptr,
                                                          &long_pool_);
                    }};
  Dispatcher dispatcher_{&databases_, &admin_, 1, {}, &pool_, nullptr, &long_pool_};

 private:
  class LockingHandler final : public DeferredRequestHandler {
   public:
    explicit LockingHandler(DeferringDispatcherTest* test)
        : test_(test), dispatcher_(&test->databases_, &test->admin_, 3) {}
    void HandleDeferred(DeferredRequest request) override {
      const std::lock_guard lock(test_->long_requests_);
      dispatcher_.HandleDeferred(std::move(request));
    }

   private:
    DeferringDispatcherTest* const test_;
    Dispatcher dispatcher_;
  };
};

TEST_F(DeferringDispatcherTest, ShortRequestsAreNotDeferred) {
  CreateTable();
  Fill(25);
  for (const auto& [operation, body] : std::vector<std::pair<std::string_view, std::string_view>>{
           {"GetItem", R"({"TableName":"Table","Key":{"id":{"N":"1"}}})"},
           {"Scan", R"({"TableName":"Table"})"},
           {"ListTables", "{}"},
           {"ListTables", "{"},
           {"Nothing", "{}"}}) {
    EXPECT_FALSE(Call(operation, body).deferred) << operation;
  }
  EXPECT_FALSE(Send({.method = "GET", .target = "/"}).deferred);
}

TEST_F(DeferringDispatcherTest, LongBodiesAreParsedOnThePool) {
  const std::string spaces(100'000, ' ');
  const Outcome good = Call("ListTables", "{" + spaces + "}");
  EXPECT_TRUE(good.deferred);
  EXPECT_EQ(good.response.body, R"({"TableNames":[]})");
  const Outcome bad = Call("ListTables", "{" + spaces);
  EXPECT_TRUE(bad.deferred);
  EXPECT_EQ(bad.response.body, R"({"__type":"com.amazon.coral.service#SerializationException"})");
}

TEST_F(DeferringDispatcherTest, BodiesOfMegabytesDoNotKeepShorterOnesWaiting) {
  std::unique_lock lock(long_requests_);
  HttpResponse unused;
  std::vector<std::future<std::string>> large;
  for (int i = 0; i < 4; ++i) {
    large.push_back(Begin(ApiRequest("ListTables", "{" + std::string(2'000'000, ' ') + "}"), &unused));
  }
  EXPECT_EQ(Call("ListTables", "{" + std::string(100'000, ' ') + "}").response.status(), 200);
  for (const std::future<std::string>& response : large) {
    EXPECT_EQ(response.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
  }
  lock.unlock();
  for (std::future<std::string>& response : large) EXPECT_EQ(ParseResponse(response.get()).status(), 200);
}

TEST_F(DeferringDispatcherTest, ManyLongStatementsAreCompiledOnThePool) {
  CreateTable();
  const auto statements = [](size_t count) {
    std::string list;
    for (size_t i = 0; i < count; ++i) {
      list.append(i == 0 ? "" : ",").append(R"({"Statement":"SELECT * FROM \"Table\" WHERE id = )");
      list.append(std::to_string(i)).append(std::string(2'000, ' ')).append(R"("})");
    }
    return list;
  };
  for (const size_t count : {2u, 20u}) {
    const Outcome batch = Call("BatchExecuteStatement", R"({"Statements":[)" + statements(count) + "]}");
    EXPECT_EQ(batch.deferred, count == 20);
    EXPECT_EQ(batch.response.status(), 200) << batch.response.body;
    const Outcome transaction = Call("ExecuteTransaction", R"({"TransactStatements":[)" + statements(count) + "]}");
    EXPECT_EQ(transaction.deferred, count == 20);
    EXPECT_EQ(transaction.response.status(), 200) << transaction.response.body;
  }
}

TEST_F(DeferringDispatcherTest, AdminCallsThatChangeDatabasesRunOnThePool) {
  const Outcome reset = Send({.target = "/_holdfast/reset"});
  EXPECT_TRUE(reset.deferred);
  EXPECT_EQ(reset.response.body, "{}");
}

TEST_F(DeferringDispatcherTest, ListingsThatVisitAllTablesOrBackupsRunOnThePool) {
  CreateTable();
  for (const std::string_view operation : {"ListBackups", "ListContributorInsights"}) {
    const Outcome listed = Call(operation, "{}");
    EXPECT_TRUE(listed.deferred) << operation;
    EXPECT_EQ(listed.response.status(), 200) << listed.response.body;
  }
}

// It copies the database, and waits for the requests that are being executed on it.
TEST_F(DeferringDispatcherTest, TheFirstRequestToAForkRunsOnThePool) {
  CreateTable();
  Fill(25);
  SentRequest get = ApiRequest("GetItem", R"({"TableName":"Table","Key":{"id":{"N":"1"}}})");
  get.target = "/_holdfast/forks/mine";
  const Outcome first = Send(get);
  EXPECT_TRUE(first.deferred);
  EXPECT_EQ(first.response.body, R"({"Item":{"id":{"N":"1"}}})");
  const Outcome second = Send(get);
  EXPECT_FALSE(second.deferred);
  EXPECT_EQ(second.response.body, first.response.body);
}

TEST_F(DeferringDispatcherTest, AReadBeyondItsBudgetIsRepeatedOnThePool) {
  CreateTable();
  Fill(8'000);
  const Outcome all = Call("Scan", R"({"TableName":"Table","Select":"COUNT"})");
  EXPECT_TRUE(all.deferred);
  EXPECT_EQ(all.response.body, R"({"Count":8000,"ScannedCount":8000})");
  EXPECT_FALSE(Call("Scan", R"({"TableName":"Table","Select":"COUNT","Limit":10})").deferred);
}

TEST_F(DeferringDispatcherTest, ALateEventLoopExecutesOnlyShortRequests) {
  CreateTable();
  Fill(200);
  for (const bool late : {false, true}) {
    late_ = late;
    const Outcome all = Call("Scan", R"({"TableName":"Table","Select":"COUNT"})");
    EXPECT_EQ(all.deferred, late);
    EXPECT_EQ(all.response.body, R"({"Count":200,"ScannedCount":200})");
    EXPECT_FALSE(Call("Scan", R"({"TableName":"Table","Limit":20})").deferred);
    EXPECT_FALSE(Call("GetItem", R"({"TableName":"Table","Key":{"id":{"N":"2"}}})").deferred);
  }
}

TEST_F(DeferringDispatcherTest, OtherRequestsOfThePoolDoNotWaitBehindReadsBeyondTheirBudget) {
  CreateTable();
  Fill(8'000);
  const SentRequest scan = ApiRequest("Scan", R"({"TableName":"Table","Select":"COUNT"})");
  SentRequest compressed = WithHeader(scan, "Content-Encoding", "gzip");
  compressed.body = ContentCompressor().Compress(ContentCoding::kGzip, scan.body);
  SentRequest large = scan;
  large.body.insert(1, std::string(100'000, ' '));
  HttpResponse unused;
  std::vector<std::future<std::string>> scans;
  {
    const std::lock_guard lock(long_requests_);
    // More of each kind than the pool has threads.
    for (int i = 0; i < 3; ++i) {
      for (const SentRequest& request : {scan, compressed, large}) scans.push_back(Begin(request, &unused));
    }
    std::future<std::string> created =
        Begin(ApiRequest("CreateTable", R"({"TableName":"Other","BillingMode":"PAY_PER_REQUEST",)"
                                        R"("AttributeDefinitions":[{"AttributeName":"id","AttributeType":"N"}],)"
                                        R"("KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]})"),
              &unused);
    ASSERT_TRUE(created.valid());
    EXPECT_EQ(created.wait_for(std::chrono::seconds(20)), std::future_status::ready);
    for (const std::future<std::string>& response : scans) {
      EXPECT_EQ(response.wait_for(milliseconds(0)), std::future_status::timeout);
    }
  }
  for (std::future<std::string>& response : scans) {
    ASSERT_TRUE(response.valid());
    EXPECT_EQ(ParseResponse(response.get()).body, R"({"Count":8000,"ScannedCount":8000})");
  }
}

TEST_F(DeferringDispatcherTest, AWriteWithConditionsOnLargeItemsRunsOnThePool) {
  CreateTable();
  Fill(25);
  const std::string text(390'000, 'x');
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(Call("PutItem", R"({"TableName":"Table","Item":{"id":{"N":")" + std::to_string(i) + R"("},"t":{"S":")" +
                                  text + R"("}}})")
                  .response.status(),
              200);
  }
  const auto update = [](int id) {
    return R"({"TableName":"Table","Key":{"id":{"N":")" + std::to_string(id) +
           R"_("}},"UpdateExpression":"ADD n :one","ConditionExpression":"NOT contains(t, :y)",)_"
           R"("ExpressionAttributeValues":{":one":{"N":"1"},":y":{"S":"y"}}})";
  };
  const auto transaction = [&](int first, int last) {
    std::string actions;
    for (int id = first; id <= last; ++id) {
      actions.append(actions.empty() ? "" : ",").append(R"({"Update":)").append(update(id)).append("}");
    }
    return R"({"TransactItems":[)" + actions + "]}";
  };
  const std::string statement =
      R"_({"Statement":"UPDATE \"Table\" SET n = n + 1 WHERE id = ID AND NOT contains(t, 'y') AND NOT contains(t, 'z')"})_";
  std::string statements;
  for (int id = 0; id < 4; ++id) {
    std::string one = statement;
    one.replace(one.find("ID"), 2, std::to_string(id));
    statements.append(statements.empty() ? "" : ",").append(one);
  }
  for (const auto& [operation, body] : std::vector<std::pair<std::string_view, std::string>>{
           {"TransactWriteItems", transaction(0, 3)},
           {"ExecuteTransaction", R"({"TransactStatements":[)" + statements + "]}"},
           {"BatchExecuteStatement", R"({"Statements":[)" + statements + "]}"}}) {
    const Outcome outcome = Call(operation, body);
    EXPECT_TRUE(outcome.deferred) << operation;
    EXPECT_EQ(outcome.response.status(), 200) << outcome.response.body;
    EXPECT_EQ(outcome.response.body.find("Error"), std::string::npos) << outcome.response.body;
  }
  for (int id = 0; id < 4; ++id) {
    const Outcome read = Call("GetItem", R"({"TableName":"Table","ProjectionExpression":"n","Key":{"id":{"N":")" +
                                             std::to_string(id) + R"("}}})");
    EXPECT_EQ(read.response.body, R"({"Item":{"n":{"N":"3"}}})") << "each was executed once";
  }
  // Small items.
  const Outcome small = Call("TransactWriteItems", transaction(10, 11));
  EXPECT_FALSE(small.deferred);
  EXPECT_EQ(small.response.status(), 200) << small.response.body;
}

// Each contains() searches the whole string for another attribute.
TEST_F(DeferringDispatcherTest, AnUpdateWithManySearchesForAttributesRunsOnThePool) {
  CreateTable();
  std::string item = R"({"TableName":"Table","Item":{"id":{"N":"1"},"t":{"S":")" + std::string(300'000, 'x') + R"("})";
  std::string condition;
  for (int i = 0; i < 100; ++i) {
    const std::string name = "a" + std::to_string(i);
    item.append(R"(,")").append(name).append(R"(":{"S":"y)").append(name).append(R"("})");
    condition.append(condition.empty() ? "" : " OR ").append("contains(t, ").append(name).append(")");
  }
  ASSERT_EQ(Call("PutItem", item + "}}").response.status(), 200);
  const Outcome outcome =
      Call("UpdateItem", R"({"TableName":"Table","Key":{"id":{"N":"1"}},"UpdateExpression":"SET b = a1",)"
                         R"("ConditionExpression":")" +
                             condition + R"("})");
  EXPECT_TRUE(outcome.deferred);
  EXPECT_EQ(outcome.response.status(), 400);
  EXPECT_THAT(outcome.response.body, HasSubstr("ConditionalCheckFailedException"));
}

TEST_F(DeferringDispatcherTest, LongResponsesAreCompressedOnThePool) {
  CreateTable();
  const std::string text(200'000, 'x');
  ASSERT_EQ(
      Call("PutItem", R"({"TableName":"Table","Item":{"id":{"N":"1"},"t":{"S":")" + text + R"("}}})").response.status(),
      200);
  const SentRequest get = ApiRequest("GetItem", R"({"TableName":"Table","Key":{"id":{"N":"1"}}})");
  EXPECT_FALSE(Send(get).deferred);
  const Outcome compressed = Send(WithHeader(get, "Accept-Encoding", "gzip"));
  EXPECT_TRUE(compressed.deferred);
  EXPECT_EQ(compressed.response.Header("Content-Encoding"), "gzip");
  std::string body = compressed.response.body;
  ContentCompressor compressor;
  ASSERT_EQ(compressor.Decompress("gzip", 1'000'000, &body), ContentCompressor::DecompressResult::kOk);
  EXPECT_EQ(body, Send(get).response.body);
}

TEST_F(DeferringDispatcherTest, ARequestThatMayNotWaitIsRefusedUnlessItWasExecuted) {
  CreateTable();
  // A small item with a large response.
  std::string text;
  for (int i = 0; i < 30'000; ++i) text += R"(\u0001)";
  ASSERT_EQ(
      Call("PutItem", R"({"TableName":"Table","Item":{"id":{"N":"1"},"t":{"S":")" + text + R"("}}})").response.status(),
      200);
  class FullChannel final : public ResponseChannel {
   public:
    std::shared_ptr<PendingResponse> DeferResponse(size_t) override { throw MemoryQuotaExhausted(); }
  };
  const auto send = [this](SentRequest sent) {
    HttpRequest request{.method = sent.method, .target = sent.target, .body = &sent.body, .from_loopback = true};
    for (const auto& [name, value] : sent.headers) request.headers.emplace_back(name, value);
    HttpResponse response;
    FullChannel channel;
    Responder responder(&response, &channel);
    dispatcher_.Handle(request, &responder);
    EXPECT_FALSE(responder.deferred());
    return ParseResponse(response.bytes());
  };
  const ReceivedResponse refused = send(ApiRequest("DeleteTable", R"({"TableName":"Table"})"));
  EXPECT_EQ(refused.status(), 503);
  EXPECT_THAT(refused.body, StartsWith(R"({"__type":"com.amazon.coral.availability#ServiceUnavailable","message":")"));
  const SentRequest update =
      ApiRequest("UpdateItem", R"({"TableName":"Table","Key":{"id":{"N":"1"}},"UpdateExpression":"SET n = :n",)"
                               R"("ExpressionAttributeValues":{":n":{"N":"2"}},"ReturnValues":"ALL_NEW"})");
  const ReceivedResponse updated = send(WithHeader(update, "Accept-Encoding", "gzip"));
  EXPECT_EQ(updated.status(), 200) << updated.body;
  EXPECT_EQ(updated.Header("Content-Encoding"), "(absent)");
  EXPECT_THAT(updated.body, HasSubstr(R"("n":{"N":"2"})"));
}

#ifdef HOLDFAST_CAN_LIMIT_ADDRESS_SPACE
TEST(DispatcherMemoryTest, RunningOutOfMemoryIsAnInternalServerErrorAndALineOnStderr) {
  // At most one line a second is logged: wait in case another test has logged one.
  std::this_thread::sleep_for(milliseconds(1'100));
  Exchange exchange;
  std::string numbers = "[0";
  for (int i = 0; i < 5'000'000; ++i) numbers += ",0";
  numbers += "]";
  SentRequest bomb = ApiRequest("ListTables", numbers);
  bomb.body.reserve(bomb.body.size() + 64);
  // Starts the thread that writes to stderr, which could not be started under the limit.
  StandardError();
  testing::internal::CaptureStderr();
  {
    const AddressSpaceLimit limit(size_t{20} << 20);
    const ReceivedResponse response = exchange.Send(std::move(bomb));
    EXPECT_EQ(response.status(), 500);
    EXPECT_EQ(response.body, R"({"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError",)"
                             R"("message":"Internal server error"})");
  }
  EXPECT_THAT(TakeCapturedStderr(), StartsWith("holdfast: a request failed: out of memory"));
  EXPECT_EQ(exchange.Call("ListTables", "{}").status(), 200);
}
#endif

TEST(DispatcherRaceLabTest, TheBodyOfALargeRequestIsNotKept) {
  if (kSanitized) GTEST_SKIP() << "mallinfo2 does not count what the allocators of the sanitizers allocate";
  RaceResponseSender responses(1, OriginPolicy());
  RaceLab races(&responses, IsOperation);
  race::FaultRule rule;
  rule.operation = "PutItem";
  races.faults().Add({}, {.rules = {rule}});
  Exchange exchange(DispatchOptions{.races = &races});
  EXPECT_EQ(exchange.Call("ListTables", "{}").status(), 200);
  constexpr size_t kBodyBytes = size_t{8} << 20;
  const size_t before = AllocatedBytes();
  EXPECT_EQ(exchange.Call("ListTables", "{" + std::string(kBodyBytes, ' ') + "}").status(), 200);
  EXPECT_LT(AllocatedBytes(), before + kBodyBytes / 8);
}

// The session is opened while a request that names an actor is handled, before the request's database is found.
TEST(DispatcherRaceLabTest, TheFirstSessionIsNotForRequestsThatAreHandledAlready) {
  Engine engine({}, nullptr, 1);
  Databases databases(&engine, Isolation::kByAccount);
  RaceResponseSender responses(1, OriginPolicy());
  RaceLab races(&responses, IsOperation);
  HintLog hints([&](std::string_view) {
    RaceOptions options;
    options.session.actors = {"alice"};
    const DatabaseName name{"000000000000", "us-east-1", ""};
    const auto id = races.Reserve({name, engine.FindOrCreate(name.account, name.region, "")});
    ASSERT_TRUE(id.ok());
    EXPECT_TRUE(races.Open(id.value(), std::move(options)).ok());
  });
  AdminSurface admin(&engine);
  const DispatchOptions options{.hints = &hints, .races = &races};
  RequestPool pool(1, [&] { return std::make_unique<Dispatcher>(&databases, &admin, 2, options); });
  Dispatcher dispatcher(&databases, &admin, 1, options, &pool);
  const auto send = [&](SentRequest sent) {
    HttpRequest request{.method = sent.method, .target = sent.target, .body = &sent.body};
    for (const auto& [name, value] : sent.headers) request.headers.emplace_back(name, value);
    HttpResponse response;
    FutureChannel channel;
    Responder responder(&response, &channel);
    dispatcher.Handle(request, &responder);
    return responder.deferred() ? "deferred" : ParseResponse(response.bytes()).body;
  };
  // The dispatcher keeps a copy of this body, which is longer than that of the request with the actor, and must not
  // execute that request with the copy.
  EXPECT_THAT(send(ApiRequest("PutItem", R"({"TableName":"Table","Item":{"id":{"N":"1"}}})")),
              HasSubstr("ResourceNotFoundException"));
  SentRequest with_hint = WithHeader(ApiRequest("ListTables", "{}"), "Authorization",
                                     "AWS4-HMAC-SHA256 Credential=key/20261001//dynamodb/aws4_request, "
                                     "SignedHeaders=host;x-amz-date, Signature=0123");
  with_hint.target = "/_holdfast/actors/alice";
  EXPECT_THAT(send(std::move(with_hint)), HasSubstr("there is no open race session"));
  EXPECT_EQ(races.List().size(), 1u);
}

TEST(DispatcherRefusalTest, AnOverloadIsServiceUnavailable) {
  Exchange exchange;
  const ReceivedResponse response = exchange.Refuse(RefusalReason::kOverloaded);
  EXPECT_EQ(response.status(), 503);
  EXPECT_THAT(response.body, StartsWith(R"({"__type":"com.amazon.coral.availability#ServiceUnavailable","message":")"));
  EXPECT_EQ(response.Header("Connection"), "close");
  EXPECT_EQ(exchange.Refuse(RefusalReason::kInternalError).status(), 500);
}

}  // namespace
}  // namespace holdfast::server
