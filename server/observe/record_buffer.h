// Copies of records, one after the other in one block of memory. The block is written and read sequentially, so that
// many records take little of the processor's cache.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "server/observe/request_record.h"

namespace holdfast::server {

// Not thread-safe.
class RecordBuffer {
 public:
  // If this throws std::bad_alloc, it has added nothing.
  void Add(const RequestRecord& record);
  // The number of records, and their bytes.
  size_t count() const { return count_; }
  size_t bytes() const { return bytes_.size(); }
  // Appends the records in the order in which they were added. They are valid until the buffer is changed.
  void AppendTo(std::vector<RecordView>* records) const;
  // Removes everything, and frees memory that many or long records needed.
  void Clear();

 private:
  std::string bytes_;
  size_t count_ = 0;
};

}  // namespace holdfast::server
