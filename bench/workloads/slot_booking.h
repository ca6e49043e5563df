// Transactional booking, as in an appointment system: in one transaction, each slot changes from free to booked if it
// is free, and the booking is put if its id is new.
//
//   entity    pk               sk            attributes
//   slot      PROVIDER#<kind>  SLOT#<number>  status, bookingId
//   booking   BOOKING#<id>     #METADATA      slots
//
// A slot that has not been booked yet is not stored, so that a run can sell as many as the endpoint can handle.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/load/workload.h"
#include "bench/load/zipf.h"
#include "bench/workloads/on_sale.h"
#include "bench/workloads/workload_options.h"

namespace holdfast::bench {

struct SlotBookingShape {
  // The number of slots on sale at the same time, one of each kind.
  int kinds = 1;
  int slots_per_booking = 1;
  double zipf = 0;
};

class SlotBooking : public Workload {
 public:
  SlotBooking(WorkloadOptions options, SlotBookingShape shape);

  void Prepare(conformance::Client&) override {}
  std::unique_ptr<Actor> MakeActor(int client, uint64_t seed) override;
  std::vector<std::string> Verify(conformance::Client& client, const Claims& claims) override;

 private:
  class Customer;

  const WorkloadOptions options_;
  const SlotBookingShape shape_;
  const Zipf popularity_;
  OnSale on_sale_;
};

// The violations in a table of slots and bookings: a slot sold twice, a booking without its slots, more or fewer
// bookings than acknowledged.
std::vector<std::string> BookingViolations(const std::vector<conformance::Item>& table, const Claims& claims);

}  // namespace holdfast::bench
