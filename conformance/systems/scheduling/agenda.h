// The operations on the owners' bookings and on their guards, the items that reserve an owner's quarter-hours (see
// scheduling_tables.h): one method per access pattern, through one client.
#pragma once

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
  // `guarded` false puts and deletes guards without the conditions on their holders.
  Agenda(Client* client, std::string table, bool guarded = true) : TableStore(client, std::move(table), guarded) {}

  // Puts a pending booking, which has no guards yet.
  Response Request(const Booking& booking);
  // Pending → Confirmed, if every quarter-hour is free. One transaction: the booking first, then a guard for each
  // quarter-hour.
  Response Confirm(const Booking& booking);
  // The original design without guards: queries GSI3 for conflicts, and confirms the booking if there is none.
  // Otherwise returns kRefused.
  AttemptOutcome ConfirmWithoutGuards(const Booking& booking);
  // Confirmed → Cancelled. Deletes the booking's guards in the same transaction.
  Response Cancel(const Booking& booking);
  // Confirmed → Completed, if the meeting has ended by `now`.
  Response Complete(const Booking& booking, Minute now);
  // Confirmed → NoShow, if the meeting began before `now`.
  Response MarkNoShow(const Booking& booking, Minute now);
  // Moves a confirmed booking to another time. One transaction deletes its item, which contains the time in its key,
  // puts the moved item, and replaces the guards. Refused if the booking has changed since `stored` was read, or if the
  // new time is not free.
  Response Reschedule(const Item& stored, const Interval& interval);

  Response RecordConflict(const Booking& booking) {
    return client_.PutItem({.table = table_, .item = ConflictItem(booking)});
  }
  // Stores the CRM record in the booking with this key. Refused if the booking has a CRM record already.
  Response LinkToCrm(const Item& key, const std::string& crm_record);

  // Confirmed bookings of the event type that overlap the interval, according to GSI3, which is eventually consistent.
  std::vector<Item> FindConflicts(const std::string& event_type, const Interval& interval);
  // Read from the table, in order of time.
  std::vector<Item> BookingsOfEventType(const std::string& event_type) {
    return ReadPartition({"PK", "EVENTTYPE#" + event_type}, {"SK", "BOOKING#"});
  }
  std::vector<Item> GuardsOf(const std::string& owner) {
    return ReadPartition({"PK", "OWNER#" + owner}, {"SK", "GUARD#"});
  }
  std::vector<Item> BookingsOfBooker(const std::string& booker) {
    return ReadIndex("GSI1", {"GSI1_PK", "BOOKER#" + booker});
  }
  // In order of time.
  std::vector<Item> BookingsWithStatus(const std::string& owner, const std::string& status_name) {
    return ReadIndex("GSI2", {"GSI2_PK", "OWNER#" + owner}, {"GSI2_SK", "STATUS#" + status_name + "#"});
  }

 private:
  UpdateItemRequest ChangeStatusRequest(const Booking& booking, const std::string& from, const std::string& to) const;
  PutItemRequest PutGuardRequest(const std::string& owner, const std::string& quarter_hour,
                                 const std::string& holder) const;
  DeleteItemRequest DeleteGuardRequest(const std::string& owner, const std::string& quarter_hour,
                                       const std::string& holder) const;
};

}  // namespace holdfast::conformance::scheduling
