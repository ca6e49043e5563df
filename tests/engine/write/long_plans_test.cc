// Plans that take so long to evaluate that they are evaluated before their latches are taken. Their effects must be the
// same as if they were evaluated with the latches held.
#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/values/number.h"
#include "tests/engine/allocation_observer.h"
#include "tests/engine/write/write_actions.h"

namespace holdfast::testing {
namespace {

constexpr size_t kPadding = 100'000;

// Searches an attribute of 100 KB 40 times. True only if the condition `last` is true.
std::string LongCondition(const std::string& last) {
  std::string condition;
  for (int i = 0; i < 40; ++i) condition += "contains(z, :absent) OR ";
  return condition + last;
}

class LongPlans : public ::testing::Test {
 protected:
  ExpressionAttributeValues Values() const { return {{":absent", S("y")}, {":one", N("1")}}; }
  void Store(std::string_view pk) {
    const ActionSource source(table_, pk, "s");
    ASSERT_TRUE(ExecuteWrite(source.Put({{"n", N("0")}, {"z", S(std::string(kPadding, 'x'))}}), commits_, clock_).ok());
  }
  // The text of attribute `n`.
  std::string Counter(std::string_view pk) {
    const ItemRef item = ActionSource(table_, pk, "s").Stored();
    return Number::FromBytes(item->attributes().Find("n")->bytes()).ToText();
  }

  const std::shared_ptr<Table> table_ = TableOf(IndexedTable());
  CommitNumbers commits_;
  const SystemClock clock_{};
};

TEST_F(LongPlans, ATrueConditionAllowsTheWrite) {
  Store("p");
  ActionSource source(table_, "p", "s", Values());
  source.If(LongCondition("n < :one"));
  const Result<Effect> effect = ExecuteWrite(source.Update("SET n = n + :one, b = :absent"), commits_, clock_);
  ASSERT_TRUE(effect.ok());
  EXPECT_EQ(Counter("p"), "1");
  EXPECT_EQ(source.Stored()->commit(), commits_.last());
  EXPECT_EQ(table_->FindGlobalIndex("global")->entries.item_count(), 1u);
}

TEST_F(LongPlans, AFalseConditionRefusesAllWrites) {
  Store("p");
  Store("q");
  const uint64_t commit = commits_.last();
  std::deque<ActionSource> sources;
  for (const char* pk : {"p", "q"}) sources.emplace_back(table_, pk, "s", Values());
  sources[1].If(LongCondition("n = :one"));
  WritePlan plan;
  plan.push_back(sources[0].Update("SET n = n + :one"));
  plan.push_back(sources[1].Check());
  const Result<Effects, WriteRefusal> refused = ExecuteWrites(plan, commits_, clock_);
  ASSERT_FALSE(refused.ok());
  EXPECT_FALSE(refused.error().errors[0].has_value());
  ASSERT_TRUE(refused.error().errors[1].has_value());
  EXPECT_EQ(refused.error().errors[1]->kind, ErrorKind::kConditionalCheckFailed);
  EXPECT_EQ(Counter("p"), "0");
  EXPECT_EQ(commits_.last(), commit);
}

// Updates of items that are written while they are evaluated. The conditions of three of them together, but not those
// of two, read more than the last attempt of a transaction may.
class InterruptedPlans : public LongPlans {
 protected:
  // The evaluation of an update makes two allocations of the size of its item: the attributes, then the item.
  static constexpr size_t kAllocationsPerEvaluation = 2;

  void SetUp() override {
    for (const std::string_view pk : kKeys) {
      Store(pk);
      sources_.emplace_back(table_, pk, "s", Values()).If(LongCondition("attribute_exists(n)"));
    }
  }
  WritePlan UpdatesOf(size_t count) {
    WritePlan plan;
    for (size_t i = 0; i < count; ++i) plan.push_back(sources_[i].Update("SET n = n + :one"));
    return plan;
  }
  // Calls `run`. While it evaluates an update for the n-th time, counted from 1, calls `interrupt(n)`.
  void Interrupt(const std::function<void(size_t)>& interrupt, const std::function<void()>& run) {
    size_t allocations = 0;
    AllocationObserver observer = [&](size_t bytes) {
      if (bytes < kPadding || bytes > 2 * kPadding) return;
      if (++allocations % kAllocationsPerEvaluation == 1) interrupt(allocations / kAllocationsPerEvaluation + 1);
    };
    allocation_observer = &observer;
    run();
    allocation_observer = nullptr;
    evaluations_ = allocations / kAllocationsPerEvaluation;
  }
  // Adds 100 to the counters of the first `count` items.
  void WriteFirst(size_t count) {
    for (size_t i = 0; i < count; ++i) {
      ActionSource source(table_, kKeys[i], "s", {{":n", N("100")}});
      ASSERT_TRUE(ExecuteWrite(source.Update("SET n = n + :n"), commits_, clock_).ok());
    }
  }

  static constexpr std::string_view kKeys[] = {"p", "q", "r", "s"};
  std::deque<ActionSource> sources_;
  size_t evaluations_ = 0;
};

TEST_F(InterruptedPlans, OnlyTheItemThatWasWrittenIsEvaluatedAgain) {
  Interrupt(
      [&](size_t n) {
        if (n == 3) WriteFirst(1);
      },
      [&] { ASSERT_TRUE(ExecuteWrites(UpdatesOf(4), commits_, clock_).ok()); });
  EXPECT_EQ(evaluations_, 5u);
  EXPECT_EQ(Counter("p"), "101");
  for (const std::string_view pk : {"q", "r", "s"}) EXPECT_EQ(Counter(pk), "1");
}

TEST_F(InterruptedPlans, ATransactionThatWouldHoldItsLatchesTooLongIsCancelled) {
  const uint64_t commit = commits_.last();
  Interrupt([&](size_t) { WriteFirst(3); },
            [&] {
              const Result<Effects, WriteRefusal> refused = ExecuteWrites(UpdatesOf(4), commits_, clock_);
              ASSERT_FALSE(refused.ok());
              for (size_t i = 0; i < 3; ++i) {
                ASSERT_TRUE(refused.error().errors[i].has_value());
                EXPECT_EQ(refused.error().errors[i]->kind, ErrorKind::kTransactionConflict);
              }
              EXPECT_FALSE(refused.error().errors[3].has_value());
            });
  EXPECT_EQ(evaluations_, 4u + 3 * 3);
  EXPECT_EQ(commits_.last() - commit, 3 * evaluations_) << "only the other writes were installed";
  EXPECT_EQ(Counter("p"), std::to_string(100 * evaluations_));
  EXPECT_EQ(Counter("s"), "0");
}

TEST_F(InterruptedPlans, ATransactionThatHasLittleLeftToEvaluateIsExecuted) {
  const size_t optimistic_evaluations = 4 + 3 * 2;
  Interrupt(
      [&](size_t n) {
        if (n <= optimistic_evaluations) WriteFirst(2);
      },
      [&] { ASSERT_TRUE(ExecuteWrites(UpdatesOf(4), commits_, clock_).ok()); });
  EXPECT_EQ(evaluations_, optimistic_evaluations + 2);
  EXPECT_EQ(Counter("p"), std::to_string(100 * optimistic_evaluations + 1));
  EXPECT_EQ(Counter("s"), "1");
}

// Its evaluation takes longer than what a transaction may do with its latches held, but has a bound.
TEST_F(InterruptedPlans, ASingleWriteIsExecuted) {
  const std::string condition = LongCondition(LongCondition(LongCondition("attribute_exists(n)")));
  ActionSource source(table_, "p", "s", Values());
  source.If(condition);
  Interrupt(
      [&](size_t n) {
        if (n <= 4) WriteFirst(1);
      },
      [&] { ASSERT_TRUE(ExecuteWrite(source.Update("SET n = n + :one"), commits_, clock_).ok()); });
  EXPECT_EQ(evaluations_, 5u);
  EXPECT_EQ(Counter("p"), "401");
}

// Whether one update of a stored item is within the budget of an event loop.
class UpdateCost : public LongPlans {
 protected:
  void SetUp() override {
    const ActionSource source(table_, "p", "s");
    const auto list = AttributeValue::List({S(std::string(90'000, 'l'))});
    ASSERT_TRUE(ExecuteWrite(source.Put({{"n", N("0")}, {"m", N("1")}, {"a", S(long_)}, {"b", S(long_)}, {"l", list}}),
                             commits_, clock_)
                    .ok());
  }
  bool IsWithinBudget(const std::string& condition, std::string_view update = "SET n = n") {
    ActionSource source(table_, "p", "s", {{":one", N("1")}, {":absent", S("y")}, {":long", S(long_)}});
    source.If(condition);
    WorkBudget budget;
    const Result<Effect> effect =
        ExecuteWrite(source.Update(update), commits_, clock_, limits::kItemCollectionBytesMax, 0, nullptr, &budget);
    return !budget.exhausted() && (effect.ok() || effect.error().kind != ErrorKind::kWorkBudgetExhausted);
  }
  static std::string Repeat(std::string_view clause, int times) {
    std::string condition(clause);
    for (int i = 1; i < times; ++i) condition.append(" OR ").append(clause);
    return condition;
  }

  const std::string long_ = std::string(kPadding, 'x');
};

TEST_F(UpdateCost, CountsComparisonsOfLongValues) {
  EXPECT_TRUE(IsWithinBudget("a = b AND a = :long AND n < m AND n < :one"));
  EXPECT_TRUE(IsWithinBudget(Repeat("n > :one", 100)));
  EXPECT_FALSE(IsWithinBudget(Repeat("a <> b", 100)));
  EXPECT_FALSE(IsWithinBudget(Repeat("a BETWEEN b AND b", 50)));
  EXPECT_FALSE(IsWithinBudget(Repeat("a < :long", 150)));
  EXPECT_FALSE(IsWithinBudget(Repeat("NOT begins_with(a, :long)", 140)));
  EXPECT_FALSE(IsWithinBudget(Repeat("a IN (:one, :absent, b)", 80)));
}

TEST_F(UpdateCost, CountsSearchesOfLongValuesOfTheRequest) {
  EXPECT_TRUE(IsWithinBudget("contains(:long, b)"));
  EXPECT_FALSE(IsWithinBudget(Repeat("contains(:long, pk)", 100)));
}

TEST_F(UpdateCost, CountsValuesThatAreCopied) {
  EXPECT_TRUE(IsWithinBudget("attribute_exists(pk)", "SET l = list_append(l, l)"));
  EXPECT_TRUE(IsWithinBudget("attribute_exists(pk)", "SET n = n + :one, m = if_not_exists(m, :one)"));
  EXPECT_FALSE(IsWithinBudget("attribute_exists(pk)", "SET c = a, d = a, e = a, f = a, g = a"));
  EXPECT_FALSE(IsWithinBudget("attribute_exists(pk)", "SET c = list_append(l, l), d = list_append(l, l)"));
}

// Deletions are cheap to evaluate, but each removes an entry of each index.
TEST_F(LongPlans, AnEventLoopDoesNotChangeHundredsOfIndexEntries) {
  const auto is_within_budget = [this](size_t actions, WriteAction (ActionSource::*action)() const) {
    std::deque<ActionSource> sources;
    WritePlan plan;
    for (size_t i = 0; i < actions; ++i) {
      sources.emplace_back(table_, "p" + std::to_string(i), "s");
      plan.push_back((sources.back().*action)());
    }
    WorkBudget budget;
    const bool executed =
        ExecuteWrites(plan, commits_, clock_, limits::kItemCollectionBytesMax, 0, nullptr, &budget).ok();
    EXPECT_NE(executed, budget.exhausted());
    return executed;
  };
  ASSERT_EQ(table_->schema().local_indexes.size() + table_->global_indexes().size(), 2u);
  EXPECT_TRUE(is_within_budget(100, &ActionSource::Delete));
  EXPECT_FALSE(is_within_budget(1'000, &ActionSource::Delete));
  EXPECT_TRUE(is_within_budget(1'000, &ActionSource::Check)) << "a condition changes no entry";
}

// A plan is evaluated again if its items changed after its evaluation, so no increment is lost.
TEST_F(LongPlans, ConcurrentPlansLoseNoIncrement) {
  constexpr int kThreads = 4;
  constexpr int kIncrements = 30;
  Store("p");
  Store("q");
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([this] {
      for (int i = 0; i < kIncrements; ++i) {
        std::deque<ActionSource> sources;
        for (const char* pk : {"p", "q"}) sources.emplace_back(table_, pk, "s", Values());
        sources[0].If(LongCondition("attribute_exists(n)"));
        WritePlan plan;
        for (ActionSource& source : sources) plan.push_back(source.Update("SET n = n + :one"));
        ASSERT_TRUE(ExecuteWrites(plan, commits_, clock_).ok());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Counter("p"), std::to_string(kThreads * kIncrements));
  EXPECT_EQ(Counter("q"), std::to_string(kThreads * kIncrements));
}

}  // namespace
}  // namespace holdfast::testing
