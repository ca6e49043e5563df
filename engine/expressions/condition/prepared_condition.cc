#include "engine/expressions/condition/prepared_condition.h"

#include <algorithm>
#include <set>

#include "engine/expressions/condition/evaluate.h"

namespace holdfast {
namespace {

bool ShorterOrLess(std::string_view a, std::string_view b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

}  // namespace

PreparedCondition::PreparedCondition(BoundExpression condition) : bound_(std::move(condition)) {
  const ConditionAnalysis& analysis = bound_.shape().analysis;
  const std::vector<uint32_t>& slots = bound_.shape().distinct_paths.slots;
  for (const uint32_t node : analysis.long_in_nodes) {
    LongIn in{node, {}, {}};
    std::set<uint32_t> paths;
    for (uint32_t candidate = bound_.next(bound_.first(node)); candidate != kNoNode;
         candidate = bound_.next(candidate)) {
      const NodeKind kind = bound_[candidate].kind;
      if (kind == NodeKind::kValue) {
        in.values.push_back(bound_.ValueOf(candidate).packed());
      } else if (kind != NodeKind::kPath || paths.insert(slots[bound_.PathIndexOf(candidate)]).second) {
        in.operands.push_back(candidate);
      }
    }
    std::sort(in.values.begin(), in.values.end(), ShorterOrLess);
    in.values.erase(std::unique(in.values.begin(), in.values.end()), in.values.end());
    long_ins_.push_back(std::move(in));
  }
  for (const std::vector<uint32_t>& nodes : analysis.searches) {
    std::vector<std::pair<ValueView, uint32_t>> needles;
    std::vector<uint32_t> memo_slots;
    search_of_memo_slot_.resize(analysis.memo_slot_count, kNoNode);
    for (const uint32_t node : nodes) {
      memo_slots.push_back(analysis.memo_slots[node]);
      needles.emplace_back(bound_.ValueOf(bound_.next(bound_.first(node))), memo_slots.back());
      search_of_memo_slot_[memo_slots.back()] = static_cast<uint32_t>(searches_.size());
    }
    searches_.push_back({NeedleGroup(needles), std::move(memo_slots)});
  }
  // In ascending order, so that operands come first: EvaluateConstant looks up those that are constants themselves.
  for (const uint32_t node : analysis.constants) constants_.emplace_back(node, EvaluateConstant(*this, node));
}

bool PreparedCondition::LongIn::HasValue(std::string_view packed) const {
  return std::binary_search(values.begin(), values.end(), packed, ShorterOrLess);
}

const PreparedCondition::LongIn* PreparedCondition::FindLongIn(uint32_t node) const {
  const auto found = std::lower_bound(long_ins_.begin(), long_ins_.end(), node,
                                      [](const LongIn& in, uint32_t wanted) { return in.node < wanted; });
  return found != long_ins_.end() && found->node == node ? &*found : nullptr;
}

const PreparedCondition::Search* PreparedCondition::FindSearch(uint32_t node) const {
  if (searches_.empty()) return nullptr;
  const uint32_t memo_slot = bound_.shape().analysis.memo_slots[node];
  if (memo_slot == kNoNode || search_of_memo_slot_[memo_slot] == kNoNode) return nullptr;
  return &searches_[search_of_memo_slot_[memo_slot]];
}

const int64_t* PreparedCondition::FindConstant(uint32_t node) const {
  if (constants_.empty()) return nullptr;
  const auto found = std::lower_bound(
      constants_.begin(), constants_.end(), node,
      [](const std::pair<uint32_t, int64_t>& constant, uint32_t wanted) { return constant.first < wanted; });
  return found != constants_.end() && found->first == node ? &found->second : nullptr;
}

}  // namespace holdfast
