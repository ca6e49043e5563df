// A saga, as in live venue booking: hold a slot, pay, confirm. Each step is a transaction. A hold that is not paid in
// time lapses, and the next client may take the slot over.
//
//   OPEN ──hold──► HELD ──confirm, if this hold still has it and its time is not over──► BOOKED
//    ▲              │ ╲
//    └── release ───┘  ╰─ hold, by another client, once its time is over
//        (not paid)
//
//   entity    pk             sk             attributes
//   slot      VENUE#<kind>   SLOT#<number>  status, holdId, heldUntil (milliseconds), bookingId
//   hold      HOLD#<id>      META           slot
//   booking   BOOKING#<id>   META           slot; its id is the hold's
//
// The condition compares the hold's end with the current time instead of relying on time to live, which may take AWS
// days. A slot that no client has wanted yet is not stored.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/load/workload.h"
#include "bench/workloads/on_sale.h"
#include "bench/workloads/workload_options.h"

namespace holdfast::bench {

class HoldAndConfirm : public Workload {
 public:
  // One slot of each of so many venues is on sale.
  static constexpr size_t kVenues = 4;

  explicit HoldAndConfirm(WorkloadOptions options);

  void Prepare(conformance::Client&) override {}
  std::unique_ptr<Actor> MakeActor(int client, uint64_t seed) override;
  std::vector<std::string> Verify(conformance::Client& client, const Claims& claims) override;
  std::vector<std::pair<std::string, int64_t>> Details() const override;

 private:
  class Guest;

  struct Counters {
    std::atomic<int64_t> held = 0;
    std::atomic<int64_t> lapsed = 0;
    std::atomic<int64_t> released = 0;
    std::atomic<int64_t> abandoned = 0;
  };

  const WorkloadOptions options_;
  OnSale on_sale_;
  Counters counters_;
};

// The violations in a table of slots, holds and bookings: a slot booked twice or without a booking, held by a hold that
// does not exist, more or fewer bookings than acknowledged.
std::vector<std::string> HoldViolations(const std::vector<conformance::Item>& table, const Claims& claims);

}  // namespace holdfast::bench
