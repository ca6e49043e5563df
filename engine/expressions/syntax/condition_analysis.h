// The optimizations of a condition that depend only on its text and attribute names, not on its values or on an item.
// They are computed once for each ExpressionShape, which requests with the same text and names share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "engine/expressions/syntax/resolve_paths.h"
#include "engine/expressions/syntax/syntax_tree.h"

namespace holdfast {

struct ConditionAnalysis {
  // IN nodes with so many candidates that a binary search is faster, ascending.
  std::vector<uint32_t> long_in_nodes;
  // Clauses and size() nodes that read no path, and so have the same result for every item, ascending.
  std::vector<uint32_t> constants;
  // By node, for contains() and size(), which take time linear in the value they examine: the slot that memoizes the
  // result while the condition is evaluated on one item, or kNoNode. Equal nodes share a slot. Empty if nothing is
  // memoized.
  std::vector<uint32_t> memo_slots;
  uint32_t memo_slot_count = 0;
  // Groups of at least kGroupedSearchesMin contains() that search one path for different values: one node for each
  // value. All of these nodes have memo slots.
  std::vector<std::vector<uint32_t>> searches;
};

inline constexpr size_t kGroupedSearchesMin = 4;

// The number of candidates up to which an IN is searched linearly.
inline constexpr uint32_t kShortInMax = 8;

// `text_of(node)`: the placeholder of a value leaf. Two leaves with one placeholder have the same value.
ConditionAnalysis AnalyzeCondition(const SyntaxTree& tree, const DistinctPaths& paths,
                                   absl::FunctionRef<std::string_view(const Node&)> text_of);

// Computes ConditionAnalysis::long_in_nodes, the only part of the analysis that legacy conditions have.
std::vector<uint32_t> FindLongInNodes(const SyntaxTree& tree);

}  // namespace holdfast
