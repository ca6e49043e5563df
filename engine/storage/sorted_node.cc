#include "engine/storage/sorted_node.h"

#include <bit>
#include <cstring>
#include <new>
#include <utility>

namespace holdfast {

static_assert(sizeof(SortedNode) == 8 && alignof(SortedNode) <= 8, "the keys follow the header");
static_assert(sizeof(ItemRef) == sizeof(void*) && sizeof(Ref<SortedNode>) == sizeof(void*), "a slot holds either");

namespace {

// Small partitions are many: their only node grows with them.
size_t RoundedCapacity(size_t capacity) {
  constexpr size_t kLeast = 4;
  return capacity <= kLeast ? kLeast : std::bit_ceil(capacity);
}

}  // namespace

Ref<SortedNode> SortedNode::Create(size_t level, size_t capacity) {
  const size_t rounded = RoundedCapacity(capacity);
  void* memory = ::operator new(sizeof(SortedNode) + rounded * (sizeof(StoredKey) + sizeof(Slot)));
  return Ref<SortedNode>::Adopt(new (memory) SortedNode(level, rounded));
}

// The recursion is as deep as the tree, at most kLevelsMax.
void SortedNode::Destroy(const SortedNode* node) {
  SortedNode* dying = const_cast<SortedNode*>(node);
  for (size_t i = 0; i < dying->size(); ++i) {
    dying->keys()[i].~StoredKey();
    if (dying->leaf()) {
      dying->item(i).~ItemRef();
    } else {
      dying->child_ref(i).~Ref<SortedNode>();
    }
  }
  dying->~SortedNode();
  ::operator delete(dying);
}

void SortedNode::MakeChangeable(Ref<SortedNode>* node, size_t capacity) {
  SortedNode& old = **node;
  const bool unshared = node->unique();
  if (unshared && old.capacity_ >= capacity) return;
  Ref<SortedNode> made = Create(old.level(), std::max(capacity, old.size()));
  if (unshared) {
    Relocate(&old, 0, old.size(), made.get(), 0);
    made->size_ = std::exchange(old.size_, uint8_t{0});
  } else {
    for (size_t i = 0; i < old.size(); ++i) {
      new (made->keys() + i) StoredKey(old.key(i));
      if (old.leaf()) {
        new (made->slots() + i) ItemRef(old.item(i));
      } else {
        new (made->slots() + i) Ref<SortedNode>(old.child_ref(i));
      }
    }
    made->size_ = old.size_;
  }
  *node = std::move(made);
}

void SortedNode::InsertItem(size_t i, StoredKey key, ItemRef item) {
  OpenGap(i);
  new (keys() + i) StoredKey(std::move(key));
  new (slots() + i) ItemRef(std::move(item));
}

void SortedNode::InsertChild(size_t i, StoredKey key, Ref<SortedNode> child) {
  OpenGap(i);
  new (keys() + i) StoredKey(std::move(key));
  new (slots() + i) Ref<SortedNode>(std::move(child));
}

ItemRef SortedNode::RemoveItem(size_t i) {
  ItemRef removed = std::move(item(i));
  keys()[i].~StoredKey();
  CloseGap(i);
  return removed;
}

void SortedNode::RemoveChild(size_t i) {
  child_ref(i).~Ref<SortedNode>();
  keys()[i].~StoredKey();
  CloseGap(i);
}

void SortedNode::MoveTail(size_t count, SortedNode* right) {
  Relocate(right, 0, right->size(), right, count);
  Relocate(this, size() - count, count, right, 0);
  size_ = static_cast<uint8_t>(size_ - count);
  right->size_ = static_cast<uint8_t>(right->size_ + count);
}

void SortedNode::MoveHead(size_t count, SortedNode* left) {
  Relocate(this, 0, count, left, left->size());
  Relocate(this, count, size() - count, this, 0);
  size_ = static_cast<uint8_t>(size_ - count);
  left->size_ = static_cast<uint8_t>(left->size_ + count);
}

void SortedNode::Relocate(SortedNode* from, size_t from_index, size_t count, SortedNode* to, size_t to_index) {
  if (count == 0) return;
  std::memmove(static_cast<void*>(to->keys() + to_index), static_cast<const void*>(from->keys() + from_index),
               count * sizeof(StoredKey));
  std::memmove(to->slots() + to_index, from->slots() + from_index, count * sizeof(Slot));
}

void SortedNode::OpenGap(size_t i) {
  Relocate(this, i, size() - i, this, i + 1);
  ++size_;
}

void SortedNode::CloseGap(size_t i) {
  Relocate(this, i + 1, size() - i - 1, this, i);
  --size_;
}

}  // namespace holdfast
