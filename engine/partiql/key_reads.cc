#include "engine/partiql/key_reads.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "engine/base/limits.h"
#include "engine/errors/partiql_errors.h"
#include "engine/schema/key_rules.h"
#include "engine/values/key_bytes.h"

namespace holdfast::partiql {
namespace {

// Bounds the work of the expansion. A statement with more branches is refused like one with too many reads.
constexpr size_t kBranchesMax = 200;

bool EndsAtOrBefore(const KeyRange& range, std::string_view key) {
  return range.upper.has_value() && *range.upper <= key;
}

// Distinct keys, ascending. The rank of a key, its position among them, stands for the key: however many branches there
// are, each key is stored and compared with other keys once.
class RankedKeys {
 public:
  RankedKeys() = default;
  explicit RankedKeys(std::vector<std::string_view> keys) : keys_(std::move(keys)) {
    std::sort(keys_.begin(), keys_.end());
    keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
  }

  uint32_t size() const { return static_cast<uint32_t>(keys_.size()); }
  // `key` must be one of the keys.
  uint32_t RankOf(std::string_view key) const {
    return static_cast<uint32_t>(std::lower_bound(keys_.begin(), keys_.end(), key) - keys_.begin());
  }
  std::string_view operator[](uint32_t rank) const { return keys_[rank]; }

 private:
  std::vector<std::string_view> keys_;
};

// A range of the sort key that is not empty. Its bounds are ranks; if `upper` is the number of ranked keys, the range
// has no upper bound.
struct RankRange {
  uint32_t lower;
  uint32_t upper;
  // Its first position among the ranges of its condition in the order of the statement, and how often it is there.
  uint32_t position = 0;
  uint32_t count = 1;
};

// The ranges of one condition, ascending and disjoint.
using RankRanges = std::vector<RankRange>;

// Everything that is in none of the ranges.
RankRanges Complement(const RankRanges& ranges, uint32_t key_count) {
  RankRanges gaps;
  uint32_t gap_begin = 0;
  const auto add_gap = [&](uint32_t gap_end) {
    if (gap_begin < gap_end) gaps.push_back({gap_begin, gap_end, static_cast<uint32_t>(gaps.size())});
  };
  for (const RankRange& range : ranges) {
    add_gap(range.lower);
    gap_begin = range.upper;
  }
  add_gap(key_count);
  return gaps;
}

// The operator whose range is read; nothing if no range follows from `kind`. For `<>` it is that of `=`: the caller
// takes the complement of the range.
std::optional<KeyOperator> OperatorOfRange(NodeKind kind) {
  if (kind == NodeKind::kPartiqlNotEqual || kind == NodeKind::kIn) return KeyOperator::kEqual;
  return KeyOperatorOf(kind);
}

// First counts the branches and checks all values, then computes the reads of one branch after the other. No branch is
// stored: it is the conditions that its number selects (CollectBranch).
class Decomposition {
 public:
  Decomposition(const BoundExpression& where, const KeySchema& key)
      : where_(where), partition_key_(key.hash.front()), sort_key_(key.range.empty() ? nullptr : &key.range.front()) {}

  Result<std::optional<KeyReads>> Run() {
    const uint32_t root = where_.shape().root;
    if (!FixesPartition(root)) return std::optional<KeyReads>();
    parts_.resize(where_.shape().tree.nodes.size());
    FindKeyConditions(root);
    HOLDFAST_ASSIGN_OR_RETURN(const size_t branch_count, Expand(root, false));
    RankKeys();
    KeyReads all;
    for (size_t i = 0; i < branch_count; ++i) {
      Branch branch;
      CollectBranch(root, i, &branch);
      HOLDFAST_RETURN_IF_ERROR(AppendReads(branch, &all));
    }
    HOLDFAST_RETURN_IF_ERROR(CheckDisjoint(all.reads));
    all.several_partitions = std::any_of(all.reads.begin(), all.reads.end(), [&](const KeyRead& read) {
      return read.partition != all.reads.front().partition;
    });
    return std::optional<KeyReads>(std::move(all));
  }

 private:
  // A condition on one key attribute whose other operands are values.
  struct KeyCondition {
    NodeKind kind;
    bool is_partition;
    std::vector<ValueView> values;
    // Set by Expand: whether the ranges are those of the negation.
    bool complement = false;
    std::vector<KeyRange> key_ranges = {};
    // Set by RankKeys: of a condition on the partition key, the partitions, else the ranges of the sort key.
    std::vector<uint32_t> partitions = {};
    RankRanges ranges = {};
  };

  // What a node of the condition contributes to the branches.
  struct Part {
    // Whether the node is or contains a condition on the sort key or one that fixes the partition key.
    bool concerns_key = false;
    // Its index in conditions_ if it is a condition that concerns the key.
    std::optional<uint32_t> condition;
    // Set by Expand, like the members below. If it is false, the node is evaluated by the filter alone.
    bool restricts_reads = false;
    // Whether a branch of the node has a branch of every operand; if not, it is a branch of one operand.
    bool is_product = false;
    size_t branches = 1;
  };

  // One branch: all of its conditions must be true. `exact`: whether it has no other conditions.
  struct Branch {
    std::vector<const KeyCondition*> partition_conditions;
    std::vector<const KeyCondition*> sort_conditions;
    bool exact = true;
  };

  std::optional<KeyCondition> KeyConditionAt(uint32_t node) const {
    const Node& condition = where_[node];
    if (!OperatorOfRange(condition.kind).has_value()) return std::nullopt;
    KeyCondition found{.kind = condition.kind, .is_partition = false, .values = {}};
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

  // Sets concerns_key and condition of `node` and of the nodes in it, and returns whether `node` concerns the key.
  bool FindKeyConditions(uint32_t node) {
    Part& part = parts_[node];
    const NodeKind kind = where_[node].kind;
    if (kind != NodeKind::kAnd && kind != NodeKind::kOr && kind != NodeKind::kNot) {
      std::optional<KeyCondition> condition = KeyConditionAt(node);
      part.concerns_key = condition.has_value() && (!condition->is_partition || IsPartitionEquality(*condition));
      if (!part.concerns_key) return false;
      part.condition = static_cast<uint32_t>(conditions_.size());
      conditions_.push_back(*std::move(condition));
      return true;
    }
    for (uint32_t operand = where_.first(node); operand != kNoNode; operand = where_.next(operand)) {
      if (FindKeyConditions(operand)) part.concerns_key = true;
    }
    return part.concerns_key;
  }

  // Counts the branches of a node, or of its negation.
  Result<size_t> Expand(uint32_t node, bool negated) {
    Part& part = parts_[node];
    if (!part.concerns_key) return part.branches;
    part.restricts_reads = true;
    if (part.condition.has_value()) {
      KeyCondition& condition = conditions_[*part.condition];
      HOLDFAST_RETURN_IF_ERROR(ExpandKeyCondition(negated, &condition));
      // A negated condition on the partition key does not restrict the reads: the filter evaluates it.
      part.restricts_reads = !condition.is_partition || !negated;
      return part.branches;
    }
    const NodeKind kind = where_[node].kind;
    part.is_product = kind == (negated ? NodeKind::kOr : NodeKind::kAnd);
    part.branches = part.is_product ? 1 : 0;
    for (uint32_t operand = where_.first(node); operand != kNoNode; operand = where_.next(operand)) {
      HOLDFAST_ASSIGN_OR_RETURN(const size_t branches, Expand(operand, negated != (kind == NodeKind::kNot)));
      part.branches = part.is_product ? part.branches * branches : part.branches + branches;
      if (part.branches > kBranchesMax) return errors::TooManyDecomposedReads();
    }
    return part.branches;
  }

  // Checks the values of a condition and finds its ranges.
  Status ExpandKeyCondition(bool negated, KeyCondition* condition) const {
    const KeyAttribute& attribute = condition->is_partition ? partition_key_ : *sort_key_;
    const ValueType type = ToValueType(attribute.type);
    const bool equality = condition->kind == NodeKind::kEqual || condition->kind == NodeKind::kIn;
    bool comparable = true;
    for (const ValueView value : condition->values) {
      if (value.type() == type) {
        if (equality) HOLDFAST_RETURN_IF_ERROR(CheckKeyValue(attribute, value, !condition->is_partition));
        continue;
      }
      if (equality) return errors::KeyValueTypeMismatch(attribute.name);
      comparable = false;
    }
    if (condition->is_partition) return {};
    // A comparison of values of different types is false, except `<>`.
    if (comparable) condition->key_ranges = RangesOf(*condition);
    condition->complement = negated != (condition->kind == NodeKind::kPartiqlNotEqual);
    return {};
  }

  // For `<>`, the ranges of `=`.
  static std::vector<KeyRange> RangesOf(const KeyCondition& condition) {
    const KeyOperator op = *OperatorOfRange(condition.kind);
    if (op == KeyOperator::kBetween) return {RangeOfKey({{}, op, condition.values[0], condition.values[1]})};
    std::vector<KeyRange> ranges;
    for (const ValueView value : condition.values) ranges.push_back(RangeOfKey({{}, op, value, std::nullopt}));
    return ranges;
  }

  void RankKeys() {
    std::vector<std::string_view> partitions;
    std::vector<std::string_view> bounds = {""};
    for (const KeyCondition& condition : conditions_) {
      if (condition.is_partition) {
        for (const ValueView value : condition.values) partitions.push_back(KeyBytes(value));
      }
      for (const KeyRange& range : condition.key_ranges) {
        bounds.push_back(range.lower);
        if (range.upper.has_value()) bounds.push_back(*range.upper);
      }
    }
    partitions_ = RankedKeys(std::move(partitions));
    bounds_ = RankedKeys(std::move(bounds));
    for (KeyCondition& condition : conditions_) {
      if (condition.is_partition) {
        for (const ValueView value : condition.values) {
          condition.partitions.push_back(partitions_.RankOf(KeyBytes(value)));
        }
      } else {
        condition.ranges = RankRangesOf(condition);
      }
    }
  }

  RankRanges RankRangesOf(const KeyCondition& condition) const {
    RankRanges ranges;
    for (const KeyRange& range : condition.key_ranges) {
      const uint32_t lower = bounds_.RankOf(range.lower);
      const uint32_t upper = range.upper.has_value() ? bounds_.RankOf(*range.upper) : bounds_.size();
      if (lower < upper) ranges.push_back({lower, upper, static_cast<uint32_t>(ranges.size())});
    }
    // Only IN has several ranges. Each has a single key: two of them are equal or disjoint.
    std::stable_sort(ranges.begin(), ranges.end(),
                     [](const RankRange& a, const RankRange& b) { return a.lower < b.lower; });
    RankRanges distinct;
    for (const RankRange& range : ranges) {
      if (!distinct.empty() && distinct.back().lower == range.lower) {
        ++distinct.back().count;
      } else {
        distinct.push_back(range);
      }
    }
    return condition.complement ? Complement(distinct, bounds_.size()) : distinct;
  }

  // Adds the conditions of the branch `index` of `node`. Branches are in the order of the statement; in a product, the
  // branch of the last operand changes first.
  void CollectBranch(uint32_t node, size_t index, Branch* branch) const {
    const Part& part = parts_[node];
    if (!part.restricts_reads) {
      branch->exact = false;
      return;
    }
    if (part.condition.has_value()) {
      const KeyCondition& condition = conditions_[*part.condition];
      (condition.is_partition ? branch->partition_conditions : branch->sort_conditions).push_back(&condition);
      return;
    }
    size_t combinations = part.branches;
    for (uint32_t operand = where_.first(node); operand != kNoNode; operand = where_.next(operand)) {
      const size_t branches = parts_[operand].branches;
      if (part.is_product) {
        combinations /= branches;
        CollectBranch(operand, index / combinations, branch);
        index %= combinations;
      } else if (index < branches) {
        return CollectBranch(operand, index, branch);
      } else {
        index -= branches;
      }
    }
  }

  // The partitions of the first condition that all others have, too.
  std::vector<uint32_t> PartitionsOf(const Branch& branch) const {
    // By partition: how many of the conditions have it, counted from the first and without a gap.
    std::vector<size_t> conditions_with(partitions_.size());
    for (size_t i = 0; i < branch.partition_conditions.size(); ++i) {
      for (const uint32_t partition : branch.partition_conditions[i]->partitions) {
        if (conditions_with[partition] == i) ++conditions_with[partition];
      }
    }
    // Every branch has a condition on the partition key, because FixesPartition is true for the root.
    std::vector<uint32_t> partitions = branch.partition_conditions.front()->partitions;
    std::erase_if(partitions,
                  [&](uint32_t partition) { return conditions_with[partition] < branch.partition_conditions.size(); });
    return partitions;
  }

  // The ranges that are in ranges of all conditions, ascending; if there are more than `ranges_max`, only the first
  // ranges_max + 1. The ranges of one condition are disjoint, so that a key is in all conditions if it is in as many
  // ranges as there are conditions.
  RankRanges Intersect(const std::vector<const KeyCondition*>& conditions, size_t ranges_max) const {
    struct Boundary {
      uint32_t begins = 0;
      uint32_t ends = 0;
    };
    std::vector<Boundary> boundaries(bounds_.size() + 1);
    for (const KeyCondition* condition : conditions) {
      for (const RankRange& range : condition->ranges) {
        ++boundaries[range.lower].begins;
        ++boundaries[range.upper].ends;
      }
    }
    RankRanges common;
    size_t open_ranges = 0;
    bool in_all = false;
    for (uint32_t key = 0; key < bounds_.size() && common.size() <= ranges_max; ++key) {
      const Boundary& boundary = boundaries[key];
      if (key != 0 && boundary.begins == 0 && boundary.ends == 0) continue;
      if (in_all) common.back().upper = key;
      open_ranges += boundary.begins;
      open_ranges -= boundary.ends;
      in_all = open_ranges == conditions.size();
      if (in_all) common.push_back({key, bounds_.size()});
    }
    return common;
  }

  // Sorts the ranges that are in all conditions in the order of the statement: by their positions in the first
  // condition, then in the second, and so on. Sets how often each of them is read.
  static void SortByStatement(const std::vector<const KeyCondition*>& conditions, RankRanges* common) {
    std::vector<std::pair<std::vector<uint32_t>, RankRange>> placed;
    for (RankRange range : *common) {
      std::vector<uint32_t> positions;
      for (const KeyCondition* condition : conditions) {
        const auto after = std::upper_bound(condition->ranges.begin(), condition->ranges.end(), range.lower,
                                            [](uint32_t key, const RankRange& other) { return key < other.lower; });
        const RankRange& containing = *std::prev(after);
        positions.push_back(containing.position);
        range.count = static_cast<uint32_t>(
            std::min<size_t>(limits::kDecomposedReadsMax + 1, size_t{range.count} * containing.count));
      }
      placed.emplace_back(std::move(positions), range);
    }
    std::sort(placed.begin(), placed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (size_t i = 0; i < placed.size(); ++i) (*common)[i] = placed[i].second;
  }

  Status AppendReads(const Branch& branch, KeyReads* all) const {
    RankRanges ranges = Intersect(branch.sort_conditions, limits::kDecomposedReadsMax);
    if (ranges.empty()) return {};
    all->exact = all->exact && branch.exact;
    const std::vector<uint32_t> partitions = PartitionsOf(branch);
    if (partitions.empty()) return {};
    const auto exceeds_limit = [&](size_t range_count) {
      return all->reads.size() + partitions.size() * range_count > limits::kDecomposedReadsMax;
    };
    if (exceeds_limit(ranges.size())) return errors::TooManyDecomposedReads();
    SortByStatement(branch.sort_conditions, &ranges);
    size_t range_count = 0;
    for (const RankRange& range : ranges) range_count += range.count;
    if (exceeds_limit(range_count)) return errors::TooManyDecomposedReads();
    for (const uint32_t partition : partitions) {
      for (const RankRange& range : ranges) {
        for (uint32_t i = 0; i < range.count; ++i) {
          all->reads.push_back({std::string(partitions_[partition]), KeyRangeOf(range)});
        }
      }
    }
    return {};
  }

  KeyRange KeyRangeOf(const RankRange& range) const {
    KeyRange keys{std::string(bounds_[range.lower]), std::nullopt};
    if (range.upper < bounds_.size()) keys.upper.emplace(bounds_[range.upper]);
    return keys;
  }

  // No entry may be in two reads.
  static Status CheckDisjoint(const std::vector<KeyRead>& reads) {
    std::vector<const KeyRead*> sorted;
    sorted.reserve(reads.size());
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
  // By node.
  std::vector<Part> parts_;
  // In the order of the statement.
  std::vector<KeyCondition> conditions_;
  RankedKeys partitions_;
  // The bounds of the ranges of the sort key, among them the empty key.
  RankedKeys bounds_;
};

}  // namespace

Result<std::optional<KeyReads>> DecomposeKeyReads(const BoundExpression& where, const KeySchema& key) {
  return Decomposition(where, key).Run();
}

}  // namespace holdfast::partiql
