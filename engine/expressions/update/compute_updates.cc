#include "engine/expressions/update/compute_updates.h"

#include <algorithm>
#include <forward_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "engine/base/limits.h"
#include "engine/errors/expression_errors.h"
#include "engine/errors/general_errors.h"
#include "engine/errors/item_errors.h"
#include "engine/errors/partiql_errors.h"
#include "engine/expressions/syntax/resolve_paths.h"
#include "engine/expressions/update/document_edit.h"
#include "engine/expressions/update/packed_writer.h"
#include "engine/values/number.h"

namespace holdfast {
namespace {

// A packed value takes at most ten times the bytes that DynamoDB counts for it and its name or place in a list (the
// worst case is a set of one empty string). So new values of more bytes than this certainly make the item too large.
// The update is refused before more memory is spent on it: `SET a = big, b = big, …`.
constexpr size_t kNewValueBytesMax = 16 * limits::kItemBytesMax;

// The nesting levels of `value`: 1 for a scalar or a set, one more than the deepest element for a list or map.
int Levels(ValueView value) {
  int deepest = 0;
  if (value.type() == ValueType::kList) {
    for (const ValueView element : value.list()) deepest = std::max(deepest, Levels(element));
  } else if (value.type() == ValueType::kMap) {
    for (const auto& [name, element] : value.map()) deepest = std::max(deepest, Levels(element));
  }
  return deepest + 1;
}

// DynamoDB reports an invalid value that an update computes in the same words as an invalid value in a request.
Error ProblemError(ValueProblem::Kind kind) { return errors::Validation(Describe({kind}, Wording::kCurrent)); }

std::string Pack(const Number& number) {
  std::string packed;
  packed::AppendType(ValueType::kNumber, &packed);
  packed.push_back(static_cast<char>(number.bytes().size()));
  return packed.append(number.bytes());
}

// Computes the union or the difference of two sets in one pass, because the members of both ascend.
class SetMerge {
 public:
  // `bytes_max`: the most bytes that the result may take.
  SetMerge(ValueView left, ValueView right, size_t bytes_max) : left_(left.set()), right_(right.set()) {
    packed_.reserve(bytes_max);
    packed::AppendType(left.type(), &packed_);
    header_ = packed::OpenBody(&packed_);
  }

  std::string Union() && {
    auto left = left_.begin();
    auto right = right_.begin();
    while (left != left_.end() && right != right_.end()) {
      const int order = (*left).compare(*right);
      AppendMember(order <= 0 ? *left : *right);
      if (order <= 0) ++left;
      if (order >= 0) ++right;
    }
    for (; left != left_.end(); ++left) AppendMember(*left);
    for (; right != right_.end(); ++right) AppendMember(*right);
    return Close();
  }

  // Nothing if no member remains. `right_members`: the members of the right set for a binary search, or null.
  std::optional<std::string> Difference(const std::vector<std::string_view>* right_members) && {
    if (right_members != nullptr) {
      for (const std::string_view member : left_) {
        if (!std::binary_search(right_members->begin(), right_members->end(), member)) AppendMember(member);
      }
    } else {
      auto right = right_.begin();
      for (const std::string_view member : left_) {
        while (right != right_.end() && *right < member) ++right;
        if (right == right_.end() || *right != member) AppendMember(member);
      }
    }
    if (count_ == 0) return std::nullopt;
    return Close();
  }

 private:
  void AppendMember(std::string_view member) {
    packed::AppendBytes(member, &packed_);
    ++count_;
  }
  std::string Close() {
    packed::CloseBody(header_, count_, &packed_);
    return std::move(packed_);
  }

  const SetView left_;
  const SetView right_;
  std::string packed_;
  size_t header_;
  size_t count_ = 0;
};

// Indexes the members of large sets that actions delete. Each action then searches only for the members of its target's
// set: `DELETE a :v, b :v, …` must not walk a `:v` of a megabyte again and again.
class DeletedSets {
 public:
  // Null for a small set, because walking it is as fast as a binary search.
  const std::vector<std::string_view>* MembersOf(ValueView deleted) {
    if (deleted.set().size() <= kWalkedMembersMax) return nullptr;
    std::vector<std::string_view>& members = members_[deleted.data()];
    if (members.empty()) {
      for (const std::string_view member : deleted.set()) members.push_back(member);
    }
    return &members;
  }

 private:
  static constexpr size_t kWalkedMembersMax = 64;

  std::map<const char*, std::vector<std::string_view>> members_;
};

// The elements of a packed list come after the type, the byte count and the element count.
constexpr size_t kListHeaderBytes = 1 + 8;

size_t BytesOfConcatenation(absl::Span<const ValueView> lists) {
  size_t bytes = kListHeaderBytes;
  for (const ValueView list : lists) bytes += list.packed().size() - kListHeaderBytes;
  return bytes;
}

std::string Concatenate(absl::Span<const ValueView> lists) {
  std::string packed;
  packed.reserve(BytesOfConcatenation(lists));
  packed::AppendType(ValueType::kList, &packed);
  const size_t header = packed::OpenBody(&packed);
  size_t size = 0;
  for (const ValueView list : lists) {
    packed.append(list.packed().substr(kListHeaderBytes));
    size += list.list().size();
  }
  packed::CloseBody(header, size, &packed);
  return packed;
}

// The old values of the targets. They are looked up only if there is an ADD or DELETE: other actions do not read them.
class OldValues {
 public:
  OldValues(const ExpressionShape& shape, AttributeMapView before) : values_(shape.targets.size(), nullptr) {
    const auto reads = [](const UpdateAction& action) {
      return action.kind == UpdateActionKind::kAdd || action.kind == UpdateActionKind::kDelete;
    };
    if (std::none_of(shape.actions.begin(), shape.actions.end(), reads)) return;
    ResolvePaths(before, shape.targets, shape.order,
                 [&](size_t i, ValueView value) { values_[shape.order.positions[i]] = value.data(); });
  }

  std::optional<ValueView> operator[](size_t target) const {
    if (values_[target] == nullptr) return std::nullopt;
    return ValueView(values_[target]);
  }

 private:
  absl::InlinedVector<const char*, 4> values_;
};

class UpdateEvaluator {
 public:
  UpdateEvaluator(const BoundExpression& tree, AttributeMapView before, bool legacy)
      : tree_(tree), reads_(before, tree.shape().paths, tree.shape().distinct_paths), legacy_(legacy) {}

  // `old`: the old value of the action's target.
  Result<Edit> Compute(const UpdateAction& action, std::optional<ValueView> old) {
    switch (action.kind) {
      case UpdateActionKind::kSet: {
        HOLDFAST_ASSIGN_OR_RETURN(const ValueView value, Operand(action.operand));
        return Edit{Edit::Kind::kSet, value};
      }
      case UpdateActionKind::kRemove:
        return Edit{Edit::Kind::kRemove};
      case UpdateActionKind::kAdd:
        return Add(old, tree_.ValueOf(action.operand));
      case UpdateActionKind::kDelete:
        return Delete(old, tree_.ValueOf(action.operand));
    }
    return errors::WrongUpdateOperandType();
  }

 private:
  // Keeps a computed value for the lifetime of the evaluator.
  ValueView Store(std::string packed) {
    stored_values_.push_front(std::move(packed));
    return ValueView(stored_values_.front().data());
  }
  Error TypeMismatch() const { return legacy_ ? errors::LegacyUpdateTypeMismatch() : errors::WrongUpdateOperandType(); }

  // The parts of a value: the lists that list_append joins, or a single value. A list_append of list_appends thus
  // copies every list only once, and nothing if the whole value is too large.
  using Parts = absl::InlinedVector<ValueView, 4>;

  Result<ValueView> Operand(uint32_t node) {
    Parts parts;
    HOLDFAST_RETURN_IF_ERROR(AppendParts(node, &parts));
    if (parts.size() == 1) return parts.front();
    // Checked after all operands of the action: if another one has a wrong type, that is reported instead.
    if (BytesOfConcatenation(parts) > kNewValueBytesMax) return errors::UpdatedItemTooLarge();
    return Store(Concatenate(parts));
  }

  // Evaluates an operand, adds its parts to `parts`, and returns its type.
  Result<ValueType> AppendParts(uint32_t node, Parts* parts) {
    const auto append = [&](ValueView value) {
      parts->push_back(value);
      return value.type();
    };
    switch (tree_[node].kind) {
      case NodeKind::kValue:
        return append(tree_.ValueOf(node));
      case NodeKind::kPath: {
        const std::optional<ValueView> value = reads_.At(tree_.PathIndexOf(node));
        if (!value.has_value()) return errors::UpdateOperandMissing();
        return append(*value);
      }
      case NodeKind::kIfNotExists: {
        const uint32_t path = tree_.first(node);
        if (const std::optional<ValueView> value = reads_.At(tree_.PathIndexOf(path))) return append(*value);
        return AppendParts(tree_.next(path), parts);
      }
      case NodeKind::kListAppend: {
        HOLDFAST_RETURN_IF_ERROR(AppendOperands(node, ValueType::kList, parts));
        return ValueType::kList;
      }
      default: {
        Parts operands;
        HOLDFAST_RETURN_IF_ERROR(AppendOperands(node, ValueType::kNumber, &operands));
        const Number a = Number::FromBytes(operands[0].bytes());
        const Number b = Number::FromBytes(operands[1].bytes());
        const bool adds = tree_[node].kind == NodeKind::kPlus;
        HOLDFAST_ASSIGN_OR_RETURN(const ValueView sum, Sum(adds ? Number::Add(a, b) : Number::Subtract(a, b)));
        return append(sum);
      }
    }
  }

  // Evaluates both operands of an operator, which must have values of `type`.
  Status AppendOperands(uint32_t node, ValueType type, Parts* parts) {
    const uint32_t first = tree_.first(node);
    HOLDFAST_ASSIGN_OR_RETURN(const ValueType left, AppendParts(first, parts));
    HOLDFAST_ASSIGN_OR_RETURN(const ValueType right, AppendParts(tree_.next(first), parts));
    if (left != type || right != type) return errors::WrongUpdateOperandType();
    return {};
  }

  Result<ValueView> Sum(const Result<Number, NumberProblem>& sum) {
    if (!sum.ok()) return ProblemError(ProblemKind(sum.error()));
    return Store(Pack(*sum));
  }

  Result<Edit> Add(std::optional<ValueView> old, ValueView added) {
    if (!old.has_value()) return Edit{Edit::Kind::kSet, added};
    if (old->type() != added.type()) return TypeMismatch();
    if (added.type() == ValueType::kNumber) {
      HOLDFAST_ASSIGN_OR_RETURN(const ValueView sum,
                                Sum(Number::Add(Number::FromBytes(old->bytes()), Number::FromBytes(added.bytes()))));
      return Edit{Edit::Kind::kSet, sum};
    }
    if (IsSet(added.type())) {
      const size_t bytes_max = old->packed().size() + added.packed().size();
      return Edit{Edit::Kind::kSet, Store(SetMerge(*old, added, bytes_max).Union())};
    }
    if (legacy_ && added.type() == ValueType::kList) return Edit{Edit::Kind::kSet, Store(Concatenate({*old, added}))};
    return TypeMismatch();
  }

  Result<Edit> Delete(std::optional<ValueView> old, ValueView deleted) {
    if (!old.has_value()) return Edit{Edit::Kind::kKeep};
    if (old->type() != deleted.type() || !IsSet(deleted.type())) return TypeMismatch();
    // The set of the request may be much larger than the stored one, of which the rest is a part.
    std::optional<std::string> rest =
        SetMerge(*old, deleted, old->packed().size()).Difference(deleted_sets_.MembersOf(deleted));
    if (!rest.has_value()) return Edit{Edit::Kind::kRemove};
    return Edit{Edit::Kind::kSet, Store(*std::move(rest))};
  }

  const BoundExpression& tree_;
  PathValues reads_;
  const bool legacy_;
  DeletedSets deleted_sets_;
  std::forward_list<std::string> stored_values_;
};

}  // namespace

Result<std::optional<AttributeMap>> ComputeUpdates(const BoundExpression& update, UpdateDialect dialect,
                                                   AttributeMapView before, bool exists) {
  const std::vector<DocumentPath>& targets = update.shape().targets;
  const std::vector<UpdateAction>& actions = update.shape().actions;
  // A REMOVE from an item that does not exist is ignored, even if its path leads nowhere.
  const auto skipped = [&](size_t i) { return !exists && actions[i].kind == UpdateActionKind::kRemove; };
  const OldValues old_values(update.shape(), before);
  UpdateEvaluator evaluator(update, before, dialect == UpdateDialect::kLegacy);
  absl::InlinedVector<Edit, 4> edits(actions.size());
  size_t new_bytes = 0;
  for (size_t i = 0; i < actions.size(); ++i) {
    if (skipped(i)) continue;
    HOLDFAST_ASSIGN_OR_RETURN(edits[i], evaluator.Compute(actions[i], old_values[i]));
    if (edits[i].kind == Edit::Kind::kSet) new_bytes += edits[i].value->packed().size();
    if (new_bytes > kNewValueBytesMax) return errors::UpdatedItemTooLarge();
  }

  const PathOrder& order = update.shape().order;
  std::optional<AttributeMap> after =
      exists ? EditDocument(before, targets, order, edits)
             : EditDocument(before, targets, FilterOrder(order, [&](uint32_t i) { return !skipped(i); }), edits);
  if (!after.has_value()) return errors::UpdatePathInvalid();

  // A value may be too deep in its new place. In a transaction it may be too deep by itself
  // (ValueNesting::kLimitedWhenStored).
  for (size_t i = 0; i < actions.size(); ++i) {
    if (edits[i].kind != Edit::Kind::kSet) continue;
    const int levels_above = static_cast<int>(targets[i].elements.size()) - 1;
    if (levels_above + Levels(*edits[i].value) > limits::kNestingLevelsMax) {
      return dialect == UpdateDialect::kPartiql ? errors::UpdatedItemTooDeep()
                                                : ProblemError(ValueProblem::Kind::kTooDeep);
    }
  }
  return after;
}

}  // namespace holdfast
