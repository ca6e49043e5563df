// A condition with what depends on the request alone, and not on any item, computed once: constants, and the candidates
// of long INs in order. A page may evaluate it against a hundred thousand items.
//
// Thread safety: immutable once made. It keeps views of the request's values; the request must outlive it.
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
    // The candidates that are values, packed; ascending by size and then by bytes, each once.
    std::vector<std::string_view> values;
    // The other candidates, each path once.
    std::vector<uint32_t> operands;

    bool HasValue(std::string_view packed) const;
  };

  const BoundExpression& bound() const { return bound_; }
  // Null if `node` is an IN with few candidates.
  const LongIn* FindLongIn(uint32_t node) const;
  // Of a node that reads no path: 0 or 1 for a clause; for a size() what it is, or kNoSize. Null for other nodes.
  const int64_t* FindConstant(uint32_t node) const;

  // Several contains() of one path. The needles' numbers are slots of the analysis' memo.
  struct Search {
    NeedleGroup needles;
    std::vector<uint32_t> memo_slots;
  };
  // The one that `node` is part of, or null.
  const Search* FindSearch(uint32_t node) const;

  static constexpr int64_t kNoSize = -1;

 private:
  BoundExpression bound_;
  // Both ascend by node.
  std::vector<LongIn> long_ins_;
  std::vector<std::pair<uint32_t, int64_t>> constants_;
  std::vector<Search> searches_;
  // By memo slot: an index into `searches_`, or kNoNode. Empty if there are no searches.
  std::vector<uint32_t> search_of_memo_slot_;
};

}  // namespace holdfast
