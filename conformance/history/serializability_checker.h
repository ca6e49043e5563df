// Checks whether the transactions of a history on append-only lists are serializable. The idea is that of Kingsbury and
// Alvaro ("Elle", 2020): each list that is read shows the order of its appends, so the dependencies of Adya's theory
// are known, and a cycle among them proves that no serial order exists.
//
// Every finding is exact. Appends that were never read are not judged, so a workload should read all lists at its end.
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
  // The order must keep real time too: what completed before another was invoked comes first. DynamoDB promises this of
  // transactions and strongly consistent reads.
  bool with_real_time = true;
};

enum class Anomaly {
  // An element was read that was never appended, that a failed transaction appended, or that is twice in its list.
  kInventedElement,
  kAbortedRead,
  kDuplicateElement,
  // Of two lists neither is a prefix of the other.
  kIncompatibleOrder,
  // An acknowledged append that no read ever saw, not even one that was invoked later; one that a read did not see
  // although it was invoked later. These two are about real time.
  kLostAppend,
  kStaleRead,
  // Cycles: of overwrites alone, with reads of what was written, with one read of what was about to be overwritten, and
  // with several. Each may need the order of real time as well.
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
  // `transactions[from]` comes before `transactions[to]`, because.
  struct Link {
    size_t from = 0;
    size_t to = 0;
    std::string reason;
  };

  Anomaly anomaly = Anomaly::kG2;
  // A cycle in order, each linked to the next and the last to the first; otherwise the transactions that disagree, the
  // one whose response shows it last. The texts call them T1, T2, ….
  std::vector<TransactionOperation> transactions;
  // Only of a cycle.
  std::vector<Link> links;
  // A description of the anomaly.
  std::string explanation;
};

// Nothing if the history is serializable. Of several findings the simplest, and of cycles the shortest of the simplest
// kind. Transactions of unknown outcome count as committed if an append of theirs was read; reads count only if the
// transaction succeeded.
std::optional<SerializabilityFinding> CheckSerializable(std::span<const TransactionOperation> history,
                                                        const SerializabilityOptions& options = {});

}  // namespace holdfast::conformance
