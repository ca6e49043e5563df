#include "engine/partiql/key_reads.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "engine/base/limits.h"
#include "engine/errors/partiql_errors.h"
#include "engine/schema/key_rules.h"
#include "engine/values/key_bytes.h"

namespace holdfast::partiql {
namespace {

using Ranges = std::vector<KeyRange>;

// One branch: the partitions it reads (nullopt: all; empty: none), as views of the request's values, and the ranges of
// the sort key. `exact`: whether these are exactly the entries for which the branch's condition is true.
struct Branch {
  std::optional<std::vector<std::string_view>> partitions;
  Ranges ranges = {KeyRange{}};
  bool exact = true;
};
using Branches = std::vector<Branch>;

// The branches of a condition that does not restrict the reads and is evaluated by the filter alone: a single branch
// that reads everything.
Branches Unrestricted() {
  Branches branches(1);
  branches.front().exact = false;
  return branches;
}

// Bounds the work of the expansion. A statement with more branches is refused like one with too many reads.
constexpr size_t kBranchesMax = 200;

bool EndsAtOrBefore(const KeyRange& range, std::string_view key) {
  return range.upper.has_value() && *range.upper <= key;
}

bool IsEmpty(const KeyRange& range) { return EndsAtOrBefore(range, range.lower); }

Ranges Intersect(const Ranges& a, const Ranges& b) {
  Ranges both;
  for (const KeyRange& one : a) {
    for (const KeyRange& other : b) {
      if (EndsAtOrBefore(one, other.lower) || EndsAtOrBefore(other, one.lower)) continue;
      KeyRange common{std::max(one.lower, other.lower), one.upper};
      if (!common.upper.has_value() || (other.upper.has_value() && *other.upper < *common.upper)) {
        common.upper = other.upper;
      }
      both.push_back(std::move(common));
    }
  }
  return both;
}

bool LessByLower(const KeyRange& a, const KeyRange& b) { return a.lower < b.lower; }

// Everything that is in none of the ranges.
Ranges Complement(Ranges ranges) {
  std::sort(ranges.begin(), ranges.end(), LessByLower);
  Ranges gaps;
  std::optional<std::string> gap_begin = "";
  for (const KeyRange& range : ranges) {
    if (gap_begin.has_value() && *gap_begin < range.lower) gaps.push_back({*gap_begin, range.lower});
    if (!gap_begin.has_value() || !range.upper.has_value()) {
      gap_begin.reset();
    } else {
      gap_begin = std::max(*gap_begin, *range.upper);
    }
  }
  if (gap_begin.has_value()) gaps.push_back({*gap_begin, std::nullopt});
  return gaps;
}

// The comparison with its operands exchanged.
NodeKind MirrorComparison(NodeKind comparison) {
  switch (comparison) {
    case NodeKind::kLess:
      return NodeKind::kGreater;
    case NodeKind::kLessOrEqual:
      return NodeKind::kGreaterOrEqual;
    case NodeKind::kGreater:
      return NodeKind::kLess;
    case NodeKind::kGreaterOrEqual:
      return NodeKind::kLessOrEqual;
    default:
      return comparison;
  }
}

// The operator whose range is read; nothing if no range follows from `kind`. For `<>` it is that of `=`: the caller
// takes the complement of the range.
std::optional<KeyOperator> KeyOperatorOf(NodeKind kind) {
  switch (kind) {
    case NodeKind::kEqual:
    case NodeKind::kPartiqlNotEqual:
    case NodeKind::kIn:
      return KeyOperator::kEqual;
    case NodeKind::kLess:
      return KeyOperator::kLess;
    case NodeKind::kLessOrEqual:
      return KeyOperator::kLessOrEqual;
    case NodeKind::kGreater:
      return KeyOperator::kGreater;
    case NodeKind::kGreaterOrEqual:
      return KeyOperator::kGreaterOrEqual;
    case NodeKind::kBetween:
      return KeyOperator::kBetween;
    case NodeKind::kBeginsWith:
      return KeyOperator::kBeginsWith;
    default:
      return std::nullopt;
  }
}

class Decomposition {
 public:
  Decomposition(const BoundExpression& where, const KeySchema& key)
      : where_(where), partition_key_(key.hash.front()), sort_key_(key.range.empty() ? nullptr : &key.range.front()) {}

  Result<std::optional<KeyReads>> Run() {
    const uint32_t root = where_.shape().root;
    if (!FixesPartition(root)) return std::optional<KeyReads>();
    HOLDFAST_ASSIGN_OR_RETURN(const Branches branches, Expand(root, false));
    HOLDFAST_ASSIGN_OR_RETURN(KeyReads reads, ReadsOf(branches));
    return std::optional<KeyReads>(std::move(reads));
  }

 private:
  // A condition on one key attribute whose other operands are values.
  struct KeyCondition {
    NodeKind kind;
    bool is_partition;
    std::vector<ValueView> values;
  };

  std::optional<KeyCondition> KeyConditionAt(uint32_t node) const {
    const Node& condition = where_[node];
    if (!KeyOperatorOf(condition.kind).has_value()) return std::nullopt;
    KeyCondition found{condition.kind, false, {}};
    uint32_t path = kNoNode;
    uint32_t position = 0;
    for (uint32_t operand = condition.first_operand; operand != kNoNode; operand = where_.next(operand), ++position) {
      if (where_[operand].kind == NodeKind::kValue) {
        found.values.push_back(where_.ValueOf(operand));
        continue;
      }
      if (where_[operand].kind != NodeKind::kPath || path != kNoNode) return std::nullopt;
      const bool may_be_second = found.kind != NodeKind::kBetween && found.kind != NodeKind::kIn &&
                                 found.kind != NodeKind::kBeginsWith && position == 1;
      if (position != 0 && !may_be_second) return std::nullopt;
      if (position == 1) found.kind = MirrorComparison(found.kind);
      path = operand;
    }
    if (path == kNoNode || found.values.empty() || where_.PathOf(path).nested()) return std::nullopt;
    const std::string& attribute = where_.PathOf(path).attribute();
    found.is_partition = attribute == partition_key_.name;
    if (!found.is_partition && (sort_key_ == nullptr || attribute != sort_key_->name)) return std::nullopt;
    return found;
  }

  static bool IsPartitionEquality(const KeyCondition& condition) {
    return condition.is_partition && (condition.kind == NodeKind::kEqual || condition.kind == NodeKind::kIn);
  }

  bool FixesPartition(uint32_t node) const {
    const NodeKind kind = where_[node].kind;
    if (kind != NodeKind::kAnd && kind != NodeKind::kOr) {
      const std::optional<KeyCondition> condition = KeyConditionAt(node);
      return condition.has_value() && IsPartitionEquality(*condition);
    }
    bool all = true;
    bool any = false;
    for (uint32_t part = where_.first(node); part != kNoNode; part = where_.next(part)) {
      const bool fixes = FixesPartition(part);
      all = all && fixes;
      any = any || fixes;
    }
    return kind == NodeKind::kAnd ? any : all && any;
  }

  // Whether `node` is or contains a condition on the sort key or one that fixes the partition key.
  bool ConcernsKey(uint32_t node) const {
    const NodeKind kind = where_[node].kind;
    if (kind != NodeKind::kAnd && kind != NodeKind::kOr && kind != NodeKind::kNot) {
      const std::optional<KeyCondition> condition = KeyConditionAt(node);
      return condition.has_value() && (!condition->is_partition || IsPartitionEquality(*condition));
    }
    for (uint32_t part = where_.first(node); part != kNoNode; part = where_.next(part)) {
      if (ConcernsKey(part)) return true;
    }
    return false;
  }

  // The branches of a condition, or of its negation.
  Result<Branches> Expand(uint32_t node, bool negated) const {
    if (!ConcernsKey(node)) return Unrestricted();
    switch (where_[node].kind) {
      case NodeKind::kNot:
        return Expand(where_.first(node), !negated);
      case NodeKind::kAnd:
        return negated ? ExpandOr(node, negated) : ExpandAnd(node, negated);
      case NodeKind::kOr:
        return negated ? ExpandAnd(node, negated) : ExpandOr(node, negated);
      default:
        return ExpandKeyCondition(*KeyConditionAt(node), negated);
    }
  }

  Result<Branches> ExpandOr(uint32_t node, bool negated) const {
    Branches all;
    for (uint32_t part = where_.first(node); part != kNoNode; part = where_.next(part)) {
      HOLDFAST_ASSIGN_OR_RETURN(Branches branches, Expand(part, negated));
      std::move(branches.begin(), branches.end(), std::back_inserter(all));
      if (all.size() > kBranchesMax) return errors::TooManyDecomposedReads();
    }
    return all;
  }

  Result<Branches> ExpandAnd(uint32_t node, bool negated) const {
    Branches all(1);
    for (uint32_t part = where_.first(node); part != kNoNode; part = where_.next(part)) {
      HOLDFAST_ASSIGN_OR_RETURN(const Branches branches, Expand(part, negated));
      if (all.size() * branches.size() > kBranchesMax) return errors::TooManyDecomposedReads();
      Branches product;
      for (const Branch& one : all) {
        for (const Branch& other : branches) product.push_back(Combine(one, other));
      }
      all = std::move(product);
    }
    return all;
  }

  static Branch Combine(const Branch& a, const Branch& b) {
    Branch both{a.partitions, Intersect(a.ranges, b.ranges), a.exact && b.exact};
    if (!both.partitions.has_value()) both.partitions = b.partitions;
    if (a.partitions.has_value() && b.partitions.has_value()) {
      std::erase_if(*both.partitions, [&](std::string_view partition) {
        return std::find(b.partitions->begin(), b.partitions->end(), partition) == b.partitions->end();
      });
    }
    return both;
  }

  Result<Branches> ExpandKeyCondition(const KeyCondition& condition, bool negated) const {
    const KeyAttribute& attribute = condition.is_partition ? partition_key_ : *sort_key_;
    const ValueType type = ToValueType(attribute.type);
    const bool equality = condition.kind == NodeKind::kEqual || condition.kind == NodeKind::kIn;
    bool comparable = true;
    for (const ValueView value : condition.values) {
      if (value.type() == type) {
        if (equality) HOLDFAST_RETURN_IF_ERROR(CheckKeyValue(attribute, value, !condition.is_partition));
        continue;
      }
      if (equality) return errors::KeyValueTypeMismatch(attribute.name);
      comparable = false;
    }
    Branch branch;
    if (condition.is_partition) {
      // A negated condition on the partition key does not restrict the reads: the filter evaluates it.
      if (negated || !IsPartitionEquality(condition)) return Unrestricted();
      branch.partitions.emplace();
      for (const ValueView value : condition.values) branch.partitions->push_back(KeyBytes(value));
      return Branches{std::move(branch)};
    }
    // A comparison of values of different types is false, except `<>`.
    branch.ranges = comparable ? RangesOf(condition) : Ranges();
    const bool complement = negated != (condition.kind == NodeKind::kPartiqlNotEqual);
    if (complement) branch.ranges = Complement(std::move(branch.ranges));
    return Branches{std::move(branch)};
  }

  // For `<>`, the ranges of `=`.
  static Ranges RangesOf(const KeyCondition& condition) {
    const KeyOperator op = *KeyOperatorOf(condition.kind);
    if (op == KeyOperator::kBetween) {
      KeyRange range = RangeOfKey({{}, op, condition.values[0], condition.values[1]});
      return IsEmpty(range) ? Ranges() : Ranges{std::move(range)};
    }
    Ranges ranges;
    for (const ValueView value : condition.values) ranges.push_back(RangeOfKey({{}, op, value, std::nullopt}));
    return ranges;
  }

  static Result<KeyReads> ReadsOf(const Branches& branches) {
    KeyReads all;
    for (const Branch& branch : branches) {
      if (branch.ranges.empty()) continue;
      all.exact = all.exact && branch.exact;
      // Every branch has partitions, because FixesPartition is true for the root.
      for (const std::string_view partition : branch.partitions.value_or(std::vector<std::string_view>())) {
        for (const KeyRange& range : branch.ranges) {
          if (all.reads.size() == limits::kDecomposedReadsMax) return errors::TooManyDecomposedReads();
          all.reads.push_back({std::string(partition), range});
        }
      }
    }
    HOLDFAST_RETURN_IF_ERROR(CheckDisjoint(all.reads));
    all.several_partitions = std::any_of(all.reads.begin(), all.reads.end(), [&](const KeyRead& read) {
      return read.partition != all.reads.front().partition;
    });
    return all;
  }

  // No entry may be in two reads.
  static Status CheckDisjoint(const std::vector<KeyRead>& reads) {
    std::vector<const KeyRead*> sorted;
    for (const KeyRead& read : reads) sorted.push_back(&read);
    std::sort(sorted.begin(), sorted.end(), [](const KeyRead* a, const KeyRead* b) {
      return a->partition != b->partition ? a->partition < b->partition : a->range.lower < b->range.lower;
    });
    for (size_t i = 1; i < sorted.size(); ++i) {
      const KeyRead& earlier = *sorted[i - 1];
      const KeyRead& later = *sorted[i];
      if (earlier.partition != later.partition || EndsAtOrBefore(earlier.range, later.range.lower)) continue;
      return errors::OverlappingKeyConditions();
    }
    return {};
  }

  const BoundExpression& where_;
  const KeyAttribute& partition_key_;
  const KeyAttribute* const sort_key_;
};

}  // namespace

Result<std::optional<KeyReads>> DecomposeKeyReads(const BoundExpression& where, const KeySchema& key) {
  return Decomposition(where, key).Run();
}

}  // namespace holdfast::partiql
