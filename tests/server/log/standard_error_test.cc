#include "server/log/standard_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <new>
#include <stdexcept>
#include <string>

#include "server/log/exception_log.h"
#include "tests/server/log/captured_stderr.h"
#include "tests/server/log/unread_stderr.h"

namespace holdfast::server {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

TEST(StandardErrorTest, AMessageIsALineOfItsOwn) {
  testing::internal::CaptureStderr();
  WriteMessage("one");
  WriteMessage("two");
  EXPECT_EQ(TakeCapturedStderr(), "holdfast: one\nholdfast: two\n");
}

TEST(StandardErrorTest, ALongTextOfAnExceptionIsCutOff) {
  testing::internal::CaptureStderr();
  try {
    throw std::runtime_error(std::string(2'000, 'x'));
  } catch (...) {
    LogException("a test");
  }
  const std::string line = TakeCapturedStderr();
  EXPECT_THAT(line, StartsWith("holdfast: a test failed: xxx"));
  EXPECT_THAT(line, EndsWith("xxx\n"));
  EXPECT_LT(line.size(), 600u);
}

TEST(StandardErrorTest, NoMessageWaitsForAReader) {
  UnreadStderr unread;
  const std::future<void> written = std::async(std::launch::async, [] {
    for (int i = 0; i < 1'000; ++i) WriteMessage("message " + std::to_string(i));
    try {
      throw std::bad_alloc();
    } catch (...) {
      LogException("a test");
    }
  });
  EXPECT_EQ(written.wait_for(std::chrono::seconds(20)), std::future_status::ready);
  const std::string text = unread.ReadUntilIdle();
  EXPECT_THAT(text, HasSubstr("\nholdfast: message 999\n"));
}

}  // namespace
}  // namespace holdfast::server
