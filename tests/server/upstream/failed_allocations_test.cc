// Exchanges with the upstream during which memory runs out.
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <utility>

#include "tests/engine/failing_allocations.h"
#include "tests/server/upstream/forwarding_server.h"
#include "tests/server/upstream/stub_upstream.h"

namespace holdfast::server {
namespace {

using Delivery = UpstreamClient::Delivery;

// Sends a request, and calls `received` on the client's thread when the whole response has arrived. The future gets the
// status of the response, or an exception if the handler is destroyed before that.
std::future<int> Send(UpstreamClient& client, Delivery delivery, std::function<void()> received) {
  auto promise = std::make_shared<std::promise<int>>();
  std::future<int> status = promise->get_future();
  client.Send("GetItem", "{}", {}, delivery,
              [promise = std::move(promise), received = std::move(received)](ResponsePart part) {
                if (part.rest != nullptr) return part.rest->Read();
                received();
                promise->set_value(part.response.status);
              });
  return status;
}

bool EndsInTime(const std::future<int>& status) {
  return status.wait_for(std::chrono::seconds(30)) == std::future_status::ready;
}

// Lets each allocation that the client's thread makes in an exchange fail in turn (fewer than kAllocationsMax). The
// exchange must end, and a later one must succeed.
void ExchangeWithFailingAllocations(Delivery delivery, const std::string& headers) {
  constexpr int64_t kAllocationsMax = 200;
  const std::string body(UpstreamClient::kCollectedBytesMax + 1, 'x');
  StubUpstream upstream([&](const std::string&) { return StubUpstream::Response("200 OK", headers, body); });
  const auto nothing = [] {};
  for (int64_t n = 0; n < kAllocationsMax; ++n) {
    UpstreamClient client(LocalEndpoint(upstream.port()), {.connections_max = 1});
    const auto first = Send(client, delivery, [n] { allocations_before_failure = n; });
    ASSERT_TRUE(EndsInTime(first));
    const auto second = Send(client, delivery, nothing);
    const auto third = Send(client, delivery, [] { allocations_before_failure = -1; });
    ASSERT_TRUE(EndsInTime(second)) << "allocation " << n;
    ASSERT_TRUE(EndsInTime(third)) << "allocation " << n;
    bool failed = false;
    auto fourth = Send(client, delivery, [&failed] { failed = allocation_failed; });
    ASSERT_TRUE(EndsInTime(fourth)) << "allocation " << n;
    EXPECT_EQ(fourth.get(), 200) << "allocation " << n;
    if (n == 0 || n == kAllocationsMax - 1) {
      EXPECT_EQ(failed, n == 0) << "allocation " << n;
    }
  }
}

TEST(UpstreamFailedAllocationsTest, EndTheExchangeOnANewConnection) {
  ExchangeWithFailingAllocations(Delivery::kWhole, "Connection: close\r\n");
  ExchangeWithFailingAllocations(Delivery::kInParts, "Connection: close\r\n");
}

TEST(UpstreamFailedAllocationsTest, EndTheExchangeOnAnOpenConnection) {
  ExchangeWithFailingAllocations(Delivery::kWhole, "");
  ExchangeWithFailingAllocations(Delivery::kInParts, "");
}

}  // namespace
}  // namespace holdfast::server
