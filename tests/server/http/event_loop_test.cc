#include "server/http/event_loop.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <thread>
#include <vector>

namespace holdfast::server {
namespace {

using std::chrono::milliseconds;
using testing::UnorderedElementsAre;

// Two sockets, each other's peer.
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

TEST(EventLoopTest, TellsOfEachChangeOnce) {
  EventLoop loop;
  SocketPair pair;
  Counter counter;
  ASSERT_TRUE(loop.Watch(pair.ends[0], &counter));
  loop.Turn(/*wait=*/true);
  EXPECT_EQ(counter.calls, 1) << "there is room to write";
  loop.Turn(/*wait=*/false);
  EXPECT_EQ(counter.calls, 1);
  ASSERT_EQ(::write(pair.ends[1], "x", 1), 1);
  loop.Turn(/*wait=*/true);
  loop.Turn(/*wait=*/false);
  EXPECT_EQ(counter.calls, 2) << "although nothing was read";
  EXPECT_FALSE(counter.last_ended);
  ::shutdown(pair.ends[1], SHUT_WR);
  loop.Turn(/*wait=*/true);
  EXPECT_EQ(counter.calls, 3);
  EXPECT_TRUE(counter.last_ended);
}

TEST(EventLoopTest, ASocketThatCannotBeWatchedIsSaidToBe) {
  EventLoop loop;
  Counter counter;
  EXPECT_FALSE(loop.Watch(-1, &counter));
}

TEST(EventLoopTest, TasksOfEachThreadRunInItsOrder) {
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
  while (done < kThreads * kTasks) loop.Turn(/*wait=*/true);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(out_of_order, 0);
}

TEST(EventLoopTest, ATaskMayPostAnother) {
  EventLoop loop;
  bool ran = false;
  loop.Post([&] { loop.Post([&] { ran = true; }); });
  while (!ran) loop.Turn(/*wait=*/true);
}

TEST(EventLoopTest, WhatIsDelayedRunsWhenItIsDueAndNotBefore) {
  EventLoop loop;
  const auto start = EventLoop::Clock::now();
  std::vector<int> order;
  loop.After(milliseconds(30), [&] {
    order.push_back(30);
    EXPECT_GE(EventLoop::Clock::now() - start, milliseconds(30));
  });
  loop.After(milliseconds(10), [&] {
    order.push_back(10);
    EXPECT_GE(EventLoop::Clock::now() - start, milliseconds(10));
    loop.After(milliseconds(1), [&] { order.push_back(11); });
  });
  loop.Turn(/*wait=*/false);
  EXPECT_TRUE(order.empty());
  while (order.size() < 3) loop.Turn(/*wait=*/true);
  // The others may be due at once on a busy machine.
  EXPECT_THAT(order, UnorderedElementsAre(10, 11, 30));
}

}  // namespace
}  // namespace holdfast::server
