#include "engine/values/item.h"

#include <cstring>
#include <new>

#include "engine/base/stored_bytes.h"

namespace holdfast {

Ref<Item> Item::Create(AttributeMapView attributes) {
  const std::string_view packed = attributes.packed();
  void* memory = ::operator new(sizeof(Item) + packed.size());
  Item* item = new (memory) Item(attributes.size_bytes());
  StoredBytes::Add(sizeof(Item) + packed.size());
  std::memcpy(reinterpret_cast<char*>(item + 1), packed.data(), packed.size());
  return Ref<Item>::Adopt(item);
}

void Item::Destroy(const Item* item) {
  StoredBytes::Subtract(sizeof(Item) + item->attributes().packed().size());
  item->~Item();
  ::operator delete(const_cast<Item*>(item));
}

}  // namespace holdfast
