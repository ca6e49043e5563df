#include "engine/base/ref_counted.h"

#include <gtest/gtest.h>

#include <thread>
#include <utility>
#include <vector>

namespace holdfast {
namespace {

// Increments `*destroyed` when it is destroyed.
class Counted : public RefCounted<Counted> {
 public:
  explicit Counted(int* destroyed) : destroyed_(destroyed) {}
  static void Destroy(const Counted* counted) {
    ++*counted->destroyed_;
    delete counted;
  }

 private:
  int* destroyed_;
};

TEST(Ref, TheLastReferenceDestroys) {
  int destroyed = 0;
  {
    const Ref<Counted> first = Ref<Counted>::Adopt(new Counted(&destroyed));
    EXPECT_TRUE(first.unique());
    {
      const Ref<Counted> second = first;
      EXPECT_FALSE(first.unique());
      EXPECT_TRUE(first == second);
    }
    EXPECT_TRUE(first.unique());
    EXPECT_EQ(destroyed, 0);
  }
  EXPECT_EQ(destroyed, 1);
}

TEST(Ref, MovingAndAssigningKeepTheCountCorrect) {
  int first_destroyed = 0;
  int second_destroyed = 0;
  Ref<Counted> first = Ref<Counted>::Adopt(new Counted(&first_destroyed));
  Ref<Counted> second = Ref<Counted>::Adopt(new Counted(&second_destroyed));
  Ref<Counted> moved = std::move(first);
  EXPECT_TRUE(moved.unique());
  moved = second;
  EXPECT_EQ(first_destroyed, 1) << "`moved` was its only reference";
  EXPECT_FALSE(second.unique());
  Ref<Counted>& itself = second;
  second = itself;
  EXPECT_EQ(second_destroyed, 0);
  moved = nullptr;
  EXPECT_TRUE(moved == nullptr);
  EXPECT_TRUE(second.unique());
  Ref<const Counted> constant = std::move(second);
  EXPECT_TRUE(constant.unique());
  constant = nullptr;
  EXPECT_EQ(second_destroyed, 1);
}

TEST(Ref, ThreadsShareIt) {
  int destroyed = 0;
  {
    const Ref<Counted> shared = Ref<Counted>::Adopt(new Counted(&destroyed));
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([copy = shared] {
        for (int i = 0; i < 10'000; ++i) Ref<Counted> another = copy;
      });
    }
    for (std::thread& thread : threads) thread.join();
    threads.clear();
    EXPECT_TRUE(shared.unique());
    EXPECT_EQ(destroyed, 0);
  }
  EXPECT_EQ(destroyed, 1);
}

}  // namespace
}  // namespace holdfast
