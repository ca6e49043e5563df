// Dependencies between transactions, and their reasons (Adya, "Weak Consistency", 1999).
//
// Nodes are the transactions of the history, by their numbers, followed by helper nodes that stand for many edges at
// once:
//
//   real time:       every T that completed  → barrier → barrier → every T invoked after it
//   unread appends:  every T that read all of the list  → hub → every T whose append was not read
//
// so that the graph's size is linear in the history's, and not quadratic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "conformance/history/operation_record.h"
#include "conformance/history/version_orders.h"

namespace holdfast::conformance {

enum class Dependency {
  // ww: the one's element is before the other's in the list.
  kOverwrite,
  // wr: the other read what the one appended.
  kRead,
  // rw: the one read the list without what the other appended.
  kOverwrittenRead,
  // The one completed before the other was invoked.
  kRealTime,
  // Of an edge that leaves a helper node: of the kind of the edge that entered it.
  kInherited,
};

struct DependencyEdge {
  size_t to = 0;
  Dependency kind = Dependency::kOverwrite;
  // The list, and the element of the transaction that the kind speaks of last (of the first for kRead). They live as
  // long as the version orders.
  const std::string* key = nullptr;
  int64_t element = 0;
};

struct DependencyGraph {
  // The first so many nodes are transactions.
  size_t transactions = 0;
  std::vector<std::vector<DependencyEdge>> edges_from;

  bool IsTransaction(size_t node) const { return node < transactions; }
};

// `orders` must outlive the graph.
DependencyGraph DataDependencies(std::span<const TransactionOperation> history, const VersionOrders& orders);

void AddRealTime(std::span<const TransactionOperation> history, const VersionOrders& orders, DependencyGraph& graph);

}  // namespace holdfast::conformance
