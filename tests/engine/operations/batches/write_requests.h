// Short functions that build the members of a BatchWriteItem.
#pragma once

#include <utility>

#include "engine/operations/batches/batch_write_item.h"

namespace holdfast::testing {

inline WriteRequest Putting(AttributeMap item) {
  WriteRequest write;
  write.put_request.emplace().item = std::move(item);
  return write;
}
inline WriteRequest Deleting(AttributeMap key) {
  WriteRequest write;
  write.delete_request.emplace().key = std::move(key);
  return write;
}

}  // namespace holdfast::testing
