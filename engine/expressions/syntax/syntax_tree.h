// The tree of a condition, or of the operands of an update: flat, in one vector, operands before what uses them.
//
//   status = :open AND size(tags) < :n
//
//   nodes   0 path 0   1 value 0   2 = (0, 1)   3 path 1   4 size (3)   5 value 1   6 < (4, 5)   7 AND (2, 6)
//
// The parser and the translation of legacy parameters make the same trees. What the leaves stand for is in
// bound_expression.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace holdfast {

enum class NodeKind : uint8_t {
  kPath,
  kValue,
  // Operands:
  kSize,
  kIfNotExists,
  kListAppend,
  kPlus,
  kMinus,
  // Conditions:
  kEqual,
  kNotEqual,
  kLess,
  kLessOrEqual,
  kGreater,
  kGreaterOrEqual,
  kBetween,
  kIn,
  kAttributeExists,
  kAttributeNotExists,
  kAttributeType,
  kBeginsWith,
  kContains,
  kLegacyNotContains,  // NOT_CONTAINS of Expected and the filters: false of a missing attribute, where NOT is true
  kAnd,
  kOr,
  kNot,
  // A function that does not exist: refused before anything is compiled.
  kUnknownFunction,
};

inline constexpr uint32_t kNoNode = UINT32_MAX;

struct Node {
  NodeKind kind;
  // Where its token is in the expression's text: the operator as written, the function's name, the placeholder.
  uint16_t text_begin = 0;
  uint16_t text_size = 0;
  uint32_t operand_count = 0;
  uint32_t first_operand = kNoNode;
  uint32_t next = kNoNode;  // the next operand of the same operator
  uint32_t leaf = 0;        // kPath, kValue: how many leaves of its kind stand before it
};

struct SyntaxTree {
  std::vector<Node> nodes;

  const Node& operator[](uint32_t node) const { return nodes[node]; }
  uint32_t first(uint32_t node) const { return nodes[node].first_operand; }
  uint32_t next(uint32_t node) const { return nodes[node].next; }

  // `leaf`: how many of the kind there are already.
  uint32_t AddLeaf(NodeKind kind, size_t leaf) {
    Node node{.kind = kind};
    node.leaf = static_cast<uint32_t>(leaf);
    nodes.push_back(node);
    return static_cast<uint32_t>(nodes.size() - 1);
  }
  template <typename Operands = std::initializer_list<uint32_t>>
  uint32_t AddOperator(NodeKind kind, const Operands& operands) {
    Node node{.kind = kind};
    uint32_t last = kNoNode;
    for (const uint32_t operand : operands) {
      (last == kNoNode ? node.first_operand : nodes[last].next) = operand;
      last = operand;
      ++node.operand_count;
    }
    nodes.push_back(node);
    return static_cast<uint32_t>(nodes.size() - 1);
  }
};

}  // namespace holdfast
