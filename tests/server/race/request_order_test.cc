#include "server/race/request_order.h"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <future>
#include <string>
#include <utility>

#include "server/log/standard_error.h"
#include "tests/engine/failing_allocations.h"
#include "tests/server/dispatch/future_response.h"

namespace holdfast::server {
namespace {

using std::chrono::milliseconds;

class RequestOrderTest : public ::testing::Test {
 protected:
  RequestOrderTest() {
    order_.SetRelease([this](HeldRequest held) {
      held.response.message()->StartBody();
      held.response.message()->FinishWithHead("executed");
      held.response.Complete();
      if (on_released_) on_released_();
    });
  }

  std::future<std::string> Arrive() {
    FutureChannel channel;
    DeferredResponse deferred(channel.DeferResponse(0));
    std::future<std::string> response = channel.pending->promise.get_future();
    std::string body;
    Access access;
    access.operation = "PutItem";
    access.table = "Rooms";
    access.writes = true;
    order_.Arrive(OwnedRequest(HttpRequest{.body = &body}), std::move(deferred), std::move(access), milliseconds(0));
    return response;
  }

  std::function<void()> on_released_;
  RequestOrder order_;
};

TEST_F(RequestOrderTest, ARequestForWhichMemoryRunsOutIsAbandonedAndTheNextIsExecuted) {
  // The first call starts the thread of the log: the allocation that is made to fail must not be one of this start.
  StandardError();
  on_released_ = [first = true]() mutable {
    if (std::exchange(first, false)) allocations_before_failure = 0;
  };
  order_.BeginRun(RequestOrder::Mode::kSeeded, milliseconds(10), 1);
  int abandoned = 0;
  for (int i = 0; i < 10; ++i) abandoned += Arrive().get() == "abandoned" ? 1 : 0;
  EXPECT_EQ(abandoned, 1);
}

TEST_F(RequestOrderTest, NothingIsReleasedAfterStop) {
  order_.BeginRun(RequestOrder::Mode::kRandomTimes, milliseconds(0), 1);
  EXPECT_EQ(Arrive().get(), "executed");
  order_.Stop();
  EXPECT_EQ(Arrive().wait_for(milliseconds(50)), std::future_status::timeout);
}

}  // namespace
}  // namespace holdfast::server
