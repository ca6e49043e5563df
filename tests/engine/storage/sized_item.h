// Items for storage tests: storage sees only an item's identity and size.
#pragma once

#include <cstdint>
#include <string>

#include "engine/values/attribute_value.h"
#include "engine/values/item.h"

namespace holdfast {

// An item of `padding` + 1 bytes with the commit number `number`, which identifies it.
inline ItemRef ItemNumbered(uint64_t number, size_t padding = 0) {
  Ref<Item> item = Item::Create(AttributeMap{{"v", AttributeValue::String(std::string(padding, 'x'))}});
  item->set_commit(number);
  return item;
}

}  // namespace holdfast
