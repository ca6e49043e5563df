#include "server/log/log_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>

#include "tests/server/log/pipe.h"

namespace holdfast::server {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::HasSubstr;

constexpr LogWriter::DroppedLine kDroppedLine = {"dropped ", "\n"};

TEST(LogWriterTest, LinesAreWrittenInOrder) {
  Pipe pipe;
  LogWriter writer(pipe.write_end(), kDroppedLine);
  std::string expected;
  for (int i = 0; i < 1'000; ++i) {
    const std::string line = "line " + std::to_string(i) + "\n";
    writer.Write({line}, 1);
    expected += line;
  }
  ASSERT_TRUE(writer.Flush(seconds(10)));
  EXPECT_EQ(pipe.ReadAvailable(), expected);
}

TEST(LogWriterTest, AFileGetsAllLines) {
  std::FILE* const file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  std::string expected;
  {
    LogWriter writer(::fileno(file), kDroppedLine);
    for (int i = 0; i < 1'000; ++i) expected += "line " + std::to_string(i) + " " + std::string(200, 'x') + "\n";
    writer.Write({expected}, 1'000);
    ASSERT_TRUE(writer.Flush(seconds(10)));
  }
  std::rewind(file);
  std::string text(expected.size() + 1, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  EXPECT_EQ(text, expected);
}

TEST(LogWriterTest, ASlowReaderDoesNotBlockWritersAndGetsTheCountOfDroppedLines) {
  Pipe pipe;
  LogWriter writer(pipe.write_end(), kDroppedLine);
  const std::string line(1'023, 'x');
  const auto start = std::chrono::steady_clock::now();
  constexpr int kLines = 10'000;
  for (int i = 0; i < kLines; ++i) writer.Write({line + "\n"}, 1);
  EXPECT_LT(std::chrono::steady_clock::now() - start, seconds(5));
  EXPECT_FALSE(writer.Flush(milliseconds(50)));
  std::string text;
  while (!writer.Flush(milliseconds(1))) text += pipe.ReadAvailable();
  text += pipe.ReadAvailable();
  EXPECT_THAT(text, HasSubstr("\ndropped "));
  // There are two such lines if the writer's thread took the waiting lines after some others had been dropped.
  constexpr std::string_view kBeforeNumber = "dropped ";
  size_t reports = 0;
  size_t dropped = 0;
  for (size_t at = 0; (at = text.find(kBeforeNumber, at)) != std::string::npos; ++reports) {
    at += kBeforeNumber.size();
    dropped += std::stoul(text.substr(at));
  }
  EXPECT_EQ(static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) - reports + dropped, size_t{kLines});
  EXPECT_GT(dropped, 1'000u);
}

TEST(LogWriterTest, TheDestructorDoesNotWaitForeverForAReader) {
  Pipe pipe;
  const auto start = std::chrono::steady_clock::now();
  {
    LogWriter writer(pipe.write_end(), kDroppedLine);
    writer.Write({std::string(1 << 20, '\n')}, 1 << 20);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, seconds(5));
}

TEST(LogWriterTest, TheDestructorDoesNotWaitForAReaderThatReadsAllTheTime) {
  constexpr size_t kBytes = size_t{4} << 20;
  Pipe pipe;
  std::atomic<bool> done = false;
  size_t read = 0;
  std::thread reader([&] {
    while (!done) {
      read += pipe.ReadAvailable(4'096).size();
      std::this_thread::sleep_for(milliseconds(5));
    }
  });
  {
    LogWriter writer(pipe.write_end(), kDroppedLine);
    writer.Write({std::string(kBytes, '\n')}, kBytes);
  }
  done = true;
  reader.join();
  EXPECT_LT(read, kBytes / 2);
}

TEST(LogWriterTest, AClosedReadEndIsNotAnError) {
  Pipe pipe;
  LogWriter writer(pipe.write_end(), kDroppedLine);
  pipe.CloseReadEnd();
  writer.Write({"a\n"}, 1);
  EXPECT_TRUE(writer.Flush(seconds(10)));
}

}  // namespace
}  // namespace holdfast::server
