#include <map>
#include <set>

#include "bench/workloads/violation_summary.h"
#include "bench/workloads/workloads.h"

namespace holdfast::bench {
namespace {

using conformance::Item;
using conformance::TextOf;

// "7-1" for the text "BOOKING#7-1" and the prefix "BOOKING#"; empty if the text does not begin with the prefix.
std::string TextAfterPrefix(const std::string& text, std::string_view prefix) {
  return text.starts_with(prefix) ? text.substr(prefix.size()) : "";
}

struct TableContents {
  // By pk and sk with a space between them, as holds and bookings name a slot.
  std::map<std::string, const Item*> slots;
  std::set<std::string> holds;                  // ids
  std::map<std::string, std::string> bookings;  // id to slot name
};

TableContents ContentsOf(const std::vector<Item>& table) {
  TableContents contents;
  for (const Item& item : table) {
    const std::string pk = TextOf(item, "pk");
    if (pk.starts_with("VENUE#")) contents.slots.emplace(pk + " " + TextOf(item, "sk"), &item);
    if (const std::string id = TextAfterPrefix(pk, "HOLD#"); !id.empty()) contents.holds.insert(id);
    if (const std::string id = TextAfterPrefix(pk, "BOOKING#"); !id.empty())
      contents.bookings.emplace(id, TextOf(item, "slot"));
  }
  return contents;
}

void CheckBookings(const TableContents& contents, ViolationSummary* summary) {
  std::map<std::string, std::string> booked_by;
  for (const auto& [booking, slot] : contents.bookings) {
    const auto [first, is_first] = booked_by.emplace(slot, booking);
    if (!is_first) summary->Add("Booked twice: " + slot + ", by " + first->second + " and by " + booking + ".");
    const auto found = contents.slots.find(slot);
    if (found == contents.slots.end() || TextOf(*found->second, "status") != "BOOKED") {
      summary->Add("Booking " + booking + " has " + slot + ", which is not booked.");
    }
    if (contents.holds.contains(booking)) summary->Add("Hold " + booking + " was confirmed and is still there.");
  }
}

void CheckSlots(const TableContents& contents, ViolationSummary* summary) {
  for (const auto& [name, slot] : contents.slots) {
    const std::string status = TextOf(*slot, "status");
    const std::string hold = TextOf(*slot, "holdId");
    const std::string booking = TextOf(*slot, "bookingId");
    if (status == "BOOKED") {
      const auto found = contents.bookings.find(booking);
      if (found == contents.bookings.end() || found->second != name) {
        summary->Add(name + " is booked by " + booking + ", which does not exist or does not have it.");
      }
    } else if (!booking.empty()) {
      summary->Add(name + " is " + status + " and booked by " + booking + " all the same.");
    }
    if (status == "HELD" && !contents.holds.contains(hold)) {
      summary->Add(name + " is held by " + hold + ", which is not there.");
    }
    if (status != "HELD" && !hold.empty()) summary->Add(name + " is " + status + " and held by " + hold + ".");
  }
}

}  // namespace

std::vector<std::string> HoldViolations(const std::vector<Item>& table, const Claims& claims) {
  ViolationSummary summary;
  const TableContents contents = ContentsOf(table);
  CheckBookings(contents, &summary);
  CheckSlots(contents, &summary);
  summary.CompareWithClaims(static_cast<int64_t>(contents.bookings.size()), claims, "bookings");
  return std::move(summary).Take();
}

}  // namespace holdfast::bench
