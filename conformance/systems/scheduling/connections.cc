#include "conformance/systems/scheduling/connections.h"

#include <set>
#include <utility>

#include "conformance/systems/scheduling/agenda.h"

namespace holdfast::conformance::scheduling {

Item ConnectionKey(const Connection& connection) {
  return {{"PK", S("OWNER#" + connection.owner)}, {"SK", S("PROVIDER#" + connection.provider)}};
}

Response Connections::Connect(const Connection& connection, const std::string& vault_reference, Minute now) {
  Item item = ConnectionKey(connection);
  item.insert({{"GSI1_PK", S("PROVIDER#" + connection.provider)},
               {"GSI1_SK", S("OWNER#" + connection.owner)},
               {"owner_id", S(connection.owner)},
               {"vault_reference", S(vault_reference)},
               {"version", N(1)},
               {"updated_at", S(Iso(now))}});
  return client_.PutItem({.table = table_, .item = item, .condition = "attribute_not_exists(PK)"});
}

Response Connections::RefreshToken(const Connection& connection, const std::string& vault_reference,
                                   int64_t expected_version, Minute now) {
  UpdateItemRequest refresh{
      .table = table_,
      .key = ConnectionKey(connection),
      .update = "SET vault_reference = :r, version = :n, updated_at = :now",
      .values = {{":r", S(vault_reference)}, {":n", N(expected_version + 1)}, {":now", S(Iso(now))}}};
  if (guarded_) {
    refresh.condition = "version = :expected";
    refresh.values[":expected"] = N(expected_version);
  }
  return client_.UpdateItem(refresh);
}

Response Connections::Sync(const Item& stored, const std::vector<Interval>& busy, Minute now) {
  const std::string owner = TextOf(stored, "owner_id");
  const std::string calendar = TextOf(stored, "SK");
  std::set<std::string> missing;
  for (const Interval& interval : busy) {
    for (std::string& quarter_hour : QuarterHours(interval)) missing.insert(std::move(quarter_hour));
  }

  TransactWriteItemsRequest request{
      .actions = {UpdateItemRequest{.table = table_,
                                    .key = {{"PK", stored.at("PK")}, {"SK", stored.at("SK")}},
                                    .update = "SET synced_at = :now",
                                    .condition = "version = :seen",
                                    .values = {{":now", S(Iso(now))}, {":seen", stored.at("version")}}}}};
  for (const Item& guard : Agenda(&client_, bookings_table_).GuardsOf(owner)) {
    const std::string quarter_hour = TextOf(guard, "SK").substr(std::string("GUARD#").size());
    const bool is_busy = missing.erase(quarter_hour) > 0;
    if (is_busy || TextOf(guard, "holder") != calendar) continue;
    request.actions.emplace_back(DeleteItemRequest{.table = bookings_table_,
                                                   .key = GuardKey(owner, quarter_hour),
                                                   .condition = "holder = :calendar",
                                                   .values = {{":calendar", S(calendar)}}});
  }
  for (const std::string& quarter_hour : missing) {
    request.actions.emplace_back(PutItemRequest{.table = bookings_table_,
                                                .item = GuardItem(owner, quarter_hour, calendar),
                                                .condition = "attribute_not_exists(PK)"});
  }
  return client_.TransactWriteItems(request);
}

}  // namespace holdfast::conformance::scheduling
