#include "engine/values/return_cost.h"

#include <algorithm>
#include <cstddef>

#include "engine/values/value_view.h"

namespace holdfast {
namespace {

// Counting takes a few per cent of the time in which a small item is encoded.
constexpr size_t kCountedItemBytesMin = 512;
// A page of 1 MiB costs 16,384 steps, or more if its values have fewer than 32 bytes each.
constexpr uint64_t kBytesPerStep = 64;
constexpr uint64_t kValuesPerStep = 2;

// How many values are encoded for `value`: itself, and those in it.
uint64_t CountValues(ValueView value) {
  uint64_t count = 1;
  switch (value.type()) {
    case ValueType::kStringSet:
    case ValueType::kNumberSet:
    case ValueType::kBinarySet:
      return count + value.set().size();
    case ValueType::kList:
      for (const ValueView element : value.list()) count += CountValues(element);
      return count;
    case ValueType::kMap:
      for (const auto& [name, nested] : value.map()) count += CountValues(nested);
      return count;
    default:
      return count;
  }
}

}  // namespace

uint64_t StepsToReturn(const Item& item) {
  const uint64_t steps = item.size_bytes() / kBytesPerStep;
  if (item.size_bytes() < kCountedItemBytesMin) return steps;
  uint64_t values = 0;
  for (const auto& [name, value] : item.attributes()) values += CountValues(value);
  return std::max(steps, values / kValuesPerStep);
}

uint64_t StepsToReturnMax(const Item& item) { return item.size_bytes() / kValuesPerStep; }

}  // namespace holdfast
