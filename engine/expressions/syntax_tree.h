// The tree of a condition, or of the operands of an update: flat, in one vector, operands before what uses them.
//
//   status = :open AND size(tags) < :n
//
//   nodes   0 path 0   1 value   2 = (0, 1)   3 path 1   4 size (3)   5 value   6 < (4, 5)   7 AND (2, 6)
//   paths   0 [status]   1 [tags]
//
// Values are views into the request that the tree was made from, which must outlive it. Parsers, the translation of
// legacy parameters and anything else that has conditions to say make the same trees.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "engine/values/document_path.h"
#include "engine/values/value_view.h"

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
  kLegacyNotContains,  // NOT_CONTAINS of Expected and the filters: false where CONTAINS could not apply
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
  uint32_t next = kNoNode;      // the next operand of the same operator
  uint32_t path = 0;            // kPath: index into `paths`
  const char* value = nullptr;  // kValue: its packed bytes
};

struct SyntaxTree {
  std::vector<Node> nodes;
  std::vector<DocumentPath> paths;

  const Node& operator[](uint32_t node) const { return nodes[node]; }
  ValueView ValueOf(uint32_t node) const { return ValueView(nodes[node].value); }
  const DocumentPath& PathOf(uint32_t node) const { return paths[nodes[node].path]; }
  uint32_t first(uint32_t node) const { return nodes[node].first_operand; }
  uint32_t next(uint32_t node) const { return nodes[node].next; }

  uint32_t AddPath(DocumentPath path) {
    paths.push_back(std::move(path));
    Node node{.kind = NodeKind::kPath};
    node.path = static_cast<uint32_t>(paths.size() - 1);
    nodes.push_back(node);
    return static_cast<uint32_t>(nodes.size() - 1);
  }
  uint32_t AddValue(ValueView value) {
    Node node{.kind = NodeKind::kValue};
    node.value = value.packed().data();
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
