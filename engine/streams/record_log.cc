#include "engine/streams/record_log.h"

#include <utility>

#include "engine/base/stored_bytes.h"

namespace holdfast {

Ref<RecordLog::Node> RecordLog::Node::Create(std::vector<Ref<Node>> children, std::vector<StreamRecord> records) {
  auto node = Ref<Node>::Adopt(new Node);
  node->children = std::move(children);
  node->records = std::move(records);
  StoredBytes::Add(node->bytes());
  return node;
}

void RecordLog::Node::Destroy(const Node* node) {
  StoredBytes::Subtract(node->bytes());
  delete node;
}

size_t RecordLog::Node::bytes() const {
  return sizeof(Node) + StoredBytes::OfArray(children) + StoredBytes::OfArray(records);
}

template <typename Element>
void RecordLog::Node::Append(std::vector<Element> Node::*elements, Element element) {
  const size_t before = bytes();
  (this->*elements).push_back(std::move(element));
  if (bytes() == before) return;
  StoredBytes::Add(bytes());
  StoredBytes::Subtract(before);
}

RecordLog::Node& RecordLog::MakeUnique(Ref<Node>& node) {
  if (!node.unique()) {
    std::vector<StreamRecord> records;
    if (!node->records.empty()) records.reserve(kFanOut);
    records.assign(node->records.begin(), node->records.end());
    node = Node::Create(node->children, std::move(records));
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
    root->Append(&Node::children, std::move(root_));
    root_ = std::move(root);
    ++levels_;
  }
  Node* node = &MakeUnique(root_);
  for (unsigned level = levels_; level > 0; --level) {
    const size_t slot = Slot(TreeSize(), level);
    if (slot == node->children.size()) node->Append(&Node::children, Node::Create());
    node = &MakeUnique(node->children[slot]);
  }
  node->Append(&Node::records, std::move(record));
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
