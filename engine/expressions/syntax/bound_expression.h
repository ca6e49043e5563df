// A compiled expression: its shape, which requests with the same text and names share, and the values of one request.
//
// Thread safety: a shape is immutable once it is shared. Values are views into the request, which must outlive them.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "engine/expressions/syntax/condition_analysis.h"
#include "engine/expressions/syntax/path_order.h"
#include "engine/expressions/syntax/resolve_paths.h"
#include "engine/expressions/syntax/syntax_tree.h"
#include "engine/values/document_path.h"
#include "engine/values/value_view.h"

namespace holdfast {

enum class UpdateActionKind : uint8_t { kSet, kRemove, kAdd, kDelete };

// ExpressionShape::actions[i] is the action on the path targets[i].
struct UpdateAction {
  UpdateActionKind kind;
  // The value to SET, ADD or DELETE: a node of the tree. kNoNode for REMOVE.
  uint32_t operand = kNoNode;
};

struct ExpressionShape {
  SyntaxTree tree;
  // For a condition: its root node.
  uint32_t root = kNoNode;
  // The paths of the path leaves, in text order, repeats included. For a projection: its paths.
  std::vector<DocumentPath> paths;
  // For a condition or an update: the distinct paths among `paths`.
  DistinctPaths distinct_paths;
  // For a condition.
  ConditionAnalysis analysis;
  // For an update: the paths that it writes and the actions on them, in text order.
  std::vector<DocumentPath> targets;
  std::vector<UpdateAction> actions;
  // The order in which a walk over an item comes to an update's `targets` or a projection's `paths`.
  PathOrder order;
};

// The values of the value leaves, in the order of the tree.
using ExpressionValues = absl::InlinedVector<ValueView, 4>;

class BoundExpression {
 public:
  explicit BoundExpression(std::shared_ptr<const ExpressionShape> shape) : shape_(std::move(shape)) {}
  BoundExpression(std::shared_ptr<const ExpressionShape> shape, ExpressionValues values)
      : shape_(std::move(shape)), values_(std::move(values)) {}

  // Binds the first value leaf that has no value yet.
  void Bind(ValueView value) { values_.push_back(value); }

  const ExpressionShape& shape() const { return *shape_; }
  const Node& operator[](uint32_t node) const { return shape_->tree[node]; }
  uint32_t first(uint32_t node) const { return shape_->tree.first(node); }
  uint32_t next(uint32_t node) const { return shape_->tree.next(node); }
  ValueView ValueOf(uint32_t node) const { return values_[shape_->tree[node].leaf]; }
  // The index of a path leaf in ExpressionShape::paths.
  uint32_t PathIndexOf(uint32_t node) const { return shape_->tree[node].leaf; }
  const DocumentPath& PathOf(uint32_t node) const { return shape_->paths[shape_->tree[node].leaf]; }

 private:
  std::shared_ptr<const ExpressionShape> shape_;
  ExpressionValues values_;
};

}  // namespace holdfast
