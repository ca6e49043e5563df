// The operations on the owners' bookings: one method per access pattern, through one client.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/systems/attempt_outcome.h"
#include "conformance/systems/scheduling/booking.h"
#include "conformance/systems/table_store.h"

namespace holdfast::conformance::scheduling {

// The maximum length of a meeting, which bounds a search for overlaps.
inline constexpr std::chrono::minutes kLongestMeeting{120};

// Not thread-safe, like its client. Reads from the indexes are eventually consistent.
class Agenda : public TableStore {
 public:
  // `guarded` false moves a booking without the condition that the time is free.
  Agenda(Client* client, std::string table, bool guarded = true) : TableStore(client, std::move(table), guarded) {}

  // A pending booking, which keeps no time free yet.
  Response Request(const Booking& booking);
  // Pending → Confirmed, if every quarter-hour is free: the booking first, then a guard for each. All or nothing.
  Response Confirm(const Booking& booking);
  // The original design without guards: reads the index for conflicts, and confirms if there is none. kRefused: there
  // was one.
  AttemptOutcome ConfirmAsDesigned(const Booking& booking);
  // Confirmed → Cancelled, and its time is free.
  Response Cancel(const Booking& booking);
  // Confirmed → Completed, when it is over.
  Response Complete(const Booking& booking, Minute now);
  // Confirmed → NoShow, when it has begun.
  Response MarkNoShow(const Booking& booking, Minute now);
  // A confirmed booking, as it was read, begins at another time: it is deleted where it was and put where it will be,
  // and the guards follow. All or nothing; refused where the booking has changed since, or the new time is not free.
  Response Reschedule(const Item& stored, const Interval& interval);

  Response RecordConflict(const Booking& booking) {
    return client_.PutItem({.table = table_, .item = ConflictItem(booking)});
  }
  // Refused where the booking has a record already.
  Response LinkToCrm(const Item& key, const std::string& crm_record);

  // Confirmed bookings of the event type that overlap the interval, as of GSI3, which is eventually consistent.
  std::vector<Item> FindConflicts(const std::string& event_type, const Interval& interval);
  // Read from the table, in order of time.
  std::vector<Item> OfEventType(const std::string& event_type) {
    return ReadPartition({"PK", "EVENTTYPE#" + event_type}, {"SK", "BOOKING#"});
  }
  std::vector<Item> GuardsOf(const std::string& owner) {
    return ReadPartition({"PK", "OWNER#" + owner}, {"SK", "GUARD#"});
  }
  std::vector<Item> OfBooker(const std::string& booker) { return ReadIndex("GSI1", {"GSI1_PK", "BOOKER#" + booker}); }
  // In order of time.
  std::vector<Item> WithStatus(const std::string& owner, const std::string& status_name) {
    return ReadIndex("GSI2", {"GSI2_PK", "OWNER#" + owner}, {"GSI2_SK", "STATUS#" + status_name + "#"});
  }

 private:
  UpdateItemRequest ChangeStatus(const Booking& booking, const std::string& from, const std::string& to) const;
  PutItemRequest Take(const std::string& owner, const std::string& quarter_hour, const std::string& holder) const;
  DeleteItemRequest Free(const std::string& owner, const std::string& quarter_hour, const std::string& holder) const;
};

}  // namespace holdfast::conformance::scheduling
