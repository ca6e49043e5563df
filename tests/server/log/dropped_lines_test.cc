// The line about dropped lines while memory has run out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "server/log/log_writer.h"
#include "tests/engine/failing_allocations.h"
#include "tests/server/log/pipe.h"

namespace holdfast::server {
namespace {

TEST(DroppedLinesTest, AreReportedWithoutAnAllocation) {
  Pipe pipe;
  LogWriter writer(pipe.write_end(), {"the number of dropped lines is ", "\n"});
  // The thread of the writer waits for the reader, with the first line in its own buffer.
  writer.Write({std::string(1 << 20, 'x'), "\n"}, 1);
  std::string text;
  while (text.empty()) text = pipe.ReadAvailable();
  writer.AddDropped(3);
  EXPECT_FALSE(::holdfast::testing::ThrowsWhenAllocationFails(0, [&] { writer.Write({"next\n"}, 1); }));
  while (!writer.Flush(std::chrono::milliseconds(1))) text += pipe.ReadAvailable();
  text += pipe.ReadAvailable();
  EXPECT_THAT(text, ::testing::EndsWith("\nthe number of dropped lines is 3\nnext\n"));
}

}  // namespace
}  // namespace holdfast::server
