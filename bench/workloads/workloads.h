// Functions that create the workloads, and functions that find violations of the invariants in their tables. Each
// workload is described at the top of its .cc file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bench/load/workload.h"
#include "bench/workloads/workload_options.h"

namespace holdfast::bench {

struct SlotBookingShape {
  // The number of slots on sale at the same time, one of each kind.
  int kinds = 1;
  int slots_per_booking = 1;
  double zipf = 0;
};
std::unique_ptr<Workload> MakeSlotBooking(const WorkloadOptions& options, SlotBookingShape shape);
// The violations in a table of slots and bookings: a slot sold twice, a booking without its slots, a booked slot
// without its booking, more or fewer bookings than the claims permit.
std::vector<std::string> BookingViolations(const std::vector<conformance::Item>& table, const Claims& claims);

std::unique_ptr<Workload> MakeLastUnit(const WorkloadOptions& options);
// The violations in a table of products with `stock` units each: a negative number available, available and reserved
// units that do not add up to `stock`, more or fewer reserved than the claims permit.
std::vector<std::string> StockViolations(const std::vector<conformance::Item>& table, int64_t stock,
                                         const Claims& claims);

std::unique_ptr<Workload> MakeHoldAndConfirm(const WorkloadOptions& options);
// The violations in a table of slots, holds and bookings: a slot booked twice, a booked slot without its booking or a
// booking without its slot, a held slot without its hold, a slot that names a hold or a booking although its status is
// not HELD or BOOKED, a hold that was confirmed and still exists, more or fewer bookings than the claims permit.
std::vector<std::string> HoldViolations(const std::vector<conformance::Item>& table, const Claims& claims);

std::unique_ptr<Workload> MakeHotCounter(const WorkloadOptions& options);
// The violations of a counter whose value is `hits`: more or fewer hits than the claims permit.
std::vector<std::string> CounterViolations(int64_t hits, const Claims& claims);

// Shares of the operations; the remainder are queries.
struct Mix {
  double gets = 0;
  double puts = 0;
};
std::unique_ptr<Workload> MakeItemMix(const WorkloadOptions& options, Mix mix);
// The item with this number, as a PutItem of this version writes it.
conformance::Item MixItem(int64_t number, int64_t version, int bytes);
// The violations in a table of items: another number of items than `items`, and items that are not as one PutItem wrote
// them, but a mixture of two.
std::vector<std::string> MixViolations(const std::vector<conformance::Item>& table, int64_t items);

}  // namespace holdfast::bench
