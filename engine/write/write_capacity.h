// Capacity units of writes, derived from their effects, and what responses show of them.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/tables/consumed_capacity.h"
#include "engine/tables/table.h"
#include "engine/write/effects.h"

namespace holdfast {

// What several writes consumed, table by table.
class WriteCapacityTally {
 public:
  // A transaction's writes cost the table double, its indexes single.
  enum class Mode { kPlain, kTransaction };
  explicit WriteCapacityTally(Mode mode) : mode_(mode) {}

  void Add(const Table& table, const Effect& effect);
  // The capacity of a repeated transaction, which is not executed: read units of the larger image.
  void AddReplay(const std::string& table_name, size_t image_bytes);

  // One entry for each table, in the order in which they were first added. `by_index`: INDEXES was asked for.
  std::vector<ConsumedCapacity> Take(bool by_index) &&;

 private:
  ConsumedCapacity& EntryOf(const std::string& table_name, ConsumedCapacity::Kind kind);

  Mode mode_;
  std::vector<ConsumedCapacity> entries_;
};

}  // namespace holdfast
