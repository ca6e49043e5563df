// The access patterns of the event types, one case each.
#include <algorithm>
#include <string>
#include <vector>

#include "conformance/runner/eventually.h"
#include "conformance/systems/scheduling/office.h"
#include "conformance/systems/scheduling/scheduling.h"

namespace holdfast::conformance::scheduling {
namespace {

std::vector<std::string> OwnersOf(const std::vector<Item>& items) {
  std::vector<std::string> owners;
  for (const Item& item : items) owners.push_back(TextOf(item, "owner_id"));
  std::sort(owners.begin(), owners.end());
  return owners;
}

void SlugIsUnique(CaseRun& run) {
  Office office(run);
  run.ExpectOk(office.event_types.Publish(office.event_type), "publishing an event type");
  run.ExpectError(office.event_types.Publish(office.event_type), "ConditionalCheckFailedException",
                  "The conditional request failed", "publishing its slug again");
  run.ExpectOk(office.event_types.Publish({run.Key("henri"), office.event_type.slug}), "another owner's same slug");
  run.ExpectOk(office.event_types.Publish({office.event_type.owner, run.Key("workshop")}), "the owner's other slug");
}

void AvailabilityRules(CaseRun& run) {
  Office office(run);
  Require(office.event_types.Publish(office.event_type));
  run.ExpectItem(office.event_types.Get(office.event_type), EventTypeItem(office.event_type),
                 "the event type with its nested rules");
  run.ExpectOk(office.event_types.ChangeClosingTime(office.event_type, 1, "15:30"), "changing the second rule");
  Item changed = EventTypeItem(office.event_type);
  changed["availability"].list[1].map["to"] = S("15:30");
  run.ExpectItem(office.event_types.Get(office.event_type), changed, "one member of one rule must have changed");
  run.ExpectError(office.event_types.ChangeClosingTime(office.event_type, 2, "15:30"),
                  "ConditionalCheckFailedException", "The conditional request failed",
                  "changing a rule that is not there");
}

void WithSlug(CaseRun& run) {
  Office office(run);
  const std::string other = run.Key("henri");
  Require(office.event_types.Publish(office.event_type));
  Require(office.event_types.Publish({other, office.event_type.slug}));
  Require(office.event_types.Publish({other, run.Key("workshop")}));
  const std::vector<std::string> expected = {office.event_type.owner, other};
  run.Expect(Eventually([&] { return OwnersOf(office.event_types.WithSlug(office.event_type.slug)) == expected; }),
             "GSI1, which has no sort key, must give both owners of the slug");
}

void WithStatus(CaseRun& run) {
  Office office(run);
  const EventType workshop = {office.event_type.owner, run.Key("workshop")};
  Require(office.event_types.Publish(office.event_type));
  Require(office.event_types.Publish(workshop));
  Require(office.event_types.Retire(workshop));
  const auto has_one = [&](const char* status_name, const EventType& event_type) {
    return Eventually([&] {
      const std::vector<Item> found = office.event_types.WithStatus(event_type.owner, status_name);
      return found.size() == 1 && TextOf(found[0], "SK") == TextOf(EventTypeKey(event_type), "SK");
    });
  };
  run.Expect(has_one(kActive, office.event_type), "GSI2 must give the one active event type of the owner");
  run.Expect(has_one(kRetired, workshop), "GSI2 must give the one retired event type of the owner");
  run.ExpectError(office.event_types.Retire(workshop), "ConditionalCheckFailedException",
                  "The conditional request failed", "retiring it again");
}

}  // namespace

std::vector<CaseDescription> EventTypeCases() {
  return {
      {"slug-is-unique", "An owner has a slug once.", SlugIsUnique},
      {"availability-rules", "The rules are a list of maps, and one member of one rule can be changed.",
       AvailabilityRules},
      {"event-types-with-slug", "The event types of a slug are a partition of GSI1.", WithSlug},
      {"event-types-by-status", "An owner's event types of a status are one key of GSI2.", WithStatus},
  };
}

}  // namespace holdfast::conformance::scheduling
