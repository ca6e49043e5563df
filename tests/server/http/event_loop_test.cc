#include "server/http/event_loop.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/server/log/captured_stderr.h"

namespace holdfast::server {
namespace {

using std::chrono::milliseconds;
using testing::UnorderedElementsAre;

// Two connected sockets.
struct SocketPair {
  SocketPair() { ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()); }
  ~SocketPair() {
    ::close(ends[0]);
    ::close(ends[1]);
  }
  std::array<int, 2> ends{};
};

class Counter final : public EventLoop::Watcher {
 public:
  void OnReady(bool ended) override {
    ++calls;
    last_ended = ended;
  }
  int calls = 0;
  bool last_ended = false;
};

// Reads all that is available.
void Drain(int socket) {
  std::array<char, 64> buffer;
  while (::recv(socket, buffer.data(), buffer.size(), 0) > 0) {
  }
}

void RunUntil(EventLoop* loop, const Counter& counter, int calls) {
  while (counter.calls < calls) loop->RunOnce();
}

TEST(EventLoopTest, ReportsEachChangeAndDoesNotRepeatIt) {
  EventLoop loop;
  SocketPair pair;
  Counter counter;
  ASSERT_TRUE(loop.Watch(pair.ends[0], &counter));
  ASSERT_EQ(::write(pair.ends[1], "x", 1), 1);
  RunUntil(&loop, counter, 1);
  EXPECT_FALSE(counter.last_ended);
  const int calls_before = counter.calls;
  for (int i = 0; i < 10; ++i) loop.RunOnce(std::chrono::milliseconds(0));
  EXPECT_LE(counter.calls, calls_before + 1) << "an event must not repeat, although its byte was not read";
  Drain(pair.ends[0]);
  loop.AwaitReadable(pair.ends[0]);
  const int calls = counter.calls;
  for (int i = 0; i < 10; ++i) loop.RunOnce(std::chrono::milliseconds(0));
  EXPECT_EQ(counter.calls, calls) << "nothing has happened";
  ASSERT_EQ(::write(pair.ends[1], "x", 1), 1);
  RunUntil(&loop, counter, calls + 1);
  EXPECT_FALSE(counter.last_ended);
  Drain(pair.ends[0]);
  loop.AwaitEnd(pair.ends[0]);
  ::shutdown(pair.ends[1], SHUT_WR);
  RunUntil(&loop, counter, calls + 2);
  EXPECT_TRUE(counter.last_ended);
  loop.Unwatch(pair.ends[0]);
}

TEST(EventLoopTest, ReportsThatASocketIsWritableAgain) {
  EventLoop loop;
  SocketPair pair;
  Counter counter;
  ASSERT_TRUE(loop.Watch(pair.ends[0], &counter));
  const std::string text(65'536, 'x');
  while (::send(pair.ends[0], text.data(), text.size(), 0) > 0) {
  }
  for (int i = 0; i < 10; ++i) loop.RunOnce(std::chrono::milliseconds(0));
  const int calls = counter.calls;
  loop.AwaitWritable(pair.ends[0]);
  loop.RunOnce(std::chrono::milliseconds(0));
  EXPECT_EQ(counter.calls, calls);
  Drain(pair.ends[1]);
  RunUntil(&loop, counter, calls + 1);
  loop.Unwatch(pair.ends[0]);
}

TEST(EventLoopTest, WakeEndsAWait) {
  EventLoop loop;
  std::thread waker([&loop] {
    std::this_thread::sleep_for(milliseconds(20));
    loop.Wake();
  });
  loop.RunOnce();
  waker.join();
}

TEST(EventLoopTest, AnExceptionInATaskIsLoggedAndTheOthersRun) {
  // At most one line a second is logged: wait in case another test has logged one.
  std::this_thread::sleep_for(std::chrono::milliseconds(1'100));
  EventLoop loop;
  int ran = 0;
  testing::internal::CaptureStderr();
  loop.Post([] { throw std::bad_alloc(); });
  loop.Post([&] { ++ran; });
  loop.ScheduleAfter(milliseconds(0), [] { throw std::runtime_error("expected"); });
  loop.ScheduleAfter(milliseconds(0), [&] { ++ran; });
  while (ran < 2) loop.RunOnce();
  EXPECT_THAT(TakeCapturedStderr(), testing::HasSubstr("holdfast: a task of the event loop failed: "));
}

TEST(EventLoopTest, WatchFailsForAnInvalidSocket) {
  EventLoop loop;
  Counter counter;
  EXPECT_FALSE(loop.Watch(-1, &counter));
}

TEST(EventLoopTest, TasksRunInTheOrderInWhichTheirThreadPostedThem) {
  constexpr int kThreads = 4;
  constexpr int kTasks = 1'000;
  EventLoop loop;
  std::array<int, kThreads> next{};
  int out_of_order = 0;
  int done = 0;
  std::vector<std::thread> threads;
  for (size_t thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < kTasks; ++i) {
        loop.Post([&, thread, i] {
          if (next[thread]++ != i) ++out_of_order;
          ++done;
        });
      }
    });
  }
  while (done < kThreads * kTasks) loop.RunOnce();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(out_of_order, 0);
}

TEST(EventLoopTest, ATaskMayPostAnother) {
  EventLoop loop;
  bool ran = false;
  loop.Post([&] { loop.Post([&] { ran = true; }); });
  while (!ran) loop.RunOnce();
}

TEST(EventLoopTest, DelayedTasksRunWhenTheyAreDueAndNotBefore) {
  EventLoop loop;
  const auto start = EventLoop::Clock::now();
  std::vector<int> order;
  loop.ScheduleAfter(milliseconds(30), [&] {
    order.push_back(30);
    EXPECT_GE(EventLoop::Clock::now() - start, milliseconds(30));
  });
  loop.ScheduleAfter(milliseconds(10), [&] {
    order.push_back(10);
    EXPECT_GE(EventLoop::Clock::now() - start, milliseconds(10));
    loop.ScheduleAfter(milliseconds(1), [&] { order.push_back(11); });
  });
  loop.RunOnce(std::chrono::milliseconds(0));
  EXPECT_TRUE(order.empty());
  while (order.size() < 3) loop.RunOnce();
  // On a busy machine, all three tasks may be due at the same time.
  EXPECT_THAT(order, UnorderedElementsAre(10, 11, 30));
}

}  // namespace
}  // namespace holdfast::server
