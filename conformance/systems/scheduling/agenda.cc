#include "conformance/systems/scheduling/agenda.h"

#include <algorithm>

#include "conformance/systems/attempt_outcome.h"

namespace holdfast::conformance::scheduling {

UpdateItemRequest Agenda::ChangeStatusRequest(const Booking& booking, const std::string& from,
                                              const std::string& to) const {
  return {.table = table_,
          .key = BookingKey(booking),
          .update = "SET #status = :to, GSI2_SK = :place, revision = revision + :one",
          .condition = "#status = :from",
          .names = {{"#status", "status"}},
          .values = {{":from", S(from)},
                     {":to", S(to)},
                     {":place", S(StatusSortKey(to, booking.interval.start))},
                     {":one", N(1)}}};
}

PutItemRequest Agenda::PutGuardRequest(const std::string& owner, const std::string& quarter_hour,
                                       const std::string& holder) const {
  return {.table = table_,
          .item = GuardItem(owner, quarter_hour, holder),
          .condition = guarded_ ? "attribute_not_exists(PK)" : ""};
}

DeleteItemRequest Agenda::DeleteGuardRequest(const std::string& owner, const std::string& quarter_hour,
                                             const std::string& holder) const {
  DeleteItemRequest free{.table = table_, .key = GuardKey(owner, quarter_hour)};
  if (guarded_) {
    free.condition = "holder = :holder";
    free.values = {{":holder", S(holder)}};
  }
  return free;
}

Response Agenda::Request(const Booking& booking) {
  return client_.PutItem({.table = table_, .item = BookingItem(booking), .condition = "attribute_not_exists(PK)"});
}

Response Agenda::Confirm(const Booking& booking) {
  TransactWriteItemsRequest request{.actions = {ChangeStatusRequest(booking, kPending, kConfirmed)}};
  for (const std::string& quarter_hour : QuarterHours(booking.interval)) {
    request.actions.emplace_back(PutGuardRequest(booking.owner, quarter_hour, booking.id));
  }
  return client_.TransactWriteItems(request);
}

AttemptOutcome Agenda::ConfirmWithoutGuards(const Booking& booking) {
  if (!FindConflicts(booking.event_type, booking.interval).empty()) return AttemptOutcome::kRefused;
  return AttemptOutcomeOf(client_.UpdateItem(ChangeStatusRequest(booking, kPending, kConfirmed)));
}

Response Agenda::Cancel(const Booking& booking) {
  TransactWriteItemsRequest request{.actions = {ChangeStatusRequest(booking, kConfirmed, kCancelled)}};
  for (const std::string& quarter_hour : QuarterHours(booking.interval)) {
    request.actions.emplace_back(DeleteGuardRequest(booking.owner, quarter_hour, booking.id));
  }
  return client_.TransactWriteItems(request);
}

Response Agenda::Complete(const Booking& booking, Minute now) {
  UpdateItemRequest complete = ChangeStatusRequest(booking, kConfirmed, kCompleted);
  complete.condition += " AND ends_at <= :now";
  complete.values[":now"] = S(Iso(now));
  return client_.UpdateItem(complete);
}

Response Agenda::MarkNoShow(const Booking& booking, Minute now) {
  UpdateItemRequest mark = ChangeStatusRequest(booking, kConfirmed, kNoShow);
  mark.condition += " AND starts_at < :now";
  mark.values[":now"] = S(Iso(now));
  return client_.UpdateItem(mark);
}

Response Agenda::Reschedule(const Item& stored, const Interval& interval) {
  const std::string owner = TextOf(stored, "owner_id");
  const std::string id = TextOf(stored, "booking_id");
  const Item moved = MoveBooking(stored, interval);
  TransactWriteItemsRequest request{
      .actions = {DeleteItemRequest{.table = table_,
                                    .key = {{"PK", stored.at("PK")}, {"SK", stored.at("SK")}},
                                    .condition = "#status = :confirmed AND revision = :seen",
                                    .names = {{"#status", "status"}},
                                    .values = {{":confirmed", S(kConfirmed)}, {":seen", stored.at("revision")}}},
                  PutItemRequest{.table = table_, .item = moved, .condition = "attribute_not_exists(PK)"}}};

  // A transaction may contain an item only once, so guards that are needed both before and after are only checked.
  const std::vector<std::string> before = QuarterHours(IntervalOf(stored));
  const std::vector<std::string> after = QuarterHours(interval);
  const auto is_in = [](const std::vector<std::string>& quarter_hours, const std::string& quarter_hour) {
    return std::find(quarter_hours.begin(), quarter_hours.end(), quarter_hour) != quarter_hours.end();
  };
  for (const std::string& quarter_hour : before) {
    if (!is_in(after, quarter_hour)) request.actions.emplace_back(DeleteGuardRequest(owner, quarter_hour, id));
  }
  for (const std::string& quarter_hour : after) {
    if (!is_in(before, quarter_hour)) {
      request.actions.emplace_back(PutGuardRequest(owner, quarter_hour, id));
    } else if (guarded_) {
      request.actions.emplace_back(ConditionCheckRequest{.table = table_,
                                                         .key = GuardKey(owner, quarter_hour),
                                                         .condition = "holder = :holder",
                                                         .values = {{":holder", S(id)}}});
    }
  }
  return client_.TransactWriteItems(request);
}

Response Agenda::LinkToCrm(const Item& key, const std::string& crm_record) {
  return client_.UpdateItem({.table = table_,
                             .key = key,
                             .update = "SET crm_record = :record, revision = revision + :one",
                             .condition = "attribute_exists(PK) AND attribute_not_exists(crm_record)",
                             .values = {{":record", S(crm_record)}, {":one", N(1)}}});
}

std::vector<Item> Agenda::FindConflicts(const std::string& event_type, const Interval& interval) {
  std::vector<Item> found = client_.QueryAll({.table = table_,
                                              .index = "GSI3",
                                              .key_condition = "GSI3_PK = :type AND GSI3_SK BETWEEN :from AND :to",
                                              .filter = "#status = :confirmed",
                                              .names = {{"#status", "status"}},
                                              .values = {{":type", S("EVENTTYPE#" + event_type)},
                                                         {":from", S("TIME#" + Iso(interval.start - kLongestMeeting))},
                                                         {":to", S("TIME#" + Iso(interval.end))},
                                                         {":confirmed", S(kConfirmed)}}});
  // BETWEEN includes both ends, and a meeting that begins earlier may end before the interval, so the query may return
  // meetings that do not overlap it.
  std::erase_if(found, [&interval](const Item& item) { return !Overlap(IntervalOf(item), interval); });
  return found;
}

}  // namespace holdfast::conformance::scheduling
