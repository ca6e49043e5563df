// Cycles in the graph of dependencies, counted in transactions.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "conformance/history/dependency_graph.h"

namespace holdfast::conformance {

// From one transaction to another. Edges through helpers are one link.
struct CycleLink {
  size_t from = 0;
  size_t to = 0;
  DependencyEdge why;
};

// Considers only edges of these kinds. Linear in the graph.
bool HasCycle(const DependencyGraph& graph, const std::vector<Dependency>& kinds);

// Empty if there is none. Takes, at worst, the size of the graph for each transaction that is part of a cycle.
std::vector<CycleLink> ShortestCycle(const DependencyGraph& graph, const std::vector<Dependency>& kinds);
// The shortest with exactly one link of the kind `one`, which is among `kinds`.
std::vector<CycleLink> ShortestCycleWithOne(const DependencyGraph& graph, Dependency one,
                                            const std::vector<Dependency>& kinds);

// "T1 read x without 5, which T2 appended"; the numbers are the caller's names.
std::string FormatReason(const CycleLink& link, size_t from_name, size_t to_name);

}  // namespace holdfast::conformance
