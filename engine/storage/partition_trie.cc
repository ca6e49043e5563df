#include "engine/storage/partition_trie.h"

#include <cstring>
#include <new>

#include "engine/base/stored_bytes.h"

namespace holdfast {
namespace {

constexpr size_t kShardBits = 6;
constexpr size_t kLevelBits = 6;
// The level at which a hash has no bits left.
constexpr size_t kBucketLevel = 10;

// The six bits of `hash` that select the slot at `level`. At the last level four bits are left, and padded with zeros.
size_t Chunk(uint64_t hash, size_t level) { return (hash << (kShardBits + kLevelBits * level)) >> (64 - kLevelBits); }

bool Matches(const Partition& partition, uint64_t hash, std::string_view key) {
  return partition.hash() == hash && partition.key() == key;
}

// The number of set bits. Distributions build for the x86-64 of 2003, which has no popcount instruction: there
// std::popcount would be a call of a function that looks bytes up in a table.
size_t CountBits(uint64_t bits) {
  bits -= (bits >> 1) & 0x5555555555555555u;
  bits = (bits & 0x3333333333333333u) + ((bits >> 2) & 0x3333333333333333u);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return static_cast<size_t>((bits * 0x0101010101010101u) >> 56);
}

}  // namespace

// A branch or a bucket. The slots follow the object. They are moved by memmove, which is safe because no pointer to a
// slot outlives a change of the node.
class PartitionTrieNode final : public RefCounted<PartitionTrieNode> {
 public:
  using Slot = PartitionTrieSlot;

  // A node with one slot, the partition `first`: at kBucketLevel a bucket, at the other levels a branch.
  static Ref<PartitionTrieNode> Create(size_t level, Slot first) {
    Ref<PartitionTrieNode> node = Allocate(1);
    if (level < kBucketLevel) node->bitmap_ = uint64_t{1} << Chunk(first.partition()->hash(), level);
    new (node->slots()) Slot(std::move(first));
    node->size_ = 1;
    return node;
  }
  static void Destroy(const PartitionTrieNode* node) {
    PartitionTrieNode* destroyed = const_cast<PartitionTrieNode*>(node);
    for (size_t i = 0; i < destroyed->size_; ++i) destroyed->slots()[i].~Slot();
    StoredBytes::Subtract(SizeOf(destroyed->size_));
    destroyed->~PartitionTrieNode();
    ::operator delete(destroyed);
  }
  // Replaces the node of `slot` by a copy if it is shared. Returns the unshared node.
  static PartitionTrieNode* MakeUnique(Slot* slot) {
    PartitionTrieNode* node = slot->node();
    if (node->HasOneReference()) return node;
    Ref<PartitionTrieNode> copy = Allocate(node->size_);
    copy->bitmap_ = node->bitmap_;
    for (size_t i = 0; i < node->size_; ++i) new (copy->slots() + i) Slot(node->slot(i));
    copy->size_ = node->size_;
    PartitionTrieNode* replacement = copy.get();
    *slot = Slot(std::move(copy));
    return replacement;
  }

  size_t size() const { return size_; }
  const Slot& slot(size_t i) const { return slots()[i]; }
  Slot& slot(size_t i) { return slots()[i]; }

  // In a branch: whether there is a slot for `chunk`, and the index of that slot or of the first one after it.
  bool HasSlot(size_t chunk) const { return (bitmap_ >> chunk & 1) != 0; }
  size_t IndexOf(size_t chunk) const { return CountBits(bitmap_ & ((uint64_t{1} << chunk) - 1)); }
  // In a bucket: the index of the first partition at or after `key`.
  size_t IndexOf(std::string_view key) const {
    size_t begin = 0;
    size_t end = size_;
    while (begin < end) {
      const size_t middle = (begin + end) / 2;
      if (slot(middle).partition()->key() < key) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    return begin;
  }

  // Insert inserts `added` at `index` of the unshared node of `slot`; Remove removes the slot at `index` of that node.
  // `bit` is the chunk's bit in the bitmap of a branch, and 0 for a bucket. The node may move.
  static void Insert(Slot* slot, size_t index, uint64_t bit, Slot added) {
    const size_t size = slot->node()->size_;
    if (Capacity(size + 1) != Capacity(size)) Reallocate(slot, size, size + 1);
    PartitionTrieNode* node = slot->node();
    Slot* position = node->slots() + index;
    std::memmove(static_cast<void*>(position + 1), static_cast<const void*>(position), (size - index) * sizeof(Slot));
    new (position) Slot(std::move(added));
    node->size_ = static_cast<uint32_t>(size + 1);
    node->bitmap_ |= bit;
  }
  static void Remove(Slot* slot, size_t index, uint64_t bit) {
    PartitionTrieNode* node = slot->node();
    const size_t size = node->size_ - 1;
    Slot* position = node->slots() + index;
    position->~Slot();
    std::memmove(static_cast<void*>(position), static_cast<const void*>(position + 1), (size - index) * sizeof(Slot));
    node->size_ = static_cast<uint32_t>(size);
    node->bitmap_ &= ~bit;
    if (Capacity(size) != Capacity(size + 1)) Reallocate(slot, size + 1, size);
  }

 private:
  PartitionTrieNode() = default;

  // The node's header takes two words, and the allocator's header takes one. So with an odd number of slots, the block
  // fills the allocator's units of two words.
  static size_t Capacity(size_t size) { return size | 1; }
  static size_t SizeOf(size_t size) { return sizeof(PartitionTrieNode) + Capacity(size) * sizeof(Slot); }

  static Ref<PartitionTrieNode> Allocate(size_t size) {
    static_assert(sizeof(PartitionTrieNode) == 16);
    void* memory = ::operator new(SizeOf(size));
    StoredBytes::Add(SizeOf(size));
    return Ref<PartitionTrieNode>::Adopt(new (memory) PartitionTrieNode());
  }
  // Moves the unshared node of `slot` from a block for `old_size` slots to one for `size` slots.
  static void Reallocate(Slot* slot, size_t old_size, size_t size) {
    PartitionTrieNode* old = slot->node();
    Ref<PartitionTrieNode> replacement = Allocate(size);
    // Destroy will subtract the size of an empty node.
    StoredBytes::Subtract(SizeOf(old_size));
    StoredBytes::Add(SizeOf(0));
    std::memcpy(static_cast<void*>(replacement->slots()), static_cast<const void*>(old->slots()),
                old->size_ * sizeof(Slot));
    replacement->bitmap_ = old->bitmap_;
    replacement->size_ = std::exchange(old->size_, 0);
    *slot = Slot(std::move(replacement));
  }

  const Slot* slots() const { return reinterpret_cast<const Slot*>(this + 1); }
  Slot* slots() { return reinterpret_cast<Slot*>(this + 1); }

  uint32_t size_ = 0;
  uint64_t bitmap_ = 0;
};

PartitionTrieSlot::PartitionTrieSlot(const PartitionTrieSlot& other) : tagged_(other.tagged_) {
  if (empty()) return;
  if (const Partition* shared = partition()) {
    shared->AddReference();
  } else {
    node()->AddReference();
  }
}

PartitionTrieSlot::~PartitionTrieSlot() {
  if (empty()) return;
  if (const Partition* dropped = partition()) {
    dropped->DropReference();
  } else {
    node()->DropReference();
  }
}

const Partition* PartitionTrie::Find(uint64_t hash, std::string_view key) const {
  const PartitionTrieSlot* slot = &root_;
  for (size_t level = 0; slot->node() != nullptr; ++level) {
    const PartitionTrieNode& node = *slot->node();
    if (level == kBucketLevel) {
      const size_t i = node.IndexOf(key);
      if (i == node.size()) return nullptr;
      slot = &node.slot(i);
    } else {
      const size_t chunk = Chunk(hash, level);
      if (!node.HasSlot(chunk)) return nullptr;
      slot = &node.slot(node.IndexOf(chunk));
    }
  }
  const Partition* partition = slot->partition();
  return partition != nullptr && Matches(*partition, hash, key) ? partition : nullptr;
}

Partition* PartitionTrie::MakeUnique(uint64_t hash, std::string_view key, size_t local_orders) {
  const auto create = [&](PartitionTrieSlot* slot, size_t index, uint64_t bit) {
    Ref<Partition> partition = Partition::Create(hash, key, local_orders);
    Partition* created = partition.get();
    PartitionTrieNode::Insert(slot, index, bit, PartitionTrieSlot(std::move(partition)));
    return created;
  };
  if (root_.empty()) root_ = PartitionTrieSlot(Partition::Create(hash, key, local_orders));
  PartitionTrieSlot* slot = &root_;
  for (size_t level = 0;; ++level) {
    if (Partition* partition = slot->partition()) {
      if (Matches(*partition, hash, key)) {
        if (!partition->HasOneReference()) *slot = PartitionTrieSlot(partition->Clone());
        return slot->partition();
      }
      *slot = PartitionTrieSlot(PartitionTrieNode::Create(level, std::move(*slot)));
    }
    PartitionTrieNode* node = PartitionTrieNode::MakeUnique(slot);
    if (level == kBucketLevel) {
      const size_t i = node->IndexOf(key);
      if (i == node->size() || node->slot(i).partition()->key() != key) return create(slot, i, 0);
      slot = &node->slot(i);
    } else {
      const size_t chunk = Chunk(hash, level);
      const size_t i = node->IndexOf(chunk);
      if (!node->HasSlot(chunk)) return create(slot, i, uint64_t{1} << chunk);
      slot = &node->slot(i);
    }
  }
}

namespace {

void EraseInSubtree(PartitionTrieSlot* slot, uint64_t hash, std::string_view key, size_t level) {
  if (slot->partition() != nullptr) {
    *slot = PartitionTrieSlot();
    return;
  }
  PartitionTrieNode* node = PartitionTrieNode::MakeUnique(slot);
  const bool bucket = level == kBucketLevel;
  const size_t i = bucket ? node->IndexOf(key) : node->IndexOf(Chunk(hash, level));
  EraseInSubtree(&node->slot(i), hash, key, level + 1);
  if (node->slot(i).empty()) {
    PartitionTrieNode::Remove(slot, i, bucket ? 0 : uint64_t{1} << Chunk(hash, level));
    node = slot->node();
  }
  // A single partition replaces the node.
  if (node->size() == 1 && node->slot(0).partition() != nullptr) {
    PartitionTrieSlot only = std::move(node->slot(0));
    *slot = std::move(only);
  }
}

}  // namespace

void PartitionTrie::Erase(uint64_t hash, std::string_view key) { EraseInSubtree(&root_, hash, key, 0); }

PartitionTrie::Cursor PartitionTrie::From(uint64_t hash, std::string_view key) const {
  Cursor cursor;
  if (root_.empty()) return cursor;
  const PartitionTrieSlot* slot = &root_;
  for (size_t level = 0; slot->node() != nullptr; ++level) {
    const PartitionTrieNode& node = *slot->node();
    const bool bucket = level == kBucketLevel;
    const size_t i = bucket ? node.IndexOf(key) : node.IndexOf(Chunk(hash, level));
    cursor.path_[cursor.depth_++] = {&node, i};
    if (bucket || !node.HasSlot(Chunk(hash, level))) {
      cursor.AdvanceToValid();
      return cursor;
    }
    slot = &node.slot(i);
  }
  cursor.partition_ = slot->partition();
  const Partition& found = *cursor.partition_;
  if (found.hash() < hash || (found.hash() == hash && found.key() < key)) cursor.Next();
  return cursor;
}

void PartitionTrie::Cursor::Next() {
  if (depth_ > 0) ++path_[depth_ - 1].index;
  AdvanceToValid();
}

void PartitionTrie::Cursor::AdvanceToValid() {
  while (depth_ > 0 && path_[depth_ - 1].index == path_[depth_ - 1].node->size()) {
    if (--depth_ > 0) ++path_[depth_ - 1].index;
  }
  if (depth_ == 0) {
    partition_ = nullptr;
    return;
  }
  const PartitionTrieSlot* slot = &path_[depth_ - 1].node->slot(path_[depth_ - 1].index);
  for (; slot->node() != nullptr; slot = &slot->node()->slot(0)) path_[depth_++] = {slot->node(), 0};
  partition_ = slot->partition();
}

}  // namespace holdfast
