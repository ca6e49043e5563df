// Capacity units of writes, derived from their effects, and the ConsumedCapacity members of responses.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/tables/consumed_capacity.h"
#include "engine/tables/table.h"
#include "engine/tables/throughput_limits.h"
#include "engine/write/effects.h"

namespace holdfast {

// Adds up the capacity that several writes consumed, for each table.
class WriteCapacityCounter {
 public:
  // A transaction's writes cost twice as many units of the table, but not of its indexes.
  enum class Mode { kPlain, kTransaction };
  explicit WriteCapacityCounter(Mode mode) : mode_(mode) {}

  void Add(const Table& table, const Effect& effect);
  // Adds the capacity of one action of a transaction that repeats an idempotency token and so is not executed again:
  // read units for the larger image of its item (ReplayRecord).
  void AddReplay(const std::string& table_name, size_t image_bytes);

  // One entry for each table, in the order in which they were first added. `by_index`: ReturnConsumedCapacity is
  // INDEXES.
  std::vector<ConsumedCapacity> Take(bool by_index) &&;

 private:
  ConsumedCapacity& FindOrAddEntry(const std::string& table_name, ConsumedCapacity::Kind kind);

  Mode mode_;
  std::vector<ConsumedCapacity> entries_;
};

// The units that WriteCapacityCounter would add up for the effects, as charges to the throughput limits of tables and
// global indexes.
std::vector<UnitCharge> ChargesOf(const Effects& effects, WriteCapacityCounter::Mode mode);
// The charge for an action with a condition that is false for the stored item. `stored` may be null.
UnitCharge ChargeOfFailedCondition(const WriteAction& action, const Item* stored, WriteCapacityCounter::Mode mode);

}  // namespace holdfast
