// When the race lab is in use, and the responses that it sends later.
#include "server/race/race_lab.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "engine/engine.h"
#include "server/dispatch/operation_table.h"
#include "server/dispatch/race_responses.h"

namespace holdfast::server {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

class KeptResponse final : public PendingResponse {
 public:
  void Pass(std::shared_ptr<PendingResponse>, size_t) noexcept override { ended_ = true; }
  bool ChargeGrowth(size_t) noexcept override { return true; }
  bool must_wait() const noexcept override { return false; }
  bool ended() const { return ended_; }

 private:
  std::atomic<bool> ended_{false};
};

class RaceLabTest : public ::testing::Test {
 protected:
  std::shared_ptr<KeptResponse> SendLater(size_t bytes, std::chrono::milliseconds delay) {
    std::string no_body;
    HttpRequest request{.method = "POST", .target = "/", .body = &no_body};
    request.headers = {{"Content-Type", "application/x-amz-json-1.0"}};
    auto response = std::make_shared<KeptResponse>();
    races_.SendLater({OwnedRequest(request), DeferredResponse(response), RawOutcome{200, std::string(bytes, 'x')}},
                     delay);
    return response;
  }

  RaceResponseSender responses_{1, OriginPolicy()};
  RaceLab races_{&responses_, IsOperation};
};

TEST_F(RaceLabTest, IsInUseOnlyWhileASessionIsOpenOrARuleExists) {
  EXPECT_FALSE(races_.in_use());
  Engine engine({}, nullptr, 1);
  const DatabaseName name = {"000000000000", "us-east-1", ""};
  const auto id = races_.Reserve({name, engine.FindOrCreate(name.account, name.region)});
  ASSERT_TRUE(id.ok());
  RaceOptions options;
  options.session.actors = {"alice"};
  ASSERT_TRUE(races_.Open(id.value(), std::move(options)).ok());
  EXPECT_TRUE(races_.in_use());
  ASSERT_TRUE(races_.Close(std::to_string(id.value())).ok());
  EXPECT_FALSE(races_.in_use());
  races_.faults().Add({}, {.rules = {race::FaultRule{}}});
  EXPECT_TRUE(races_.in_use());
  races_.faults().Remove(DatabaseSelection());
  EXPECT_FALSE(races_.in_use());
}

TEST_F(RaceLabTest, AResponseIsNotDelayedIfTooManyBytesWait) {
  constexpr size_t kHalf = RaceLab::kDelayedBytesMax / 2;
  const auto first = SendLater(kHalf, hours(1));
  const auto second = SendLater(kHalf, hours(1));
  EXPECT_TRUE(second->ended());
  EXPECT_TRUE(second->completed);
  const auto small = SendLater(1'000, hours(1));
  EXPECT_FALSE(first->ended());
  EXPECT_FALSE(small->ended());
  races_.CloseAll("the test ends");
  EXPECT_TRUE(first->completed);
  EXPECT_TRUE(small->completed);
  const auto third = SendLater(kHalf, hours(1));
  EXPECT_FALSE(third->ended()) << "the others do not wait any more";
}

TEST_F(RaceLabTest, ManySmallResponsesOccupyMoreThanTheirBytes) {
  std::shared_ptr<KeptResponse> last;
  constexpr size_t kResponses = RaceLab::kDelayedBytesMax / RaceLab::kDelayedOverheadBytes;
  for (size_t i = 0; i < kResponses; ++i) last = SendLater(1, hours(1));
  EXPECT_TRUE(last->ended());
}

TEST_F(RaceLabTest, ADelayedResponseIsDroppedWhenItsClientHasDisconnected) {
  const auto stays = SendLater(10, hours(1));
  const auto left = SendLater(10, hours(1));
  left->client = ClientStatus::kInputEnded;
  while (!left->ended()) std::this_thread::sleep_for(milliseconds(10));
  EXPECT_TRUE(left->dropped);
  EXPECT_FALSE(stays->ended());
}

TEST_F(RaceLabTest, AResponseWithAShortDelayDoesNotWaitForAnEarlierOneWithALongDelay) {
  const auto slow = SendLater(10, hours(1));
  const auto fast = SendLater(10, milliseconds(1));
  while (!fast->ended()) std::this_thread::sleep_for(milliseconds(10));
  EXPECT_TRUE(fast->completed);
  EXPECT_FALSE(slow->ended());
}

}  // namespace
}  // namespace holdfast::server
