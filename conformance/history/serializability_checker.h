// Checks whether the transactions of a history on append-only lists are serializable. The idea is that of Kingsbury and
// Alvaro ("Elle", 2020): each list that is read shows the order of its appends, so the dependencies of Adya's theory
// are known, and a cycle among them proves that no serial order exists.
//
// Every finding proves a violation. The order of appends that were never read is unknown, so a workload should read all
// lists at its end.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/history/operation_record.h"

namespace holdfast::conformance {

struct SerializabilityOptions {
  // The order must keep real time too: a transaction that completed before another was invoked comes before it.
  // DynamoDB promises this of transactions and strongly consistent reads.
  bool with_real_time = true;
};

enum class Anomaly {
  // A read returned an element that was never appended.
  kInventedElement,
  // A read returned an element that a failed transaction appended.
  kAbortedRead,
  // A read returned an element twice.
  kDuplicateElement,
  // Two reads of a list returned lists of which neither is a prefix of the other.
  kIncompatibleOrder,
  // No read returned an acknowledged append, although a read was invoked after the acknowledgement. Needs real time.
  kLostAppend,
  // A read did not return an append that was acknowledged before the read was invoked. Needs real time.
  kStaleRead,
  // Cycles of dependencies, whose kinds ww, wr and rw conformance/history/dependency_graph.h defines: G0 of ww alone,
  // G1c of ww and wr, G-single with exactly one rw, G2 with several. Those with RealTime also contain real-time
  // dependencies.
  kG0,
  kG1c,
  kGSingle,
  kG2,
  kG0RealTime,
  kG1cRealTime,
  kGSingleRealTime,
  kG2RealTime,
};

// "G-single-realtime", "lost append"
std::string_view NameOf(Anomaly anomaly);

struct SerializabilityFinding {
  // `transactions[from]` comes before `transactions[to]`, for this reason.
  struct Link {
    size_t from = 0;
    size_t to = 0;
    std::string reason;
  };

  Anomaly anomaly = Anomaly::kG2;
  // For a cycle, its transactions in order: each is linked to the next, and the last to the first. Otherwise the
  // transactions that contradict each other; the last one's response shows the contradiction. The texts call them T1,
  // T2, ….
  std::vector<TransactionOperation> transactions;
  // Empty unless the finding is a cycle.
  std::vector<Link> links;
  // A description of the anomaly.
  std::string explanation;
};

// Returns nothing if the history is serializable, otherwise the simplest finding; of cycles the shortest one of the
// simplest kind. A transaction of unknown outcome counts as committed if one of its appends was read. Reads count only
// if their transaction succeeded.
std::optional<SerializabilityFinding> CheckSerializable(std::span<const TransactionOperation> history,
                                                        const SerializabilityOptions& options = {});

}  // namespace holdfast::conformance
