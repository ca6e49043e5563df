// Finds cycles in the dependency graph. The length of a cycle is the number of its transactions.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "conformance/history/dependency_graph.h"

namespace holdfast::conformance {

// An edge from one transaction to another, or a path between them through helper nodes only.
struct CycleLink {
  size_t from = 0;
  size_t to = 0;
  // For a path: its first edge, whose end is a helper node, with the element of its last edge, because an edge to a
  // helper node has none.
  DependencyEdge why;
};

// Considers only edges of these kinds, and kInherited ones, which have the kind of the edge by which a path entered the
// helper node. Takes time linear in the size of the graph.
bool HasCycle(const DependencyGraph& graph, const std::vector<Dependency>& kinds);

// Returns an empty cycle if there is none. Takes, at worst, time linear in the size of the graph for each transaction
// that is on a cycle.
std::vector<CycleLink> ShortestCycle(const DependencyGraph& graph, const std::vector<Dependency>& kinds);
// The shortest cycle with exactly one link of `single_kind`, which must be one of `kinds`; empty if there is none.
// Takes, at worst, time linear in the size of the graph for each edge of that kind that is on a cycle.
std::vector<CycleLink> ShortestCycleWithOne(const DependencyGraph& graph, Dependency single_kind,
                                            const std::vector<Dependency>& kinds);

// "T1 read x without 5, which T2 appended", if the caller numbers the transactions 1 and 2.
std::string FormatReason(const CycleLink& link, size_t from_number, size_t to_number);

}  // namespace holdfast::conformance
