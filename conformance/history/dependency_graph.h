// Dependencies between transactions, and their reasons (Adya, "Weak Consistency", 1999).
//
// Nodes are the transactions T of the history, by their numbers, followed by helper nodes. Each helper node replaces
// many edges, so that the graph's size is linear in the history's, and not quadratic:
//
//   real time:       every T that succeeded → barrier → next barrier → … → every committed T invoked after the last of
//                    them
//   unread appends:  every T that read all of the list → hub → every T whose append was not read
//
// A barrier stands for the end of a series of completions without an invocation between them. Each list has its own
// hub; "all of the list" is the longest list that was read. A T on both sides has no edge to the hub: see
// AddReadOfWholeList in the source.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "conformance/history/operation_record.h"
#include "conformance/history/version_orders.h"

namespace holdfast::conformance {

// Why the transaction `from` of an edge comes before its transaction `to`.
enum class Dependency {
  // ww: an element that `from` appended precedes one that `to` appended in the list.
  kOverwrite,
  // wr: `to` read an element that `from` appended.
  kRead,
  // rw: `from` read the list without an element that `to` appended.
  kOverwrittenRead,
  // `from` completed before `to` was invoked.
  kRealTime,
  // For an edge that leaves a helper node: it has the kind of the edge through which a path entered the node.
  kInherited,
};

struct DependencyEdge {
  size_t to = 0;
  Dependency kind = Dependency::kOverwrite;
  // The list, and the element that `to` appended; for kRead the element that `from` appended. Not set for real time.
  // The element is not set for an edge to a helper node. The key is owned by the version orders.
  const std::string* key = nullptr;
  int64_t element = 0;
};

struct DependencyGraph {
  // The number of transactions. They are the first nodes.
  size_t transactions = 0;
  std::vector<std::vector<DependencyEdge>> edges_from;

  bool IsTransaction(size_t node) const { return node < transactions; }
};

// `orders` must be InferVersionOrders(history), and outlive the graph.
DependencyGraph DataDependencies(std::span<const TransactionOperation> history, const VersionOrders& orders);

// Adds the barriers, and the edges to and from them, to the result of DataDependencies. Equal times count as
// overlapping.
void AddRealTime(std::span<const TransactionOperation> history, const VersionOrders& orders, DependencyGraph& graph);

}  // namespace holdfast::conformance
