// A stored item version: one immutable packed block, shared by all its readers.
//
// Thread safety: immutable from the moment it is installed; references may be kept on any thread for any time.
#pragma once

#include <cstdint>

#include "engine/base/ref_counted.h"
#include "engine/values/value_view.h"

namespace holdfast {

class Item;
using ItemRef = Ref<const Item>;

class Item final : public RefCounted<Item> {
 public:
  static Ref<Item> Create(AttributeMapView attributes);
  static void Destroy(const Item* item);

  AttributeMapView attributes() const { return AttributeMapView(reinterpret_cast<const char*>(this + 1)); }
  // DynamoDB's item size: names and values.
  size_t size_bytes() const { return size_bytes_; }
  // The number of the commit that wrote this version. Set once, by the install step, before the item is visible to
  // other threads.
  uint64_t commit() const { return commit_; }
  void set_commit(uint64_t commit) { commit_ = commit; }

 private:
  explicit Item(size_t size_bytes) : size_bytes_(static_cast<uint32_t>(size_bytes)) {}

  uint32_t size_bytes_;
  uint64_t commit_ = 0;
};

}  // namespace holdfast
