// An ordered map from key bytes to items that copies nothing until somebody shares it: a B+tree with
// reference-counted nodes, or a single entry kept in place.
//
// Copying a SortedItems shares its nodes; the copy and the original then diverge node by node as either is changed.
//
// Thread safety: const methods may run on any thread at once with others; a change needs the object to itself (other
// objects that share its nodes may be read meanwhile).
#pragma once

#include <cstddef>
#include <string_view>

#include "engine/values/item.h"

namespace holdfast {

struct SortedEntry {
  std::string_view key;
  const ItemRef& item;
};

class SortedItems {
 public:
  SortedItems();
  SortedItems(const SortedItems& other);
  SortedItems(SortedItems&& other) noexcept;
  SortedItems& operator=(SortedItems other) noexcept;
  ~SortedItems();

  size_t size() const;
  // The items' sizes, summed.
  size_t size_bytes() const;
  // Null if there is none.
  const ItemRef* Find(std::string_view key) const;
  // Inserts or replaces; answers the item that was replaced, if any.
  ItemRef Put(std::string_view key, ItemRef item);
  // Answers the item that was removed, if any.
  ItemRef Erase(std::string_view key);

  // A position between or at entries; valid while the SortedItems it came from is neither changed nor destroyed.
  class Cursor {
   public:
    bool done() const;
    SortedEntry operator*() const;
    // Towards greater keys.
    void Next();
    // Towards lesser keys; before the first entry the cursor is done.
    void Previous();
  };
  // At the first entry with key >= `key`, or > `key`.
  Cursor AtLeast(std::string_view key) const;
  Cursor After(std::string_view key) const;
  // At the last entry with key <= `key`, or < `key`.
  Cursor AtMost(std::string_view key) const;
  Cursor Before(std::string_view key) const;
  Cursor First() const;
  Cursor Last() const;
};

}  // namespace holdfast
