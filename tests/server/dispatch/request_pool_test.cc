#include "server/dispatch/request_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <mutex>
#include <thread>

#include "tests/server/dispatch/future_response.h"
#include "tests/server/log/captured_stderr.h"

namespace holdfast::server {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

DeferredRequest MakeRequest(std::string target, std::future<std::string>* response,
                            ClientStatus client = ClientStatus::kConnected) {
  FutureChannel channel;
  DeferredResponse deferred(channel.DeferResponse(0));
  channel.pending->client = client;
  *response = channel.pending->promise.get_future();
  std::string body;
  return {OwnedRequest(HttpRequest{.target = target, .body = &body}), std::move(deferred)};
}

// Responds with the target of the request, to `/wait` only after `released` is ready. Throws for `/throw`. Increments
// `waiting` for each request that waits.
class WaitingHandler final : public DeferredRequestHandler {
 public:
  WaitingHandler(std::shared_future<void> released, std::atomic<int>& waiting)
      : released_(std::move(released)), waiting_(waiting) {}
  void HandleDeferred(DeferredRequest request) override {
    if (request.request.Get().target == "/wait") {
      ++waiting_;
      released_.wait();
    }
    if (request.request.Get().target == "/throw") throw std::bad_alloc();
    request.response.message()->StartBody();
    request.response.message()->FinishWithHead(request.request.Get().target);
    request.response.Complete();
  }

 private:
  const std::shared_future<void> released_;
  std::atomic<int>& waiting_;
};

class RequestPoolTest : public testing::Test {
 protected:
  std::promise<void> release_;
  const std::shared_future<void> released_ = release_.get_future().share();
  std::atomic<int> waiting_{0};
  RequestPool pool_{2, [this] { return std::make_unique<WaitingHandler>(released_, waiting_); }};
};

TEST_F(RequestPoolTest, OneLongRequestDoesNotDelayOthers) {
  std::future<std::string> slow;
  pool_.Enqueue(MakeRequest("/wait", &slow));
  for (int i = 0; i < 10; ++i) {
    std::future<std::string> quick;
    pool_.Enqueue(MakeRequest("/quick", &quick));
    EXPECT_EQ(quick.get(), "/quick");
  }
  release_.set_value();
  EXPECT_EQ(slow.get(), "/wait");
}

TEST_F(RequestPoolTest, ALongRequestOfASeriesDelaysOnlyThoseOfItsSeries) {
  const auto enqueue = [&](std::string target, uint64_t series) {
    std::future<std::string> response;
    DeferredRequest request = MakeRequest(std::move(target), &response);
    request.series = series;
    pool_.Enqueue(std::move(request));
    return response;
  };
  std::future<std::string> slow = enqueue("/wait", 1);
  std::vector<std::future<std::string>> others;
  for (int i = 0; i < 3; ++i) others.push_back(enqueue("/one", 1));
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(enqueue("/two", 2).get(), "/two");
    EXPECT_EQ(enqueue("/none", 0).get(), "/none");
  }
  for (const auto& other : others) EXPECT_EQ(other.wait_for(milliseconds(0)), std::future_status::timeout);
  release_.set_value();
  EXPECT_EQ(slow.get(), "/wait");
  for (auto& other : others) EXPECT_EQ(other.get(), "/one");
}

TEST_F(RequestPoolTest, ARequestWaitsWhileTooManyResponsesAreBeingSent) {
  FutureChannel channel;
  DeferredResponse deferred(channel.DeferResponse(0));
  channel.pending->waits = true;
  std::future<std::string> response = channel.pending->promise.get_future();
  std::string body;
  pool_.Enqueue({OwnedRequest(HttpRequest{.target = "/quick", .body = &body}), std::move(deferred)});
  EXPECT_EQ(response.wait_for(milliseconds(50)), std::future_status::timeout);
  channel.pending->waits = false;
  EXPECT_EQ(response.get(), "/quick");
}

TEST_F(RequestPoolTest, StoppingDropsQueuedRequestsAndDoesNotWaitForRunningOnes) {
  std::array<std::future<std::string>, 4> responses;
  for (auto& response : responses) pool_.Enqueue(MakeRequest("/wait", &response));
  while (waiting_ < 2) std::this_thread::sleep_for(milliseconds(1));
  EXPECT_FALSE(pool_.Stop(milliseconds(1)));
  EXPECT_EQ(responses[3].get(), "abandoned");
  std::future<std::string> late;
  pool_.Enqueue(MakeRequest("/quick", &late));
  EXPECT_EQ(late.get(), "abandoned");
  release_.set_value();
  EXPECT_EQ(responses[0].get(), "/wait");
  EXPECT_TRUE(pool_.Stop(std::chrono::seconds(20)));
}

TEST_F(RequestPoolTest, AnExceptionEndsTheRequestAndNotTheThread) {
  // At most one line a second is logged: wait in case another test has logged one.
  std::this_thread::sleep_for(std::chrono::milliseconds(1'100));
  testing::internal::CaptureStderr();
  for (int i = 0; i < 5; ++i) {
    std::future<std::string> response;
    pool_.Enqueue(MakeRequest("/throw", &response));
    EXPECT_EQ(response.get(), "abandoned");
  }
  std::future<std::string> response;
  pool_.Enqueue(MakeRequest("/next", &response));
  EXPECT_EQ(response.get(), "/next");
  // A thread logs its exception after the response was abandoned, and may wait long for a processor before.
  EXPECT_TRUE(pool_.Stop(std::chrono::seconds(20)));
  EXPECT_THAT(TakeCapturedStderr(), HasSubstr("holdfast: a deferred request failed: out of memory"));
  release_.set_value();
}

// Passes requests to a RequestOrder, which releases them one at a time, in seeded order, to be executed on the pool.
class OrderedRequestPoolTest : public RequestPoolTest {
 protected:
  OrderedRequestPoolTest() {
    release_.set_value();
    order_.SetRelease([this](HeldRequest held) {
      pool_.Enqueue({std::move(held.request), std::move(held.response), std::nullopt, std::move(held.ticket)});
    });
    order_.BeginRun(RequestOrder::Mode::kSeeded, milliseconds(10), 1);
  }
  // BeginRun waits for released requests: their tickets must not outlive `order_`.
  ~OrderedRequestPoolTest() override { order_.BeginRun(RequestOrder::Mode::kOff, milliseconds(0), 1); }

  std::future<std::string> Arrive(std::string target, ClientStatus client) {
    std::future<std::string> response;
    DeferredRequest request = MakeRequest(std::move(target), &response, client);
    order_.Arrive(std::move(request.request), std::move(request.response), Access{}, milliseconds(0));
    return response;
  }

  RequestOrder order_;
};

TEST_F(OrderedRequestPoolTest, ARequestWhoseClientHasGoneDoesNotKeepOthersWaiting) {
  std::future<std::string> gone = Arrive("/gone", ClientStatus::kGone);
  EXPECT_EQ(gone.get(), "abandoned");
  std::future<std::string> next = Arrive("/next", ClientStatus::kConnected);
  ASSERT_EQ(next.wait_for(std::chrono::seconds(20)), std::future_status::ready);
  EXPECT_EQ(next.get(), "/next");
}

TEST_F(OrderedRequestPoolTest, ARequestThatAStoppedPoolDropsDoesNotKeepOthersWaiting) {
  EXPECT_TRUE(pool_.Stop(milliseconds(0)));
  for (int i = 0; i < 2; ++i) {
    std::future<std::string> dropped = Arrive("/dropped", ClientStatus::kConnected);
    ASSERT_EQ(dropped.wait_for(std::chrono::seconds(20)), std::future_status::ready);
    EXPECT_EQ(dropped.get(), "abandoned");
  }
}

}  // namespace
}  // namespace holdfast::server
