// A node of the B+tree in sorted_items.h: up to 32 entries, a key and a pointer each, in one block.
//
//   leaf (level 0)   key i → item i
//   inner            key i → child i, whose keys are all >= key i (key 0 is unspecified) and < key (i + 1)
//
//   block: │ header, 16 bytes │ hints, 8 bytes × capacity │ keys, 16 bytes × capacity │ slots, 8 bytes × capacity │
//
// Sort keys tend to have a common prefix (`SLOT#2026-10-…`). So a node stores the length of its keys' common prefix
// and, in one array, a hint for each key: the eight bytes of the key that follow this prefix. A search reads the hints,
// and rarely the keys.
//
// Invariants (SortedItems::InvariantsHold):
//   1. The keys of a node ascend strictly, and a search by the hints finds each of them.
//   2. The keys below an entry of an inner node are within the bounds that the drawing above gives for its child.
//   3. All leaves have the same depth.
//   4. A node has at least kEntriesMin entries, except the root and the nodes at the right edge of the tree: an append
//      to a full node leaves it full, and starts a new node with one entry.
//
// Entries are moved within and between nodes by memmove. That is safe because keys and slots refer to other blocks by
// plain pointers, and no pointer to a key or slot outlives a change of the node.
//
// Thread safety: a node is changed only by the owner of the sole reference to it, reached through nodes that are
// themselves unshared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/base/ref_counted.h"
#include "engine/storage/stored_key.h"
#include "engine/values/item.h"

namespace holdfast {

class alignas(8) SortedNode final : public RefCounted<SortedNode> {
 public:
  static constexpr size_t kEntriesMax = 32;
  static constexpr size_t kEntriesMin = 8;
  // Even with kEntriesMin entries per node, a tree of more levels would not fit into memory.
  static constexpr size_t kLevelsMax = 12;

  // A node without entries, with room for at least `capacity`.
  static Ref<SortedNode> Create(size_t level, size_t capacity);
  static size_t SizeOf(size_t capacity);
  static void Destroy(const SortedNode* node);
  // Makes `node` unshared, with room for at least `capacity` entries: keeps it if both already hold, and otherwise
  // replaces it by a new node with the same entries.
  static void MakeUnique(Ref<SortedNode>* node, size_t capacity);

  bool leaf() const { return level_ == 0; }
  size_t level() const { return level_; }
  size_t size() const { return size_; }

  const StoredKey& key(size_t i) const { return keys()[i]; }
  const ItemRef& item(size_t i) const { return *reinterpret_cast<const ItemRef*>(slots() + i); }
  ItemRef& item(size_t i) { return *reinterpret_cast<ItemRef*>(slots() + i); }
  const SortedNode& child(size_t i) const { return **reinterpret_cast<const Ref<SortedNode>*>(slots() + i); }
  Ref<SortedNode>& child_ref(size_t i) { return *reinterpret_cast<Ref<SortedNode>*>(slots() + i); }

  // In a leaf: asks the processor to fetch the beginnings of all items, so that a walk over them waits for memory once
  // and not for each.
  void PrefetchItems() const {
    for (size_t i = 0; i < size_; ++i) __builtin_prefetch(slots()[i].pointer);
  }

  // The first entry whose key is >= `probe`, or is > `probe`; size() if there is none.
  size_t LowerBound(std::string_view probe) const { return FirstEntry(probe, /*past_equal=*/false); }
  size_t UpperBound(std::string_view probe) const { return FirstEntry(probe, /*past_equal=*/true); }
  // In an inner node: the index of the only child that may contain `probe`.
  size_t ChildFor(std::string_view probe) const { return FirstEntry(probe, /*past_equal=*/true) - 1; }

  // In an inner node: replaces key `i`. The keys from key 1 on must still ascend; key 0 may be anything.
  void SetKey(size_t i, StoredKey key);
  // Inserts an entry at `i`, before the present entry `i`. There must be room.
  void InsertItem(size_t i, StoredKey key, ItemRef item);
  void InsertChild(size_t i, StoredKey key, Ref<SortedNode> child);
  // Removes the entry at `i`. Returns its item, or drops its child.
  ItemRef RemoveItem(size_t i);
  void RemoveChild(size_t i);
  // Moves `count` entries from the end of this node to the start of `right`, or from its start to the end of `left`.
  // There must be room.
  void MoveTail(size_t count, SortedNode* right);
  void MoveHead(size_t count, SortedNode* left);

 private:
  // An owning pointer: in a leaf to an item, in an inner node to a child.
  struct Slot {
    void* pointer;
  };

  SortedNode(size_t level, size_t capacity)
      : level_(static_cast<uint8_t>(level)), capacity_(static_cast<uint8_t>(capacity)) {}

  const uint64_t* hints() const { return reinterpret_cast<const uint64_t*>(this + 1); }
  uint64_t* hints() { return reinterpret_cast<uint64_t*>(this + 1); }
  const StoredKey* keys() const { return reinterpret_cast<const StoredKey*>(hints() + capacity_); }
  StoredKey* keys() { return reinterpret_cast<StoredKey*>(hints() + capacity_); }
  const Slot* slots() const { return reinterpret_cast<const Slot*>(keys() + capacity_); }
  Slot* slots() { return reinterpret_cast<Slot*>(keys() + capacity_); }

  // Key 0 of an inner node is unspecified, so searches start at key 1.
  size_t first_key() const { return leaf() ? 0 : 1; }
  // The first entry from first_key() on whose key is >= `probe`, or > `probe`; size() if there is none.
  size_t FirstEntry(std::string_view probe, bool past_equal) const;
  // Update the hints: after key `i` was inserted, or when any may have changed.
  void UpdateHintsAfterInsert(size_t i);
  void UpdateAllHints();

  // Moves `count` entries as bytes; does not change the nodes' sizes.
  static void Relocate(SortedNode* from, size_t from_index, size_t count, SortedNode* to, size_t to_index);
  // Opens or closes a gap of one entry at `i`. The gap is uninitialized memory.
  void OpenGap(size_t i);
  void CloseGap(size_t i);

  uint8_t level_;
  uint8_t size_ = 0;
  uint8_t capacity_;
  // The keys from first_key() on have a common prefix of at least this many bytes.
  uint32_t common_prefix_bytes_ = 0;
};

}  // namespace holdfast
