// Compares the checker of transactions with a search through all orders, on tiny histories that are serializable or
// were slightly corrupted. A last transaction reads all lists, so the checker must find every violation.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "conformance/history/serializability_checker.h"
#include "tests/conformance/history/transaction_history.h"

namespace holdfast::conformance {
namespace {

using History = std::vector<TransactionOperation>;
using Lists = std::map<std::string, std::vector<int64_t>>;

// Tries all orders of the transactions, with and without those of unknown outcome.
class BruteForce {
 public:
  BruteForce(const History& history, bool with_real_time)
      : history_(history), with_real_time_(with_real_time), taken_(history.size()) {}

  bool HasOrderFrom(const Lists& lists) {
    bool done = true;
    for (size_t i = 0; i < history_.size(); ++i) done = done && (taken_[i] || history_[i].outcome != Outcome::kOk);
    if (done) return true;
    for (size_t i = 0; i < history_.size(); ++i) {
      Lists after = lists;
      if (taken_[i] || history_[i].outcome == Outcome::kFailed || IsPreceded(i) || !Apply(history_[i], after)) continue;
      taken_[i] = true;
      const bool found = HasOrderFrom(after);
      taken_[i] = false;
      if (found) return true;
    }
    return false;
  }

 private:
  bool IsPreceded(size_t number) const {
    if (!with_real_time_) return false;
    for (size_t i = 0; i < history_.size(); ++i) {
      const bool must_happen = !taken_[i] && history_[i].outcome == Outcome::kOk;
      if (must_happen && i != number && history_[i].completed < history_[number].invoked) return true;
    }
    return false;
  }

  static bool Apply(const TransactionOperation& transaction, Lists& lists) {
    if (transaction.outcome == Outcome::kOk) {
      for (const TransactionOperation::Read& read : transaction.reads) {
        if (lists[read.key] != read.list) return false;
      }
    }
    for (const TransactionOperation::Append& append : transaction.appends) lists[append.key].push_back(append.element);
    return true;
  }

  const History& history_;
  const bool with_real_time_;
  std::vector<bool> taken_;
};

// Removes an element from a read, shortens an interval, or swaps two elements in every read of a list.
void Corrupt(History& history, std::mt19937_64& random) {
  TransactionOperation& spoilt = history[random() % history.size()];
  switch (random() % 3) {
    case 0:
      if (spoilt.outcome == Outcome::kOk && !spoilt.reads.empty()) {
        std::vector<int64_t>& list = spoilt.reads[random() % spoilt.reads.size()].list;
        if (!list.empty()) list.pop_back();
      }
      return;
    case 1:
      if (spoilt.outcome == Outcome::kOk) spoilt.completed = std::min(spoilt.completed, spoilt.invoked + 2);
      return;
    default:
      const TransactionOperation::Read& last = history.back().reads[random() % history.back().reads.size()];
      if (last.list.size() < 2) return;
      const size_t index = random() % (last.list.size() - 1);
      const std::string key = last.key;
      for (TransactionOperation& transaction : history) {
        for (TransactionOperation::Read& read : transaction.reads) {
          if (read.key == key && read.list.size() > index + 1) std::swap(read.list[index], read.list[index + 1]);
        }
      }
  }
}

TEST(SerializabilityRandomTest, AgreesWithASearchThroughAllOrders) {
  int good = 0;
  int bad = 0;
  int bad_by_real_time_alone = 0;
  for (uint64_t seed = 1; seed <= 3'000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    SimulatedLists::Workload workload;
    workload.clients = 3;
    workload.calls_per_client = 2;
    workload.keys = 2;
    workload.unknown = 15;
    History history = SimulatedLists(workload, seed).Run();
    for (uint64_t left = random() % 4; left > 0; --left) Corrupt(history, random);
    const bool is_strict = BruteForce(history, true).HasOrderFrom({});
    const bool is_serializable = BruteForce(history, false).HasOrderFrom({});
    ASSERT_EQ(!CheckSerializable(history, {.with_real_time = true}).has_value(), is_strict);
    ASSERT_EQ(!CheckSerializable(history, {.with_real_time = false}).has_value(), is_serializable);
    ++(is_strict ? good : bad);
    if (is_serializable && !is_strict) ++bad_by_real_time_alone;
  }
  EXPECT_GT(good, 300);
  EXPECT_GT(bad, 300);
  EXPECT_GT(bad_by_real_time_alone, 25);
}

}  // namespace
}  // namespace holdfast::conformance
