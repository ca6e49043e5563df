#include "engine/storage/partition.h"

#include <cassert>
#include <cstring>
#include <memory>
#include <new>

#include "engine/base/stored_bytes.h"

namespace holdfast {

static_assert(sizeof(Partition) % alignof(SortedItems) == 0, "the local orders follow the object");

namespace {

// The size that a partition adds to StoredBytes.
size_t SizeOf(size_t key_size, size_t local_orders) {
  return sizeof(Partition) + local_orders * sizeof(SortedItems) + key_size;
}

}  // namespace

Partition::Partition(uint64_t hash, size_t key_size, size_t local_orders)
    : key_size_(static_cast<uint32_t>(key_size) & 0xffffff),
      local_orders_(static_cast<uint32_t>(local_orders) & 0xff),
      hash_(hash) {}

Ref<Partition> Partition::Create(uint64_t hash, std::string_view key, size_t local_orders) {
  assert(key.size() < size_t{1} << 24 && local_orders < 256);
  void* memory = ::operator new(SizeOf(key.size(), local_orders));
  StoredBytes::Add(SizeOf(key.size(), local_orders));
  Partition* partition = new (memory) Partition(hash, key.size(), local_orders);
  SortedItems* locals = const_cast<SortedItems*>(partition->locals());
  std::uninitialized_default_construct_n(locals, local_orders);
  if (!key.empty()) std::memcpy(reinterpret_cast<char*>(locals + local_orders), key.data(), key.size());
  return Ref<Partition>::Adopt(partition);
}

Ref<Partition> Partition::Clone() const {
  Ref<Partition> clone = Create(hash_, key(), local_orders_);
  clone->items_ = items_;
  for (size_t order = 0; order < local_orders_; ++order) clone->mutable_local(order) = local(order);
  return clone;
}

void Partition::Destroy(const Partition* partition) {
  Partition* destroyed = const_cast<Partition*>(partition);
  StoredBytes::Subtract(SizeOf(destroyed->key_size_, destroyed->local_orders_));
  std::destroy_n(const_cast<SortedItems*>(destroyed->locals()), destroyed->local_orders_);
  destroyed->~Partition();
  ::operator delete(destroyed);
}

}  // namespace holdfast
