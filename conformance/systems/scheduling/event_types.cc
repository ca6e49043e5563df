#include "conformance/systems/scheduling/event_types.h"

namespace holdfast::conformance::scheduling {
namespace {

Value Rule(const std::string& day, const std::string& from, const std::string& to) {
  return M({{"day", S(day)},
            {"from", S(from)},
            {"to", S(to)},
            {"breaks", L({M({{"at", S("12:00")}, {"minutes", N(45)}})})}});
}

}  // namespace

Item EventTypeKey(const EventType& event_type) {
  return {{"PK", S("OWNER#" + event_type.owner)}, {"SK", S("EVENTTYPE#" + event_type.slug)}};
}

Item EventTypeItem(const EventType& event_type) {
  Item item = EventTypeKey(event_type);
  item.insert({{"GSI1_PK", S("EVENTTYPE#" + event_type.slug)},
               {"GSI2_PK", S("OWNER#" + event_type.owner)},
               {"GSI2_SK", S(std::string("STATUS#") + kActive)},
               {"owner_id", S(event_type.owner)},
               {"status", S(kActive)},
               {"longest_minutes", N(120)},
               {"availability", L({Rule("MON", "09:00", "17:00"), Rule("TUE", "10:00", "16:00")})}});
  return item;
}

Response EventTypes::Publish(const EventType& event_type) {
  return client_.PutItem({.table = table_,
                          .item = EventTypeItem(event_type),
                          .condition = "attribute_not_exists(PK) AND attribute_not_exists(SK)"});
}

Response EventTypes::Retire(const EventType& event_type) {
  return client_.UpdateItem(
      {.table = table_,
       .key = EventTypeKey(event_type),
       .update = "SET #status = :retired, GSI2_SK = :place",
       .condition = "#status = :active",
       .names = {{"#status", "status"}},
       .values = {
           {":retired", S(kRetired)}, {":active", S(kActive)}, {":place", S(std::string("STATUS#") + kRetired)}}});
}

Response EventTypes::ChangeClosingTime(const EventType& event_type, int rule, const std::string& closing_time) {
  const std::string path = "availability[" + std::to_string(rule) + "].#to";
  return client_.UpdateItem({.table = table_,
                             .key = EventTypeKey(event_type),
                             .update = "SET " + path + " = :to",
                             .condition = "attribute_exists(" + path + ")",
                             .names = {{"#to", "to"}},
                             .values = {{":to", S(closing_time)}}});
}

std::vector<Item> EventTypes::EventTypesWithStatus(const std::string& owner, const std::string& status_name) {
  return client_.QueryAll({.table = table_,
                           .index = "GSI2",
                           .key_condition = "GSI2_PK = :owner AND GSI2_SK = :status",
                           .values = {{":owner", S("OWNER#" + owner)}, {":status", S("STATUS#" + status_name)}}});
}

}  // namespace holdfast::conformance::scheduling
