#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "bench/workloads/violation_summary.h"
#include "bench/workloads/workloads.h"

namespace holdfast::bench {
namespace {

using conformance::Item;
using conformance::TextOf;

bool IsSlot(const Item& item) { return TextOf(item, "sk").starts_with("SLOT#"); }

std::string NameOf(const Item& item) { return TextOf(item, "pk") + " " + TextOf(item, "sk"); }

}  // namespace

std::vector<std::string> BookingViolations(const std::vector<Item>& table, const Claims& claims) {
  ViolationSummary summary;
  std::map<std::string, std::string> booked_by;  // slot name to the booking named in the slot
  for (const Item& item : table) {
    if (IsSlot(item)) booked_by.emplace(NameOf(item), TextOf(item, "bookingId"));
  }
  std::map<std::string, std::vector<std::string>> listed_by;  // slot name to the bookings that list the slot
  int64_t bookings = 0;
  for (const Item& item : table) {
    if (IsSlot(item)) continue;
    ++bookings;
    const std::string booking = TextOf(item, "pk").substr(std::string("BOOKING#").size());
    const auto slots = item.find("slots");
    if (slots == item.end()) {
      summary.Add("Booking " + booking + " has no slots.");
      continue;
    }
    for (const conformance::Value& slot : slots->second.list) {
      std::vector<std::string>& listing = listed_by[slot.text];
      if (!listing.empty()) {
        summary.Add("Sold twice: " + slot.text + " is in booking " + listing.front() + " and in booking " + booking +
                    ".");
      }
      listing.push_back(booking);
      const auto stored = booked_by.find(slot.text);
      if (stored == booked_by.end()) {
        summary.Add("Booking " + booking + " has " + slot.text + ", which is not booked.");
      }
    }
  }
  for (const auto& [slot, booking] : booked_by) {
    const std::vector<std::string>& listing = listed_by[slot];
    if (std::find(listing.begin(), listing.end(), booking) == listing.end()) {
      summary.Add(slot + " is booked by " + booking + ", which does not exist or does not have it.");
    }
  }
  summary.CompareWithClaims(bookings, claims, "bookings");
  return std::move(summary).Take();
}

}  // namespace holdfast::bench
