#include "engine/storage/sorted_node.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <cstring>
#include <new>
#include <utility>

#include "engine/base/stored_bytes.h"
#include "engine/storage/big_endian.h"

namespace holdfast {

static_assert(sizeof(SortedNode) == 16, "the arrays follow the header");
static_assert(sizeof(ItemRef) == sizeof(void*) && sizeof(Ref<SortedNode>) == sizeof(void*), "a slot holds either");

namespace {

// Most partitions have few entries, so a node's capacity grows with its entries.
size_t RoundedCapacity(size_t capacity) {
  constexpr size_t kLeast = 4;
  return capacity <= kLeast ? kLeast : std::bit_ceil(capacity);
}

size_t CommonPrefixBytes(std::string_view a, std::string_view b) {
  return static_cast<size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

// The order of two strings whose hints are equal. If one of them has at most eight bytes, the shorter one is a prefix
// of the longer one.
std::strong_ordering CompareBeyondHint(std::string_view a, std::string_view b) {
  if (a.size() <= 8 || b.size() <= 8) return a.size() <=> b.size();
  return a.substr(8).compare(b.substr(8)) <=> 0;
}

}  // namespace

size_t SortedNode::SizeOf(size_t capacity) {
  return sizeof(SortedNode) + capacity * (sizeof(uint64_t) + sizeof(StoredKey) + sizeof(Slot));
}

Ref<SortedNode> SortedNode::Create(size_t level, size_t capacity) {
  const size_t rounded = RoundedCapacity(capacity);
  void* memory = ::operator new(SizeOf(rounded));
  StoredBytes::Add(SizeOf(rounded));
  return Ref<SortedNode>::Adopt(new (memory) SortedNode(level, rounded));
}

// The recursion is as deep as the tree, at most kLevelsMax.
void SortedNode::Destroy(const SortedNode* node) {
  SortedNode* destroyed = const_cast<SortedNode*>(node);
  for (size_t i = 0; i < destroyed->size(); ++i) {
    destroyed->keys()[i].~StoredKey();
    if (destroyed->leaf()) {
      destroyed->item(i).~ItemRef();
    } else {
      destroyed->child_ref(i).~Ref<SortedNode>();
    }
  }
  StoredBytes::Subtract(SizeOf(destroyed->capacity_));
  destroyed->~SortedNode();
  ::operator delete(destroyed);
}

void SortedNode::MakeUnique(Ref<SortedNode>* node, size_t capacity) {
  SortedNode& old = **node;
  const bool unique = node->unique();
  if (unique && old.capacity_ >= capacity) return;
  Ref<SortedNode> replacement = Create(old.level(), std::max(capacity, old.size()));
  if (unique) {
    Relocate(&old, 0, old.size(), replacement.get(), 0);
    replacement->size_ = std::exchange(old.size_, uint8_t{0});
  } else {
    std::copy_n(old.hints(), old.size(), replacement->hints());
    for (size_t i = 0; i < old.size(); ++i) {
      new (replacement->keys() + i) StoredKey(old.key(i));
      if (old.leaf()) {
        new (replacement->slots() + i) ItemRef(old.item(i));
      } else {
        new (replacement->slots() + i) Ref<SortedNode>(old.child_ref(i));
      }
    }
    replacement->size_ = old.size_;
  }
  replacement->common_prefix_bytes_ = old.common_prefix_bytes_;
  *node = std::move(replacement);
}

size_t SortedNode::FirstEntry(std::string_view probe, bool past_equal) const {
  size_t begin = first_key();
  size_t end = size_;
  if (begin >= end) return begin;
  if (common_prefix_bytes_ > 0) {
    const int order = probe.substr(0, common_prefix_bytes_).compare(key(begin).view().substr(0, common_prefix_bytes_));
    if (order != 0) return order < 0 ? begin : end;
    probe.remove_prefix(common_prefix_bytes_);
  }
  const uint64_t probe_hint = FirstEightBytes(probe);
  while (begin < end) {
    const size_t middle = (begin + end) / 2;
    const uint64_t hint = hints()[middle];
    bool is_before = hint < probe_hint;
    if (hint == probe_hint) {
      const std::strong_ordering order = CompareBeyondHint(key(middle).view().substr(common_prefix_bytes_), probe);
      is_before = order < 0 || (past_equal && order == 0);
    }
    if (is_before) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

void SortedNode::UpdateHintsAfterInsert(size_t i) {
  if (i < first_key()) {
    hints()[i] = 0;
    return;
  }
  const std::string_view inserted = key(i).view();
  if (size_ - first_key() == 1) {
    common_prefix_bytes_ = static_cast<uint32_t>(inserted.size());
  } else if (i == first_key() || i + 1 == size_) {
    // A key between two others has their common prefix; only a new first or last key may lack it.
    const size_t neighbour = i == first_key() ? i + 1 : i - 1;
    if (CommonPrefixBytes(inserted.substr(0, common_prefix_bytes_), key(neighbour).view()) < common_prefix_bytes_) {
      return UpdateAllHints();
    }
  }
  hints()[i] = FirstEightBytes(inserted.substr(common_prefix_bytes_));
}

void SortedNode::UpdateAllHints() {
  if (size_ <= first_key()) return;
  // All keys have the common prefix of the first and the last key.
  common_prefix_bytes_ = static_cast<uint32_t>(CommonPrefixBytes(key(first_key()).view(), key(size_ - 1u).view()));
  for (size_t i = first_key(); i < size_; ++i) hints()[i] = FirstEightBytes(key(i).view().substr(common_prefix_bytes_));
}

void SortedNode::SetKey(size_t i, StoredKey key) {
  keys()[i] = std::move(key);
  UpdateAllHints();
}

void SortedNode::InsertItem(size_t i, StoredKey key, ItemRef item) {
  OpenGap(i);
  new (keys() + i) StoredKey(std::move(key));
  new (slots() + i) ItemRef(std::move(item));
  UpdateHintsAfterInsert(i);
}

void SortedNode::InsertChild(size_t i, StoredKey key, Ref<SortedNode> child) {
  OpenGap(i);
  new (keys() + i) StoredKey(std::move(key));
  new (slots() + i) Ref<SortedNode>(std::move(child));
  UpdateHintsAfterInsert(i);
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
  if (count == 0) return;
  Relocate(right, 0, right->size(), right, count);
  Relocate(this, size() - count, count, right, 0);
  size_ = static_cast<uint8_t>(size_ - count);
  right->size_ = static_cast<uint8_t>(right->size_ + count);
  UpdateAllHints();
  right->UpdateAllHints();
}

void SortedNode::MoveHead(size_t count, SortedNode* left) {
  if (count == 0) return;
  Relocate(this, 0, count, left, left->size());
  Relocate(this, count, size() - count, this, 0);
  size_ = static_cast<uint8_t>(size_ - count);
  left->size_ = static_cast<uint8_t>(left->size_ + count);
  UpdateAllHints();
  left->UpdateAllHints();
}

void SortedNode::Relocate(SortedNode* from, size_t from_index, size_t count, SortedNode* to, size_t to_index) {
  if (count == 0) return;
  std::memmove(to->hints() + to_index, from->hints() + from_index, count * sizeof(uint64_t));
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
