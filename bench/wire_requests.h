// Requests as an AWS SDK sends them, for the benchmarks of the server: a table of slots, and what is done with it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace holdfast::server {

// How many slots there are.
inline constexpr size_t kSlots = 10'000;

// What stands in every request about slot 0, and of which another slot's differs only in digits.
inline constexpr std::string_view kSlotDigits = "1000000";

std::string CreateSlots();
// An item of 1 KB.
std::string PutSlot(size_t slot);
// Walks over all slots in no order that a processor could foresee.
inline size_t AnySlot(size_t number) { return number * 7'919 % kSlots; }

std::string GetSlot(size_t slot);
// Adds one to a counter.
std::string CountSlot(size_t slot);
// Takes one of the slot's 1,000,000,000 units, if `condition` holds.
std::string TakeFromSlot(size_t slot, std::string_view condition);
// Scenario 1's booking: one unit is taken and an appointment put, with an idempotency token made of `booking`.
std::string BookSlot(size_t slot, size_t booking);

}  // namespace holdfast::server
