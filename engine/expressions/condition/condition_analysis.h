// The optimizations that a condition's text alone allows, found once for all requests that share the text.
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
  // INs with so many candidates that searching them in order pays, ascending.
  std::vector<uint32_t> long_ins;
  // Clauses and sizes that read no path, and so are the same for every item, ascending.
  std::vector<uint32_t> constants;
  // By node, for contains() and size(), which take time linear in the value they examine: the slot that memoizes the
  // result while the condition is evaluated on one item, or kNoNode. Equal nodes share a slot. Empty if nothing is
  // memoized.
  std::vector<uint32_t> memo;
  uint32_t memo_count = 0;
  // Of contains() that search one path for different values: where there are at least kGroupedSearchesMin, a node of
  // each. All have memo slots.
  std::vector<std::vector<uint32_t>> searches;
};

inline constexpr size_t kGroupedSearchesMin = 4;

inline constexpr uint32_t kShortInMax = 8;

// `text_of(node)`: the placeholder of a value leaf. Two leaves with one placeholder have the same value.
ConditionAnalysis AnalyzeCondition(const SyntaxTree& tree, const DistinctPaths& paths,
                                   absl::FunctionRef<std::string_view(const Node&)> text_of);

std::vector<uint32_t> FindLongIns(const SyntaxTree& tree);

}  // namespace holdfast
