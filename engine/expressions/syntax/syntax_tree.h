// The tree of a condition or of an update's operands, as one vector in which operands come before their operators.
//
//   status = :open AND size(tags) < :n
//
//   nodes   0 path 0   1 value 0   2 = (0, 1)   3 path 1   4 size (3)   5 value 1   6 < (4, 5)   7 AND (2, 6)
//
// The parser and the translations of legacy parameters and of PartiQL statements build such trees. The paths and values
// of the leaves are in bound_expression.h.
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
  kLegacyNotContains,  // legacy NOT_CONTAINS: false for a missing attribute, unlike NOT contains()
  kPartiqlNotEqual,    // `<>` of PartiQL: false for a missing attribute, unlike kNotEqual
  kAnd,
  kOr,
  kNot,
  // A function that does not exist. CheckFunctions refuses it, so no compiled expression has it.
  kUnknownFunction,
};

inline constexpr uint32_t kNoNode = UINT32_MAX;

struct Node {
  NodeKind kind;
  // The position of its token in the expression's text: an operator, a function's name, or the first token of a leaf.
  uint16_t text_begin = 0;
  uint16_t text_size = 0;
  uint32_t operand_count = 0;
  uint32_t first_operand = kNoNode;
  uint32_t next = kNoNode;  // the next operand of the same operator
  uint32_t leaf = 0;        // kPath, kValue: how many leaves of its kind come before it
};

struct SyntaxTree {
  std::vector<Node> nodes;

  const Node& operator[](uint32_t node) const { return nodes[node]; }
  uint32_t first(uint32_t node) const { return nodes[node].first_operand; }
  uint32_t next(uint32_t node) const { return nodes[node].next; }

  // `leaf`: how many leaves of this kind the tree has already.
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
