// The order of the appends to each list, inferred from the reads; and the anomalies that are found without a dependency
// graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conformance/history/operation_record.h"
#include "conformance/history/serializability_checker.h"

namespace holdfast::conformance {

// One list. Transactions are numbered as in the history.
struct VersionOrder {
  // The longest list that was read. The lists of all other reads are prefixes of it.
  std::vector<int64_t> elements;
  // For each of `elements`, the transaction that appended it.
  std::vector<size_t> appended_by;
  // Committed appends that no read returned. They follow `elements` in an unknown order.
  struct Unread {
    int64_t element = 0;
    size_t transaction = 0;
  };
  std::vector<Unread> unread;
};

struct VersionOrders {
  std::map<std::string, VersionOrder> of_key;
  // For each transaction: true if it succeeded, or if one of its appends was read.
  std::vector<bool> committed;
};

// Finds a read whose list is impossible in itself (an element was not appended, its append failed, or it occurs twice),
// or contradicts another read of the same list.
std::optional<SerializabilityFinding> FindImpossibleList(std::span<const TransactionOperation> history);

// Requires that FindImpossibleList found nothing.
VersionOrders InferVersionOrders(std::span<const TransactionOperation> history);

// Finds an acknowledged append that is missing from a read invoked later. `anomaly`, which becomes that of the finding,
// is kStaleRead, or kLostAppend to consider only appends that no read returned.
std::optional<SerializabilityFinding> FindMissingAppend(std::span<const TransactionOperation> history,
                                                        const VersionOrders& orders, Anomaly anomaly);

// At most the last five elements: "[… 5 6 7 8 9]".
std::string FormatList(const std::vector<int64_t>& list);

}  // namespace holdfast::conformance
