// Requests as an AWS SDK sends them, for the benchmarks of the server. They create, read, update and book slots.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace holdfast::server {

// The number of slots.
inline constexpr size_t kSlots = 10'000;

// The number in the partition key of slot 0, `PROVIDER#1000000`. Replacing it in a request selects another slot.
inline constexpr std::string_view kSlotDigits = "1000000";

std::string CreateSlots();
// An item of 1 KB, most of which is the character `filler`.
std::string PutSlot(size_t slot, char filler = 'd');
// The slot that request number `visit` of a benchmark is for: kSlots consecutive visits cover all slots, in an order
// that no hardware prefetcher can predict.
inline size_t SlotForVisit(size_t visit) { return visit * 7'919 % kSlots; }

std::string GetSlot(size_t slot);
// Adds one to the counter `visits` of the slot.
std::string IncrementVisits(size_t slot);
// Takes one of the slot's 1,000,000,000 units, if `condition` holds.
std::string TakeFromSlot(size_t slot, std::string_view condition);
// GetSlot, and TakeFromSlot with a condition on the quantity, as PartiQL statements.
std::string SelectSlot(size_t slot);
std::string TakeFromSlotByStatement(size_t slot);
// A transaction that takes one unit and puts a new appointment. `booking` is the number in its idempotency token and in
// the appointment's key.
std::string BookSlot(size_t slot, size_t booking);

}  // namespace holdfast::server
