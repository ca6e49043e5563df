// An ordered copy-on-write map from key bytes to items: a B+tree with reference-counted nodes, or a single entry
// stored in place.
//
// Copying a SortedItems shares its nodes; the copy and the original then diverge node by node as either is changed.
//
// Thread safety: const methods may run concurrently. A change requires exclusive access to the object; meanwhile other
// threads may read and change other objects that share its nodes.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <variant>

#include "engine/storage/sorted_node.h"
#include "engine/storage/stored_key.h"
#include "engine/values/item.h"

namespace holdfast {

struct SortedEntry {
  std::string_view key;
  const ItemRef& item;
};

class SortedItems {
 public:
  SortedItems() = default;
  SortedItems(const SortedItems& other) = default;
  SortedItems(SortedItems&& other) noexcept { state_.swap(other.state_); }
  SortedItems& operator=(SortedItems other) noexcept {
    state_ = std::exchange(other.state_, Single());
    return *this;
  }
  ~SortedItems() = default;

  size_t size() const;
  bool empty() const { return size() == 0; }
  // The sum of the items' sizes.
  size_t size_bytes() const;
  // Whether the nodes' invariants hold, and size() and size_bytes() agree with the entries. Visits every entry: for
  // tests.
  bool InvariantsHold() const;
  // Null if there is none. Valid until the SortedItems is changed.
  const ItemRef* Find(std::string_view key) const;
  // Inserts or replaces. Returns the item that was replaced, or null.
  ItemRef Put(std::string_view key, ItemRef item);
  // Returns the item that was removed, or null.
  ItemRef Erase(std::string_view key);

  // A position at an entry, or done; valid while the SortedItems it came from is neither changed nor moved.
  class Cursor;
  // At the first entry with key >= `key`, or > `key`.
  Cursor AtLeast(std::string_view key) const;
  Cursor After(std::string_view key) const;
  // At the last entry with key <= `key`, or < `key`.
  Cursor AtMost(std::string_view key) const;
  Cursor Before(std::string_view key) const;
  Cursor First() const;
  Cursor Last() const;

 private:
  // At most one entry; the item is null if there is none.
  struct Single {
    ItemRef item;
    StoredKey key;
  };
  // Two entries or more.
  struct Tree {
    Ref<SortedNode> root;
    size_t size;
    size_t size_bytes;
  };

  enum class Direction { kForward, kBackward };
  // Positions a cursor relative to the boundary before the first key >= `key` or, with `past_equal`, > `key`: at the
  // entry after the boundary (kForward) or before it (kBackward).
  Cursor Seek(std::string_view key, bool past_equal, Direction direction) const;

  std::variant<Single, Tree> state_;
};

class SortedItems::Cursor {
 public:
  bool done() const { return items_ == nullptr; }
  // A long key is a block of its own, so key() may cost a cache miss that item() does not.
  std::string_view key() const;
  const ItemRef& item() const;
  SortedEntry operator*() const { return {key(), item()}; }
  // Towards greater keys.
  void Next();
  // Towards lesser keys; before the first entry the cursor is done.
  void Previous();

 private:
  friend class SortedItems;
  struct PathEntry {
    const SortedNode* node;
    size_t index;
  };

  explicit Cursor(const SortedItems* items) : items_(items) {}
  // Descend from `node` to the leaf at its left or right edge.
  void DescendFirst(const SortedNode* node);
  void DescendLast(const SortedNode* node);
  // Move from a position past a leaf's last entry, or before its first, to the adjacent leaf; done if there is none.
  void NextLeaf();
  void PreviousLeaf();

  const SortedItems* items_;
  // The path from the root, by level: path_[0] is the leaf. Unused for a single entry. Elements above the root's level
  // are never read, and not initialized because clearing the array would cost more than a short walk.
  size_t root_level_ = 0;
  std::array<PathEntry, SortedNode::kLevelsMax> path_;
};

}  // namespace holdfast
