#include "engine/base/background_queue.h"

#include <gtest/gtest.h>

#include <memory>

namespace holdfast {
namespace {

// Garbage of `count` parts. Objects that share `*left` keep in it the number of their parts that are not destroyed yet.
class Parts final : public Garbage {
 public:
  Parts(int count, int* left) : count_(count), left_(left) { *left_ += count; }
  ~Parts() override { *left_ -= count_; }
  bool DestroyPart() override {
    --*left_;
    return --count_ > 0;
  }

 private:
  int count_;
  int* const left_;
};

TEST(BackgroundQueue, WithoutAWorkerGarbageIsDestroyedImmediately) {
  BackgroundQueue queue;
  int left = 0;
  queue.Drop(std::make_unique<Parts>(3, &left));
  EXPECT_EQ(left, 0);
  EXPECT_FALSE(queue.DestroyPart());
}

TEST(BackgroundQueue, WithAWorkerGarbageIsDestroyedPartByPart) {
  BackgroundQueue queue;
  int woken = 0;
  queue.SetWorker([&] { ++woken; });
  int left = 0;
  queue.Drop(std::make_unique<Parts>(2, &left));
  queue.Drop(std::make_unique<Parts>(1, &left));
  EXPECT_EQ(left, 3);
  EXPECT_EQ(woken, 2);
  for (int expected : {2, 1, 0}) {
    EXPECT_TRUE(queue.DestroyPart());
    EXPECT_EQ(left, expected);
  }
  EXPECT_FALSE(queue.DestroyPart());
}

TEST(BackgroundQueue, ARemovedWorkerIsNotWokenAndGarbageIsDestroyedImmediately) {
  BackgroundQueue queue;
  int woken = 0;
  queue.SetWorker([&] { ++woken; });
  EXPECT_TRUE(queue.has_worker());
  queue.SetWorker(nullptr);
  EXPECT_FALSE(queue.has_worker());
  int left = 0;
  queue.Drop(std::make_unique<Parts>(2, &left));
  queue.Wake();
  EXPECT_EQ(left, 0);
  EXPECT_EQ(woken, 0);
}

TEST(BackgroundQueue, TheQueuesDestructorDestroysRemainingGarbage) {
  int left = 0;
  {
    BackgroundQueue queue;
    queue.SetWorker([] {});
    queue.Drop(std::make_unique<Parts>(2, &left));
    EXPECT_EQ(left, 2);
  }
  EXPECT_EQ(left, 0);
}

}  // namespace
}  // namespace holdfast
