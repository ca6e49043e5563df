// Tests the checker of transactions with histories whose verdict is known, one phenomenon each, and with long ones.
#include "conformance/history/serializability_checker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/conformance/history/transaction_history.h"

namespace holdfast::conformance {
namespace {

using History = std::vector<TransactionOperation>;
using testing::HasSubstr;
using testing::SizeIs;

// Returns the name of the anomaly; empty if there is none.
std::string NameOfFinding(const History& history, bool with_real_time = true) {
  const std::optional<SerializabilityFinding> finding = CheckSerializable(history, {.with_real_time = with_real_time});
  return finding.has_value() ? std::string(NameOf(finding->anomaly)) : "";
}

TEST(SerializabilityCheckerTest, AnEmptyHistoryIsSerializable) { EXPECT_EQ(NameOfFinding({}), ""); }

TEST(SerializabilityCheckerTest, SequentialTransactionsAreSerializable) {
  EXPECT_EQ(NameOfFinding({Transaction(1, 1, 2, {{"x", 1}, {"y", 2}}, {}), Transaction(2, 3, 4, {{"x", 3}}, {}),
                           Transaction(3, 5, 6, {}, {{"x", {1, 3}}, {"y", {2}}})}),
            "");
}

TEST(SerializabilityCheckerTest, ATransactionMayReadAndAppendToOneList) {
  EXPECT_EQ(
      NameOfFinding({Transaction(1, 1, 2, {{"x", 1}}, {{"x", {}}}), Transaction(2, 3, 4, {{"x", 2}}, {{"x", {1}}}),
                     Transaction(3, 5, 6, {{"x", 3}}, {{"x", {1, 2}}})}),
      "");
}

TEST(SerializabilityCheckerTest, InventedElement) {
  EXPECT_EQ(NameOfFinding({Transaction(1, 1, 2, {}, {{"x", {7}}})}), "invented element");
}

TEST(SerializabilityCheckerTest, DirtyReadOfAFailedTransaction) {
  EXPECT_EQ(
      NameOfFinding({Transaction(1, 1, 2, {{"x", 1}}, {}, Outcome::kFailed), Transaction(2, 1, 4, {}, {{"x", {1}}})}),
      "aborted read");
}

TEST(SerializabilityCheckerTest, AnAppendHappenedTwice) {
  EXPECT_EQ(NameOfFinding({Transaction(1, 1, 2, {{"x", 1}}, {}), Transaction(2, 3, 4, {}, {{"x", {1, 1}}})}),
            "duplicate element");
}

TEST(SerializabilityCheckerTest, TwoReadersDisagreeAboutTheOrder) {
  EXPECT_EQ(NameOfFinding({Transaction(1, 1, 9, {{"x", 1}}, {}), Transaction(2, 1, 9, {{"x", 2}}, {}),
                           Transaction(3, 1, 9, {}, {{"x", {1, 2}}}), Transaction(4, 1, 9, {}, {{"x", {2}}})}),
            "incompatible order");
}

TEST(SerializabilityCheckerTest, LostAppend) {
  const History history = {Transaction(1, 1, 2, {{"x", 1}}, {}), Transaction(2, 1, 3, {{"x", 2}}, {}),
                           Transaction(3, 5, 6, {}, {{"x", {2}}})};
  EXPECT_EQ(NameOfFinding(history), "lost append");
  // Without real time the reader may come before the append.
  EXPECT_EQ(NameOfFinding(history, false), "");
}

TEST(SerializabilityCheckerTest, AnAppendThatIsNotAcknowledgedIsNotLost) {
  for (const Outcome outcome : {Outcome::kUnknown, Outcome::kFailed}) {
    EXPECT_EQ(NameOfFinding({Transaction(1, 1, 2, {{"x", 1}}, {}, outcome), Transaction(3, 5, 6, {}, {{"x", {}}})}),
              "");
  }
}

TEST(SerializabilityCheckerTest, AnUnknownTransactionShowsUpLate) {
  EXPECT_EQ(NameOfFinding({Transaction(1, 1, 0, {{"x", 1}, {"y", 2}}, {}, Outcome::kUnknown),
                           Transaction(2, 5, 6, {}, {{"x", {}}, {"y", {}}}),
                           Transaction(2, 7, 8, {}, {{"x", {1}}, {"y", {2}}})}),
            "");
}

TEST(SerializabilityCheckerTest, AnUnknownTransactionShowsUpAndVanishes) {
  EXPECT_EQ(NameOfFinding({Transaction(1, 1, 0, {{"x", 1}}, {}, Outcome::kUnknown),
                           Transaction(2, 5, 6, {}, {{"x", {1}}}), Transaction(2, 7, 8, {}, {{"x", {}}})}),
            "G-single-realtime");
}

TEST(SerializabilityCheckerTest, HalfOfAnUnknownTransactionShowsUp) {
  EXPECT_EQ(NameOfFinding({Transaction(1, 1, 0, {{"x", 1}, {"y", 2}}, {}, Outcome::kUnknown),
                           Transaction(2, 5, 6, {}, {{"x", {1}}, {"y", {}}})}),
            "G-single");
}

TEST(SerializabilityCheckerTest, StaleRead) {
  const History history = {Transaction(1, 1, 2, {{"x", 1}}, {}), Transaction(2, 3, 4, {}, {{"x", {}}}),
                           Transaction(3, 5, 6, {}, {{"x", {1}}})};
  EXPECT_EQ(NameOfFinding(history), "stale read");
  EXPECT_EQ(NameOfFinding(history, false), "");
}

TEST(SerializabilityCheckerTest, TransactionsInterleaveInTwoLists) {
  EXPECT_EQ(
      NameOfFinding({Transaction(1, 1, 9, {{"x", 1}, {"y", 1}}, {}), Transaction(2, 1, 9, {{"x", 2}, {"y", 2}}, {}),
                     Transaction(3, 10, 11, {}, {{"x", {1, 2}}, {"y", {2, 1}}})}),
      "G0");
}

TEST(SerializabilityCheckerTest, TwoTransactionsReadEachOther) {
  EXPECT_EQ(
      NameOfFinding({Transaction(1, 1, 9, {{"x", 1}}, {{"y", {2}}}), Transaction(2, 1, 9, {{"y", 2}}, {{"x", {1}}})}),
      "G1c");
}

TEST(SerializabilityCheckerTest, FracturedRead) {
  const std::optional<SerializabilityFinding> finding = CheckSerializable(
      History{Transaction(1, 1, 9, {{"x", 1}, {"y", 2}}, {}), Transaction(2, 1, 9, {}, {{"x", {1}}, {"y", {}}})});
  ASSERT_TRUE(finding.has_value());
  EXPECT_EQ(NameOf(finding->anomaly), "G-single");
  ASSERT_THAT(finding->transactions, SizeIs(2));
  ASSERT_THAT(finding->links, SizeIs(2));
  EXPECT_EQ(finding->transactions[0].client, 2);
  EXPECT_EQ(finding->links[0].reason, "T1 read y without 2, which T2 appended");
  EXPECT_EQ(finding->links[1].reason, "T1 read 1 in x, which T2 appended");
}

TEST(SerializabilityCheckerTest, LostUpdateOfTwoTransactionsThatReadOneList) {
  EXPECT_EQ(NameOfFinding({Transaction(1, 1, 9, {{"x", 1}}, {{"x", {}}}), Transaction(2, 1, 9, {{"x", 2}}, {{"x", {}}}),
                           Transaction(3, 10, 11, {}, {{"x", {1, 2}}})}),
            "G-single");
}

// As in the previous test, but without a transaction that reads the list afterwards.
TEST(SerializabilityCheckerTest, AnUnreadLostUpdate) {
  EXPECT_EQ(
      NameOfFinding({Transaction(1, 1, 9, {{"x", 1}}, {{"x", {}}}), Transaction(2, 1, 9, {{"x", 2}}, {{"x", {}}})}),
      "G2");
}

TEST(SerializabilityCheckerTest, WriteSkew) {
  const std::optional<SerializabilityFinding> finding = CheckSerializable(
      History{Transaction(1, 1, 9, {{"x", 1}}, {{"y", {}}}), Transaction(2, 1, 9, {{"y", 2}}, {{"x", {}}}),
              Transaction(3, 10, 11, {}, {{"x", {1}}, {"y", {2}}})});
  ASSERT_TRUE(finding.has_value());
  EXPECT_EQ(NameOf(finding->anomaly), "G2");
  EXPECT_THAT(finding->transactions, SizeIs(2));
}

// Long fork: two readers see two independent appends in different orders.
TEST(SerializabilityCheckerTest, LongFork) {
  const std::optional<SerializabilityFinding> finding = CheckSerializable(
      History{Transaction(1, 1, 9, {{"x", 1}}, {}), Transaction(2, 1, 9, {{"y", 2}}, {}),
              Transaction(3, 1, 9, {}, {{"x", {1}}, {"y", {}}}), Transaction(4, 1, 9, {}, {{"x", {}}, {"y", {2}}})});
  ASSERT_TRUE(finding.has_value());
  EXPECT_EQ(NameOf(finding->anomaly), "G2");
  EXPECT_THAT(finding->transactions, SizeIs(4));
}

TEST(SerializabilityCheckerTest, SerializableButNotInRealTime) {
  const History history = {Transaction(1, 1, 2, {{"x", 1}}, {}), Transaction(2, 3, 4, {{"x", 2}}, {}),
                           Transaction(3, 5, 6, {}, {{"x", {2, 1}}})};
  const std::optional<SerializabilityFinding> finding = CheckSerializable(history);
  ASSERT_TRUE(finding.has_value());
  EXPECT_EQ(NameOf(finding->anomaly), "G0-realtime");
  EXPECT_THAT(finding->transactions, SizeIs(2));
  EXPECT_THAT(finding->links[0].reason + finding->links[1].reason, HasSubstr("had completed when"));
  EXPECT_EQ(NameOfFinding(history, false), "");
}

TEST(SerializabilityCheckerTest, TransactionsThatShareABoundaryOverlap) {
  EXPECT_EQ(NameOfFinding({Transaction(1, 1, 2, {{"x", 1}}, {}), Transaction(2, 2, 3, {}, {{"x", {}}})}), "");
}

TEST(SerializabilityCheckerTest, ShowsTheShortestOfSeveralCycles) {
  // Transactions 1 to 3 form a cycle in the lists a, b and c; transactions 4 and 5 form a shorter one in d and e.
  const std::optional<SerializabilityFinding> finding = CheckSerializable(
      History{Transaction(1, 1, 9, {{"a", 1}, {"c", 2}}, {}), Transaction(2, 1, 9, {{"a", 2}, {"b", 1}}, {}),
              Transaction(3, 1, 9, {{"b", 2}, {"c", 1}}, {}), Transaction(4, 1, 9, {{"d", 1}, {"e", 2}}, {}),
              Transaction(5, 1, 9, {{"d", 2}, {"e", 1}}, {}),
              Transaction(6, 1, 99, {}, {{"a", {1, 2}}, {"b", {1, 2}}, {"c", {1, 2}}, {"d", {1, 2}}, {"e", {1, 2}}})});
  ASSERT_TRUE(finding.has_value());
  EXPECT_EQ(NameOf(finding->anomaly), "G0");
  ASSERT_THAT(finding->transactions, SizeIs(2));
  EXPECT_EQ(finding->transactions[0].client + finding->transactions[1].client, 9);
}

TEST(SerializabilityCheckerTest, ASerializableStoreIsSerializable) {
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    EXPECT_EQ(NameOfFinding(SimulatedLists({.clients = static_cast<int>(1 + seed % 20)}, seed).Run()), "");
  }
}

// Removes the last element from one read, although its append was acknowledged before the read was invoked.
TEST(SerializabilityCheckerTest, OneStaleReadIsFound) {
  int planted = 0;
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    History history = SimulatedLists({}, seed).Run();
    std::mt19937_64 random(seed);
    TransactionOperation& reader = history[random() % history.size()];
    if (reader.outcome != Outcome::kOk || reader.reads.empty() || reader.reads[0].list.empty()) continue;
    const int64_t removed = reader.reads[0].list.back();
    const auto appender = std::find_if(history.begin(), history.end(), [&](const TransactionOperation& other) {
      return std::any_of(other.appends.begin(), other.appends.end(),
                         [&](const TransactionOperation::Append& append) { return append.element == removed; });
    });
    if (appender->outcome != Outcome::kOk || appender->completed >= reader.invoked) continue;
    reader.reads[0].list.pop_back();
    ++planted;
    EXPECT_NE(NameOfFinding(history), "");
  }
  EXPECT_GT(planted, 20);
}

// Adds two transactions whose appends have one order in one list and the opposite order in another. The last
// transaction reads both lists, so that the cycle is found without real time.
TEST(SerializabilityCheckerTest, OneInterleavingIsFound) {
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    History history = SimulatedLists({}, seed).Run();
    TransactionOperation& last = history.back();
    const TransactionOperation one = Transaction(50, 1, last.invoked - 1, {{"p", 1}, {"q", 1}}, {});
    const TransactionOperation two = Transaction(51, 1, last.invoked - 1, {{"p", 2}, {"q", 2}}, {});
    last.reads.push_back({"p", {1, 2}});
    last.reads.push_back({"q", {2, 1}});
    history.insert(history.begin() + 20, {one, two});
    EXPECT_EQ(NameOfFinding(history, false), "G0");
  }
}

TEST(SerializabilityCheckerTest, ChecksThousandsOfTransactions) {
  SimulatedLists::Workload workload;
  workload.clients = 64;
  workload.calls_per_client = 150;
  workload.keys = 300;
  History history = SimulatedLists(workload, 1).Run();
  EXPECT_EQ(NameOfFinding(history), "");
  // The first transaction reads an element that the last one appends. If they do not overlap, this is a cycle whose
  // real-time link spans the whole history.
  history.push_back(Transaction(70, -4, -3, {}, {{"last", {2}}}));
  history.push_back(Transaction(71, history.back().invoked, 1'000'000'000, {{"last", 2}}, {}));
  EXPECT_EQ(NameOfFinding(history), "");
  history.back().invoked = 1'000'000;
  EXPECT_EQ(NameOfFinding(history), "G1c-realtime");
}

}  // namespace
}  // namespace holdfast::conformance
