#include "engine/expressions/syntax/condition_analysis.h"

#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace holdfast {
namespace {

bool IsMemoizable(NodeKind kind) {
  return kind == NodeKind::kContains || kind == NodeKind::kLegacyNotContains || kind == NodeKind::kSize;
}

// Whether a node of this kind may become a constant. AND, OR and NOT need not, because their operands do.
bool IsFoldable(NodeKind kind) {
  return kind == NodeKind::kSize || (kind >= NodeKind::kEqual && kind < NodeKind::kAnd);
}

class Analysis {
 public:
  Analysis(const SyntaxTree& tree, const DistinctPaths& paths, absl::FunctionRef<std::string_view(const Node&)> text_of)
      : tree_(tree), paths_(paths), text_of_(text_of) {}

  ConditionAnalysis Analyze() && {
    ConditionAnalysis analysis;
    analysis.long_in_nodes = FindLongInNodes(tree_);
    analysis.constants = FindConstants();
    FindSearchesAndAssignMemoSlots(&analysis);
    return analysis;
  }

 private:
  // One pass suffices, because operands come before their operators.
  std::vector<uint32_t> FindConstants() const {
    std::vector<uint32_t> constants;
    std::vector<bool> reads_path(tree_.nodes.size());
    for (uint32_t node = 0; node < tree_.nodes.size(); ++node) {
      const NodeKind kind = tree_[node].kind;
      reads_path[node] = kind == NodeKind::kPath;
      for (uint32_t part = tree_.first(node); part != kNoNode; part = tree_.next(part)) {
        if (reads_path[part]) reads_path[node] = true;
      }
      if (!reads_path[node] && IsFoldable(kind)) constants.push_back(node);
    }
    return constants;
  }

  void FindSearchesAndAssignMemoSlots(ConditionAnalysis* analysis) {
    using Key = std::array<uint64_t, 3>;
    std::map<Key, std::vector<uint32_t>> equal_nodes;
    first_equal_.resize(tree_.nodes.size(), kNoNode);
    for (uint32_t node = 0; node < tree_.nodes.size(); ++node) {
      if (!IsMemoizable(tree_[node].kind)) continue;
      Key key = {static_cast<uint64_t>(tree_[node].kind), 0, 0};
      size_t operand = 1;
      for (uint32_t part = tree_.first(node); part != kNoNode && operand < key.size(); part = tree_.next(part)) {
        key[operand++] = IdentityOf(part);
      }
      std::vector<uint32_t>& nodes = equal_nodes[key];
      nodes.push_back(node);
      first_equal_[node] = nodes.front();
    }
    std::map<uint64_t, std::vector<uint32_t>> searches;
    for (const auto& [key, nodes] : equal_nodes) {
      const bool searches_path = tree_[nodes.front()].kind == NodeKind::kContains && (key[1] & kPathBit) != 0;
      if (searches_path && (key[2] & kValueBit) != 0) searches[key[1]].push_back(nodes.front());
    }
    for (auto& [path, nodes] : searches) {
      if (nodes.size() >= kGroupedSearchesMin) analysis->searches.push_back(std::move(nodes));
    }
    std::set<uint32_t> searched;
    for (const std::vector<uint32_t>& nodes : analysis->searches) searched.insert(nodes.begin(), nodes.end());
    for (const auto& [key, nodes] : equal_nodes) {
      if (nodes.size() < 2 && searched.count(nodes.front()) == 0) continue;
      analysis->memo_slots.resize(tree_.nodes.size(), kNoNode);
      for (const uint32_t node : nodes) analysis->memo_slots[node] = analysis->memo_slot_count;
      ++analysis->memo_slot_count;
    }
  }

  // Returns equal numbers only for operands that always have equal values.
  uint64_t IdentityOf(uint32_t node) {
    const Node& operand = tree_[node];
    if (operand.kind == NodeKind::kPath) return kPathBit | paths_.slots[operand.leaf];
    if (operand.kind == NodeKind::kValue) {
      return kValueBit | values_.try_emplace(std::string(text_of_(operand)), values_.size()).first->second;
    }
    return first_equal_[node] == kNoNode ? node : first_equal_[node];
  }

  // In IdentityOf, these bits distinguish paths and values from other nodes, which have neither bit.
  static constexpr uint64_t kPathBit = uint64_t{1} << 32;
  static constexpr uint64_t kValueBit = uint64_t{2} << 32;

  const SyntaxTree& tree_;
  const DistinctPaths& paths_;
  const absl::FunctionRef<std::string_view(const Node&)> text_of_;
  // By node: the first equal node if the node can be memoized, otherwise kNoNode.
  std::vector<uint32_t> first_equal_;
  std::map<std::string, uint64_t> values_;
};

}  // namespace

std::vector<uint32_t> FindLongInNodes(const SyntaxTree& tree) {
  std::vector<uint32_t> found;
  for (uint32_t node = 0; node < tree.nodes.size(); ++node) {
    if (tree[node].kind == NodeKind::kIn && tree[node].operand_count > kShortInMax + 1) found.push_back(node);
  }
  return found;
}

ConditionAnalysis AnalyzeCondition(const SyntaxTree& tree, const DistinctPaths& paths,
                                   absl::FunctionRef<std::string_view(const Node&)> text_of) {
  return Analysis(tree, paths, text_of).Analyze();
}

}  // namespace holdfast
