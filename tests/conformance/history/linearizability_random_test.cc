// Tests the checker of one register with random histories. Verdicts on tiny ones are compared with a search through all
// orders. Long ones come from a simulated atomic register: they are linearizable until calls are added that contradict
// each other.
#include <gtest/gtest.h>

#include <algorithm>

#include "conformance/history/linearizability_checker.h"
#include "conformance/history/register_step.h"
#include "tests/conformance/history/register_history.h"

namespace holdfast::conformance {
namespace {

using History = std::vector<RegisterOperation>;

// Tries all orders of the steps, with and without the optional ones.
class BruteForce {
 public:
  explicit BruteForce(const History& history) {
    for (const RegisterOperation& operation : history) {
      if (const std::optional<RegisterStep> step = StepOf(operation)) steps_.push_back(*step);
    }
    taken_.resize(steps_.size());
  }

  bool HasOrderFrom(RegisterValue value) {
    const auto is_done = [&](size_t i) { return taken_[i] || steps_[i].optional; };
    bool done = true;
    for (size_t i = 0; i < steps_.size(); ++i) done = done && is_done(i);
    if (done) return true;
    for (size_t i = 0; i < steps_.size(); ++i) {
      if (taken_[i] || !steps_[i].IsPossibleAt(value) || IsPreceded(i)) continue;
      taken_[i] = true;
      const bool found = HasOrderFrom(steps_[i].ValueAfter(value));
      taken_[i] = false;
      if (found) return true;
    }
    return false;
  }

 private:
  bool IsPreceded(size_t step) const {
    for (size_t i = 0; i < steps_.size(); ++i) {
      if (!taken_[i] && i != step && steps_[i].completed < steps_[step].invoked) return true;
    }
    return false;
  }

  std::vector<RegisterStep> steps_;
  std::vector<bool> taken_;
};

// Draws random calls with few values and short times, so that many histories are linearizable and many are not.
History RandomTinyHistory(std::mt19937_64& random) {
  const auto below = [&](uint64_t bound) { return static_cast<int64_t>(random() % bound); };
  const auto value = [&]() -> std::optional<int64_t> {
    const int64_t number = below(4);
    return number == 3 ? std::nullopt : std::optional(number);
  };
  History history;
  for (int64_t left = 1 + below(7); left > 0; --left) {
    const int64_t invoked = below(12);
    const Interval interval = {invoked, invoked + below(8)};
    const int client = static_cast<int>(left);
    const Outcome outcome = below(4) == 0 ? Outcome::kUnknown : below(5) == 0 ? Outcome::kFailed : Outcome::kOk;
    switch (below(6)) {
      case 0:
        history.push_back(Write(client, interval, below(3), outcome));
        break;
      case 1:
        history.push_back(Delete(client, interval, outcome));
        break;
      case 2:
        history.push_back(CompareAndSet(client, interval, value(), below(3), outcome));
        break;
      case 3:
        history.push_back(Add(client, interval, 1 - below(3), below(2) == 0 ? value() : std::nullopt, outcome));
        break;
      default:
        history.push_back(Read(client, interval, value()));
    }
  }
  return history;
}

TEST(LinearizabilityRandomTest, AgreesWithASearchThroughAllOrders) {
  int good = 0;
  int bad = 0;
  for (uint64_t seed = 1; seed <= 40'000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const History history = RandomTinyHistory(random);
    const bool expected = BruteForce(history).HasOrderFrom(std::nullopt);
    const std::optional<LinearizabilityFinding> finding = CheckLinearizable(history);
    ASSERT_FALSE(finding.has_value() && finding->undecided);
    ASSERT_EQ(!finding.has_value(), expected);
    ++(expected ? good : bad);
    if (!finding.has_value()) continue;
    // The operations of the finding contradict each other without the rest of the history.
    History contradiction;
    for (const LinearizabilityFinding::Part& part : finding->parts) contradiction.push_back(part.operation);
    ASSERT_LE(contradiction.size(), history.size());
    ASSERT_LT(finding->contradicted, contradiction.size());
    ASSERT_NE(contradiction[finding->contradicted].outcome, Outcome::kUnknown);
    ASSERT_FALSE(BruteForce(contradiction).HasOrderFrom(std::nullopt));
  }
  EXPECT_GT(good, 4'000);
  EXPECT_GT(bad, 4'000);
}

struct NamedWorkload {
  const char* name;
  Workload workload;
};

class LongHistoryTest : public testing::TestWithParam<NamedWorkload> {};

TEST_P(LongHistoryTest, AnAtomicRegisterIsLinearizable) {
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const History history = SimulatedRegister(GetParam().workload, seed).Run();
    EXPECT_FALSE(CheckLinearizable(history).has_value());
  }
}

// Adds to the end of the history two writes, a read that returns the value of the first write although the second has
// replaced it, and a read that returns the value of the second.
TEST_P(LongHistoryTest, OneStaleReadIsFound) {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    History history = SimulatedRegister(GetParam().workload, seed).Run();
    int64_t last = 0;
    for (const RegisterOperation& operation : history) {
      if (operation.outcome != Outcome::kUnknown) last = std::max(last, operation.completed);
    }
    history.push_back(Write(0, {last + 1, last + 2}, 1'000'001));
    history.push_back(Write(0, {last + 3, last + 4}, 1'000'002));
    history.push_back(Read(0, {last + 5, last + 6}, 1'000'001));
    history.push_back(Read(0, {last + 7, last + 8}, 1'000'002));
    const std::optional<LinearizabilityFinding> finding = CheckLinearizable(history);
    ASSERT_TRUE(finding.has_value());
    ASSERT_FALSE(finding->undecided);
    const RegisterOperation& contradicted = finding->parts[finding->contradicted].operation;
    EXPECT_GE(contradicted.invoked, last + 5);
  }
}

// Adds two successful compare-and-sets that expect the same value, which was written only once.
TEST_P(LongHistoryTest, OneLostUpdateIsFound) {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    History history = SimulatedRegister(GetParam().workload, seed).Run();
    const auto middle = history.begin() + static_cast<std::ptrdiff_t>(history.size() / 2);
    const int64_t now = middle->invoked;
    history.push_back(Write(90, {now, now + 40}, 2'000'000));
    history.push_back(CompareAndSet(91, {now, now + 90}, 2'000'000, 2'000'001));
    history.push_back(CompareAndSet(92, {now, now + 80}, 2'000'000, 2'000'002));
    const std::optional<LinearizabilityFinding> finding = CheckLinearizable(history);
    ASSERT_TRUE(finding.has_value());
    ASSERT_FALSE(finding->undecided);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Workloads, LongHistoryTest,
    testing::Values(NamedWorkload{"SixtyFourClients", {.clients = 64}},
                    NamedWorkload{"FewClientsWithManyCalls", {.clients = 4, .calls_per_client = 600}},
                    NamedWorkload{"OptimisticLocking", {.clients = 64, .writes = 1, .compare_and_sets = 60}},
                    NamedWorkload{"FewValues", {.clients = 8, .deletes = 10, .unique_values = false}},
                    NamedWorkload{"UnknownOutcomes", {.clients = 16, .unknown = 5}},
                    NamedWorkload{"CounterThatReturnsItsSum",
                                  {.clients = 64, .writes = 0, .compare_and_sets = 0, .adds = 70}}),
    [](const testing::TestParamInfo<NamedWorkload>& tested) { return tested.param.name; });

TEST(LinearizabilityRandomTest, OneLostIncrementOfManyIsFound) {
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    History history =
        SimulatedRegister({.clients = 64, .writes = 0, .compare_and_sets = 0, .adds = 90, .adds_return_sum = false},
                          seed)
            .Run();
    EXPECT_FALSE(CheckLinearizable(history).has_value());
    int64_t sum = 0;
    int64_t last = 0;
    for (const RegisterOperation& operation : history) {
      if (operation.kind == RegisterOperation::Kind::kAdd) sum += operation.value;
      last = std::max(last, operation.completed);
    }
    history.push_back(Read(1, {last + 1, last + 2}, sum - 1));
    const std::optional<LinearizabilityFinding> finding = CheckLinearizable(history);
    ASSERT_TRUE(finding.has_value());
    ASSERT_FALSE(finding->undecided);
    EXPECT_EQ(finding->parts[finding->contradicted].operation.invoked, last + 1);
  }
}

}  // namespace
}  // namespace holdfast::conformance
