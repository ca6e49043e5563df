#include "engine/expressions/condition/evaluate.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "engine/base/utf16_length.h"
#include "engine/expressions/syntax/resolve_paths.h"
#include "engine/values/byte_search.h"
#include "engine/values/number.h"

namespace holdfast {
namespace {

// The memory of a computed operand (a size, a sum or a condition) in packed form: type, length, and at most 22 bytes.
struct Scratch {
  char packed[32];

  ValueView Pack(bool condition) {
    packed[0] = static_cast<char>(ValueType::kBool);
    packed[1] = condition ? 1 : 0;
    return ValueView(packed);
  }

  ValueView Pack(const Number& number) {
    const std::string_view bytes = number.bytes();
    packed[0] = static_cast<char>(ValueType::kNumber);
    packed[1] = static_cast<char>(bytes.size());
    std::memcpy(packed + 2, bytes.data(), bytes.size());
    return ValueView(packed);
  }
};

// The result of size(); nothing if values of this type have no size.
std::optional<int64_t> SizeOf(ValueView value) {
  switch (value.type()) {
    case ValueType::kString:
      return static_cast<int64_t>(Utf16Length(value.bytes()));
    case ValueType::kBinary:
      return static_cast<int64_t>(value.bytes().size());
    case ValueType::kStringSet:
    case ValueType::kNumberSet:
    case ValueType::kBinarySet:
      return static_cast<int64_t>(value.set().size());
    case ValueType::kList:
      return static_cast<int64_t>(value.list().size());
    case ValueType::kMap:
      return static_cast<int64_t>(value.map().size());
    default:
      return std::nullopt;
  }
}

// Whether the values are equal. The type and the next byte, usually of the length, are compared first, because most
// values differ there.
bool Equal(ValueView a, ValueView b) {
  if (a.type() != b.type()) return false;
  return a.type() == ValueType::kNull || (a.data()[1] == b.data()[1] && a == b);
}

bool HasElement(ListView list, ValueView element) {
  const std::string_view packed_element = element.packed();
  for (ListView::Iterator at = list.begin(); at != list.end();) {
    const char* const begin = (*at).data();
    ++at;
    // An element ends where the next one begins. `*at` reads nothing, so it is valid at the end, too.
    const auto bytes = static_cast<size_t>((*at).data() - begin);
    if (bytes == packed_element.size() && std::memcmp(begin, packed_element.data(), bytes) == 0) return true;
  }
  return false;
}

// The result of contains(); false if a container of this type cannot contain an element of that type.
bool Contains(ValueView container, ValueView element) {
  switch (container.type()) {
    case ValueType::kString:
    case ValueType::kBinary:
      return element.type() == container.type() && ContainsBytes(container.bytes(), element.bytes());
    case ValueType::kStringSet:
    case ValueType::kNumberSet:
    case ValueType::kBinarySet:
      return element.type() == ElementType(container.type()) && container.set().Contains(element.bytes());
    case ValueType::kList:
      return HasElement(container.list(), element);
    default:
      return false;
  }
}

// Negative, zero or positive; nothing if the types differ or have no order.
std::optional<int> CompareValues(ValueView a, ValueView b) {
  if (a.type() != b.type() || !IsOrdered(a.type())) return std::nullopt;
  return a.bytes().compare(b.bytes());
}

class Evaluation {
 public:
  Evaluation(const PreparedCondition& condition, AttributeMapView item)
      : condition_(condition),
        bound_(condition.bound()),
        values_(item, bound_.shape().paths, bound_.shape().distinct_paths),
        memo_(bound_.shape().analysis.memo_slot_count, kUnknown) {}

  bool Condition(uint32_t node) {
    if (const int64_t* const constant = condition_.FindConstant(node)) return *constant != 0;
    const NodeKind kind = bound_[node].kind;
    switch (kind) {
      case NodeKind::kAnd:
        for (uint32_t part = bound_.first(node); part != kNoNode; part = bound_.next(part)) {
          if (!Condition(part)) return false;
        }
        return true;
      case NodeKind::kOr:
        for (uint32_t part = bound_.first(node); part != kNoNode; part = bound_.next(part)) {
          if (Condition(part)) return true;
        }
        return false;
      case NodeKind::kNot:
        return !Condition(bound_.first(node));
      case NodeKind::kAttributeExists:
        return Path(bound_.first(node)).has_value();
      case NodeKind::kAttributeNotExists:
        return !Path(bound_.first(node)).has_value();
      case NodeKind::kBetween:
        return Between(node);
      case NodeKind::kIn:
        return In(node);
      case NodeKind::kContains:
        MemoizeSearchGroup(node);
        [[fallthrough]];
      case NodeKind::kLegacyNotContains:
        return Memoized(node, [&] { return BinaryClause(kind, bound_.first(node)) ? 1 : 0; }) != 0;
      default:
        return BinaryClause(kind, bound_.first(node));
    }
  }

  // The value of a kSize node, or kNoSize.
  int64_t Size(uint32_t node) {
    if (const int64_t* const constant = condition_.FindConstant(node)) return *constant;
    return Memoized(node, [&] {
      Scratch scratch;
      const std::optional<ValueView> operand = Operand(bound_.first(node), scratch);
      return operand.has_value() ? SizeOf(*operand).value_or(PreparedCondition::kNoSize) : PreparedCondition::kNoSize;
    });
  }

 private:
  static constexpr int64_t kUnknown = INT64_MIN;

  std::optional<ValueView> Path(uint32_t node) { return values_.At(bound_.PathIndexOf(node)); }

  // If this contains() belongs to a group (PreparedCondition::Search) and one search for all of the group is faster,
  // memoizes the results of all of them.
  void MemoizeSearchGroup(uint32_t node) {
    const PreparedCondition::Search* const search = condition_.FindSearch(node);
    if (search == nullptr || memo_[search->memo_slots.front()] != kUnknown) return;
    const std::optional<ValueView> container = Path(bound_.first(node));
    if (!container.has_value() || !search->needles.IsWorthwhile(*container)) return;
    for (const uint32_t memo_slot : search->memo_slots) memo_[memo_slot] = 0;
    search->needles.Search(*container, [&](uint32_t memo_slot) { memo_[memo_slot] = 1; });
  }

  // The result of `compute`, memoized for equal nodes.
  template <typename Compute>
  int64_t Memoized(uint32_t node, Compute compute) {
    const std::vector<uint32_t>& memo_slots = bound_.shape().analysis.memo_slots;
    if (memo_slots.empty() || memo_slots[node] == kNoNode) return compute();
    int64_t& result = memo_[memo_slots[node]];
    if (result == kUnknown) result = compute();
    return result;
  }

  std::optional<ValueView> Operand(uint32_t node, Scratch& scratch) {
    switch (bound_[node].kind) {
      case NodeKind::kValue:
        return bound_.ValueOf(node);
      case NodeKind::kPath:
        return Path(node);
      case NodeKind::kSize: {
        const int64_t size = Size(node);
        if (size == PreparedCondition::kNoSize) return std::nullopt;
        return scratch.Pack(Number(size));
      }
      case NodeKind::kPlus:
      case NodeKind::kMinus:
        return Sum(node, scratch);
      default:
        // Only in PartiQL, which compares conditions with booleans.
        return scratch.Pack(Condition(node));
    }
  }

  // Occurs only if conditions may use arithmetic. A sum that cannot be computed counts as a missing operand.
  std::optional<ValueView> Sum(uint32_t node, Scratch& scratch) {
    Scratch right_scratch;
    const uint32_t first = bound_.first(node);
    const std::optional<ValueView> left = Operand(first, scratch);
    const std::optional<ValueView> right = Operand(bound_.next(first), right_scratch);
    if (!left.has_value() || !right.has_value() || left->type() != ValueType::kNumber ||
        right->type() != ValueType::kNumber) {
      return std::nullopt;
    }
    const Number a = Number::FromBytes(left->bytes());
    const Number b = Number::FromBytes(right->bytes());
    const auto sum = bound_[node].kind == NodeKind::kPlus ? Number::Add(a, b) : Number::Subtract(a, b);
    if (!sum.ok()) return std::nullopt;
    return scratch.Pack(*sum);
  }

  bool Between(uint32_t node) {
    Scratch scratch[3];
    const uint32_t first = bound_.first(node);
    const uint32_t second = bound_.next(first);
    const std::optional<ValueView> value = Operand(first, scratch[0]);
    const std::optional<ValueView> lower = Operand(second, scratch[1]);
    const std::optional<ValueView> upper = Operand(bound_.next(second), scratch[2]);
    if (!value.has_value() || !lower.has_value() || !upper.has_value()) return false;
    const std::optional<int> from = CompareValues(*lower, *value);
    const std::optional<int> to = CompareValues(*value, *upper);
    return from.has_value() && to.has_value() && *from <= 0 && *to <= 0;
  }

  bool In(uint32_t node) {
    Scratch scratch;
    uint32_t operand = bound_.first(node);
    const std::optional<ValueView> value = Operand(operand, scratch);
    if (!value.has_value()) return false;
    if (const PreparedCondition::LongIn* const in = condition_.FindLongIn(node)) {
      return in->HasValue(value->packed()) ||
             std::any_of(in->operands.begin(), in->operands.end(),
                         [&](uint32_t candidate) { return EqualsOperand(*value, candidate); });
    }
    while ((operand = bound_.next(operand)) != kNoNode) {
      if (EqualsOperand(*value, operand)) return true;
    }
    return false;
  }

  bool EqualsOperand(ValueView value, uint32_t candidate_node) {
    Scratch scratch;
    const std::optional<ValueView> candidate = Operand(candidate_node, scratch);
    return candidate.has_value() && Equal(*candidate, value);
  }

  bool BinaryClause(NodeKind kind, uint32_t first) {
    Scratch scratch[2];
    const std::optional<ValueView> left = Operand(first, scratch[0]);
    const uint32_t second = bound_.next(first);
    const std::optional<ValueView> right = Operand(second, scratch[1]);
    if (!left.has_value() || !right.has_value()) {
      // `<>` is true for a missing attribute, but not for the size() of one, or of a value without a size.
      const bool without_size = (!left.has_value() && bound_[first].kind == NodeKind::kSize) ||
                                (!right.has_value() && bound_[second].kind == NodeKind::kSize);
      return kind == NodeKind::kNotEqual && !without_size;
    }
    switch (kind) {
      case NodeKind::kEqual:
        return Equal(*left, *right);
      case NodeKind::kNotEqual:
      case NodeKind::kPartiqlNotEqual:
        return !Equal(*left, *right);
      case NodeKind::kLess:
        return CompareValues(*left, *right).value_or(0) < 0;
      case NodeKind::kLessOrEqual:
        return CompareValues(*left, *right).value_or(1) <= 0;
      case NodeKind::kGreater:
        return CompareValues(*left, *right).value_or(0) > 0;
      case NodeKind::kGreaterOrEqual:
        return CompareValues(*left, *right).value_or(-1) >= 0;
      case NodeKind::kAttributeType:
        return right->type() == ValueType::kString && TypeTag(left->type()) == right->bytes();
      case NodeKind::kBeginsWith:
        return left->type() == right->type() &&
               (left->type() == ValueType::kString || left->type() == ValueType::kBinary) &&
               left->bytes().starts_with(right->bytes());
      case NodeKind::kContains:
        return Contains(*left, *right);
      case NodeKind::kLegacyNotContains:
        return !Contains(*left, *right);
      default:
        return false;
    }
  }

  const PreparedCondition& condition_;
  const BoundExpression& bound_;
  PathValues values_;
  absl::InlinedVector<int64_t, 4> memo_;
};

}  // namespace

bool EvaluateCondition(const PreparedCondition& condition, AttributeMapView item) {
  return Evaluation(condition, item).Condition(condition.bound().shape().root);
}

int64_t EvaluateConstant(const PreparedCondition& condition, uint32_t node) {
  Evaluation evaluation(condition, AttributeMapView::Empty());
  if (condition.bound()[node].kind == NodeKind::kSize) return evaluation.Size(node);
  return evaluation.Condition(node) ? 1 : 0;
}

}  // namespace holdfast
