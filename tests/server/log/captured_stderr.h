// The messages of the server, for tests that call testing::internal::CaptureStderr().
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "server/log/standard_error.h"

namespace holdfast::server {

// Ends the capture that CaptureStderr() began, and returns what was written since.
inline std::string TakeCapturedStderr() {
  EXPECT_TRUE(StandardError().Flush(std::chrono::seconds(10)));
  return testing::internal::GetCapturedStderr();
}

}  // namespace holdfast::server
