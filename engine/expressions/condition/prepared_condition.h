// A condition for which everything that depends only on the request, and not on the item, is computed once: constants,
// sorted candidates of long INs, and searches for several needles. A page may evaluate it on a hundred thousand items.
//
// Thread safety: immutable after construction. It keeps views of the request's values; the request must outlive it.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/expressions/condition/needle_group.h"
#include "engine/expressions/syntax/bound_expression.h"
#include "engine/values/value_view.h"

namespace holdfast {

class PreparedCondition {
 public:
  // `condition` must have a root.
  explicit PreparedCondition(BoundExpression condition);

  struct LongIn {
    uint32_t node;
    // The candidates that are values, packed, without repeats; ascending by size and then by bytes.
    std::vector<std::string_view> values;
    // The other candidates. No path occurs twice.
    std::vector<uint32_t> operands;

    bool HasValue(std::string_view packed) const;
  };

  const BoundExpression& bound() const { return bound_; }
  // `node` must be an IN. Null if it has few candidates.
  const LongIn* FindLongIn(uint32_t node) const;
  // The result of a clause (0 or 1) or a size() (the size or kNoSize) that reads no path. Null for other nodes.
  const int64_t* FindConstant(uint32_t node) const;

  // Several contains() of one path. The needles' IDs are their memo slots (ConditionAnalysis::memo_slots).
  struct Search {
    NeedleGroup needles;
    std::vector<uint32_t> memo_slots;
  };
  // The search that finds the result of `node`, or null.
  const Search* FindSearch(uint32_t node) const;

  static constexpr int64_t kNoSize = -1;

 private:
  BoundExpression bound_;
  // `long_ins_` and `constants_` ascend by node.
  std::vector<LongIn> long_ins_;
  std::vector<std::pair<uint32_t, int64_t>> constants_;
  std::vector<Search> searches_;
  // By memo slot: an index into `searches_`, or kNoNode. Empty if there are no searches.
  std::vector<uint32_t> search_of_memo_slot_;
};

}  // namespace holdfast
