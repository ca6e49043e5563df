#include "engine/streams/record_log.h"

#include <utility>

namespace holdfast {

RecordLog::Node& RecordLog::MakeUnique(Ref<Node>& node) {
  if (!node.unique()) {
    Ref<Node> copy = Node::Create();
    copy->children = node->children;
    copy->records.reserve(kFanOut);
    copy->records = node->records;
    node = std::move(copy);
  }
  return *node;
}

const StreamRecord& RecordLog::operator[](uint64_t index) const {
  const uint64_t offset = index - base_;
  const Node* node = root_.get();
  for (unsigned level = levels_; level > 0; --level) node = node->children[Slot(offset, level)].get();
  return node->records[Slot(offset, 0)];
}

void RecordLog::Append(StreamRecord record) {
  if (root_ == nullptr) root_ = Node::Create();
  if (TreeSize() == Capacity()) {
    Ref<Node> root = Node::Create();
    root->children.push_back(std::move(root_));
    root_ = std::move(root);
    ++levels_;
  }
  Node* node = &MakeUnique(root_);
  for (unsigned level = levels_; level > 0; --level) {
    const size_t slot = Slot(TreeSize(), level);
    if (slot == node->children.size()) node->children.push_back(Node::Create());
    node = &MakeUnique(node->children[slot]);
  }
  node->records.push_back(std::move(record));
  ++end_;
}

void RecordLog::DropFront() {
  const uint64_t dropped = begin_++ - base_;
  if (empty()) {
    root_ = nullptr;
    levels_ = 0;
    base_ = end_;
    return;
  }
  const uint64_t front = begin_ - base_;
  // Find the highest branch in which the front has moved on to the next child, and drop the child before it.
  for (unsigned level = levels_; level > 0; --level) {
    if (Slot(dropped, level) == Slot(front, level)) continue;
    Node* node = &MakeUnique(root_);
    for (unsigned above = levels_; above > level; --above) node = &MakeUnique(node->children[Slot(front, above)]);
    node->children[Slot(dropped, level)] = nullptr;
    return;
  }
}

}  // namespace holdfast
