#include "server/http/send_batch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>
#include <string>
#include <vector>

namespace holdfast::server {
namespace {

class SocketPair {
 public:
  SocketPair() { ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends_.data()); }
  ~SocketPair() {
    ::close(ends_[0]);
    HangUp();
  }
  SocketPair(const SocketPair&) = delete;
  SocketPair& operator=(const SocketPair&) = delete;

  int sender() const { return ends_[0]; }
  void HangUp() {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }
  std::string Receive() const {
    std::string all;
    std::array<char, 65'536> buffer;
    for (ssize_t count = 0; (count = ::recv(ends_[1], buffer.data(), buffer.size(), 0)) > 0;) {
      all.append(buffer.data(), static_cast<size_t>(count));
    }
    return all;
  }

 private:
  std::array<int, 2> ends_{};
};

class SendBatchTest : public testing::TestWithParam<SendBatch::Use> {
 protected:
  SendBatch batch_{GetParam()};
};

// More than are sent at once; again, so that what was sent before is forgotten.
TEST_P(SendBatchTest, EachSocketGetsItsOwn) {
  constexpr size_t kSockets = 300;
  std::vector<std::unique_ptr<SocketPair>> pairs;
  for (size_t i = 0; i < kSockets; ++i) pairs.push_back(std::make_unique<SocketPair>());
  for (const std::string_view round : {"first ", "second "}) {
    std::vector<std::string> texts;
    for (size_t i = 0; i < kSockets; ++i) texts.push_back(std::string(round) + std::to_string(i));
    for (size_t i = 0; i < kSockets; ++i) batch_.Add(pairs[i]->sender(), texts[i], pairs[i].get());
    const auto sends = batch_.Flush();
    ASSERT_EQ(sends.size(), kSockets);
    for (size_t i = 0; i < kSockets; ++i) {
      EXPECT_EQ(sends[i].sender, pairs[i].get());
      EXPECT_EQ(sends[i].result, static_cast<int>(texts[i].size()));
      EXPECT_EQ(pairs[i]->Receive(), texts[i]);
    }
    batch_.Clear();
  }
  EXPECT_TRUE(batch_.Flush().empty());
}

TEST_P(SendBatchTest, SaysWhatBecameOfEach) {
  SocketPair good;
  SocketPair hung_up;
  SocketPair slow;
  const std::string long_text(8'000'000, 'x');
  hung_up.HangUp();
  for (const size_t others : {0u, 1u}) {
    SCOPED_TRACE(others);
    const auto sent_to = [&](int socket, std::string_view text) {
      for (size_t i = 0; i < others; ++i) batch_.Add(good.sender(), "y", nullptr);
      batch_.Add(socket, text, nullptr);
      const int result = batch_.Flush().back().result;
      batch_.Clear();
      return result;
    };
    EXPECT_EQ(sent_to(hung_up.sender(), "text"), -EPIPE);
    EXPECT_EQ(sent_to(-1, "text"), -EBADF);
    const int taken = sent_to(slow.sender(), long_text);
    EXPECT_GT(taken, 0);
    EXPECT_LT(taken, static_cast<int>(long_text.size())) << "as much as there is room for";
    EXPECT_EQ(sent_to(slow.sender(), long_text), -EAGAIN);
    EXPECT_EQ(slow.Receive().size(), static_cast<size_t>(taken));
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, SendBatchTest, testing::Values(SendBatch::Use::kAioIfAllowed, SendBatch::Use::kNoAio),
                         [](const auto& way) {
                           return way.param == SendBatch::Use::kNoAio ? "OneByOne" : "ThroughAioIfAllowed";
                         });

}  // namespace
}  // namespace holdfast::server
