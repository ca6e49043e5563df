// What a condition's text alone says about how to evaluate it cheaply, found once for all requests that share the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "engine/expressions/resolve_paths.h"
#include "engine/expressions/syntax_tree.h"

namespace holdfast {

struct ConditionAnalysis {
  // INs with so many candidates that searching them in order pays, ascending.
  std::vector<uint32_t> long_ins;
  // Clauses and sizes that read no path, and so are the same for every item, ascending.
  std::vector<uint32_t> constants;
  // By node, for contains() and size(), which take time linear in what they look at: where their result is remembered
  // while the condition is evaluated against one item, or kNoNode. Nodes that are the same share a place. Empty if
  // there is nothing to remember.
  std::vector<uint32_t> memo;
  uint32_t memo_count = 0;
  // Of contains() that look for different values in one path: where there are several, a node of each. All have places.
  std::vector<std::vector<uint32_t>> searches;
};

inline constexpr size_t kGroupedSearchesMin = 4;

inline constexpr uint32_t kShortInMax = 8;

// `text_of(node)`: the placeholder of a value leaf. Two leaves with one placeholder have the same value.
ConditionAnalysis AnalyzeCondition(const SyntaxTree& tree, const DistinctPaths& paths,
                                   absl::FunctionRef<std::string_view(const Node&)> text_of);

std::vector<uint32_t> FindLongIns(const SyntaxTree& tree);

}  // namespace holdfast
