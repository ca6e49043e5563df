#include "bench/workloads/workloads_table.h"

#include <algorithm>

#include "bench/workloads/workloads.h"

namespace holdfast::bench {
namespace {

using WorkloadPtr = std::unique_ptr<Workload>;

WorkloadPtr MakeLastSlot(const WorkloadOptions& options) {
  return MakeSlotBooking(options, {.kinds = 1, .slots_per_booking = 1});
}

// There are twice as many slots as one booking takes, so that two bookings without a common slot can both succeed.
WorkloadPtr MakeLastSlots(const WorkloadOptions& options) {
  const int wanted = options.slots_per_booking;
  return MakeSlotBooking(options, {.kinds = 2 * wanted, .slots_per_booking = wanted});
}

WorkloadPtr MakePopularSlots(const WorkloadOptions& options) {
  return MakeSlotBooking(options, {.kinds = options.slots, .slots_per_booking = 1, .zipf = options.zipf});
}

WorkloadPtr MakeGet(const WorkloadOptions& options) { return MakeItemMix(options, {.gets = 1}); }
WorkloadPtr MakePut(const WorkloadOptions& options) { return MakeItemMix(options, {.puts = 1}); }
WorkloadPtr MakeQuery(const WorkloadOptions& options) { return MakeItemMix(options, {}); }
WorkloadPtr MakeMix(const WorkloadOptions& options) { return MakeItemMix(options, {.gets = 0.7, .puts = 0.2}); }

}  // namespace

const std::vector<WorkloadRow>& AllWorkloads() {
  static const std::vector<WorkloadRow> rows = {
      {"last-slot", "All clients try to book the same slot in a transaction; when it is gone, the next goes on sale.",
       "Each slot has one booking, and each booking its slot.", true, "bookings", MakeLastSlot},
      {"last-slots",
       "All clients try to book several slots at once, chosen at random from twice as many, in a transaction.",
       "Each slot has one booking, and each booking all of its slots.", true, "bookings", MakeLastSlots},
      {"popular-slots", "Many slots are on sale, and some are wanted by many more clients than others.",
       "Each slot has one booking, and each booking its slot.", true, "bookings", MakePopularSlots},
      {"last-unit", "All clients try to buy the last unit with a conditional decrement.",
       "No stock is negative, and as many units are reserved as were confirmed to buyers.", true, "units",
       MakeLastUnit},
      {"hold-and-confirm", "All clients try to hold a slot, pay, and confirm it if the hold has not lapsed by then.",
       "Each slot is booked once, by the hold that it had; a held slot has its hold, and a confirmed hold is gone.",
       true, "bookings", MakeHoldAndConfirm},
      {"hot-counter", "All clients increment one counter.", "The counter shows as many as were counted.", false,
       "counts", MakeHotCounter},
      {"get", "Consistent reads of single items.", "Every item is there, and whole.", false, "reads", MakeGet},
      {"put", "Items are overwritten.", "Every item is there, and whole.", false, "writes", MakePut},
      {"query", "Consistent queries of ten items each.", "Every item is there, and whole.", false, "queries",
       MakeQuery},
      {"mix", "Of ten operations seven get an item, two put one, and one queries ten.",
       "Every item is there, and whole.", false, "operations", MakeMix},
  };
  return rows;
}

const WorkloadRow* FindWorkload(std::string_view name) {
  const auto& rows = AllWorkloads();
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const WorkloadRow& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace holdfast::bench
