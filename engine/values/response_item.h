// The attributes in a response: a shared reference to a whole stored item, or copies of some attributes of one.
#pragma once

#include <utility>
#include <variant>

#include "engine/values/attribute_value.h"
#include "engine/values/item.h"

namespace holdfast {

class ResponseItem {
 public:
  ResponseItem(ItemRef item) : attributes_(std::move(item)) {}
  ResponseItem(AttributeMap attributes) : attributes_(std::move(attributes)) {}

  AttributeMapView view() const {
    if (const ItemRef* item = std::get_if<ItemRef>(&attributes_)) return (*item)->attributes();
    return std::get<AttributeMap>(attributes_).view();
  }
  operator AttributeMapView() const { return view(); }

 private:
  std::variant<ItemRef, AttributeMap> attributes_;
};

}  // namespace holdfast
