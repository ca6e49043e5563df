#include "engine/expressions/prepared_condition.h"

#include <algorithm>

#include "engine/expressions/evaluate.h"

namespace holdfast {
namespace {

bool ShorterOrLess(std::string_view a, std::string_view b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

}  // namespace

PreparedCondition::PreparedCondition(BoundExpression condition) : bound_(std::move(condition)) {
  const ConditionAnalysis& analysis = bound_.shape().analysis;
  for (const uint32_t node : analysis.long_ins) {
    LongIn in{node, {}, {}};
    for (uint32_t candidate = bound_.next(bound_.first(node)); candidate != kNoNode;
         candidate = bound_.next(candidate)) {
      if (bound_[candidate].kind == NodeKind::kValue) {
        in.values.push_back(bound_.ValueOf(candidate).packed());
      } else {
        in.operands.push_back(candidate);
      }
    }
    std::sort(in.values.begin(), in.values.end(), ShorterOrLess);
    in.values.erase(std::unique(in.values.begin(), in.values.end()), in.values.end());
    long_ins_.push_back(std::move(in));
  }
  // A constant may be an operand of a later one, which then finds it.
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

const int64_t* PreparedCondition::FindConstant(uint32_t node) const {
  if (constants_.empty()) return nullptr;
  const auto found = std::lower_bound(
      constants_.begin(), constants_.end(), node,
      [](const std::pair<uint32_t, int64_t>& constant, uint32_t wanted) { return constant.first < wanted; });
  return found != constants_.end() && found->first == node ? &found->second : nullptr;
}

}  // namespace holdfast
