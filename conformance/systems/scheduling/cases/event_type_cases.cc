// The access patterns of the event types, one case each.
#include <algorithm>
#include <string>
#include <vector>

#include "conformance/runner/eventually.h"
#include "conformance/systems/scheduling/cases/scheduling_fixture.h"
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
  SchedulingFixture fixture(run);
  run.ExpectOk(fixture.event_types.Publish(fixture.event_type), "publishing an event type");
  run.ExpectError(fixture.event_types.Publish(fixture.event_type), "ConditionalCheckFailedException",
                  "The conditional request failed", "publishing its slug again");
  run.ExpectOk(fixture.event_types.Publish({run.Key("henri"), fixture.event_type.slug}), "another owner's same slug");
  run.ExpectOk(fixture.event_types.Publish({fixture.event_type.owner, run.Key("workshop")}), "the owner's other slug");
}

void AvailabilityRules(CaseRun& run) {
  SchedulingFixture fixture(run);
  Require(fixture.event_types.Publish(fixture.event_type));
  run.ExpectItem(fixture.event_types.Get(fixture.event_type), EventTypeItem(fixture.event_type),
                 "the event type with its nested rules");
  run.ExpectOk(fixture.event_types.ChangeClosingTime(fixture.event_type, 1, "15:30"), "changing the second rule");
  Item changed = EventTypeItem(fixture.event_type);
  changed["availability"].list[1].map["to"] = S("15:30");
  run.ExpectItem(fixture.event_types.Get(fixture.event_type), changed, "one member of one rule must have changed");
  run.ExpectError(fixture.event_types.ChangeClosingTime(fixture.event_type, 2, "15:30"),
                  "ConditionalCheckFailedException", "The conditional request failed",
                  "changing a rule that is not there");
}

void EventTypesWithSlug(CaseRun& run) {
  SchedulingFixture fixture(run);
  const std::string other = run.Key("henri");
  Require(fixture.event_types.Publish(fixture.event_type));
  Require(fixture.event_types.Publish({other, fixture.event_type.slug}));
  Require(fixture.event_types.Publish({other, run.Key("workshop")}));
  const std::vector<std::string> expected = {fixture.event_type.owner, other};
  run.Expect(
      Eventually([&] { return OwnersOf(fixture.event_types.EventTypesWithSlug(fixture.event_type.slug)) == expected; }),
      "GSI1, which has no sort key, must give both owners of the slug");
}

void EventTypesWithStatus(CaseRun& run) {
  SchedulingFixture fixture(run);
  const EventType workshop = {fixture.event_type.owner, run.Key("workshop")};
  Require(fixture.event_types.Publish(fixture.event_type));
  Require(fixture.event_types.Publish(workshop));
  Require(fixture.event_types.Retire(workshop));
  const auto has_one = [&](const char* status_name, const EventType& event_type) {
    return Eventually([&] {
      const std::vector<Item> found = fixture.event_types.EventTypesWithStatus(event_type.owner, status_name);
      return found.size() == 1 && TextOf(found[0], "SK") == TextOf(EventTypeKey(event_type), "SK");
    });
  };
  run.Expect(has_one(kActive, fixture.event_type), "GSI2 must give the one active event type of the owner");
  run.Expect(has_one(kRetired, workshop), "GSI2 must give the one retired event type of the owner");
  run.ExpectError(fixture.event_types.Retire(workshop), "ConditionalCheckFailedException",
                  "The conditional request failed", "retiring it again");
}

}  // namespace

std::vector<CaseDescription> EventTypeCases() {
  return {
      {"slug-is-unique", "An owner has a slug once.", SlugIsUnique},
      {"availability-rules", "The rules are a list of maps, and one member of one rule can be changed.",
       AvailabilityRules},
      {"event-types-with-slug", "The event types of a slug are a partition of GSI1.", EventTypesWithSlug},
      {"event-types-by-status", "An owner's event types of a status are one key of GSI2.", EventTypesWithStatus},
  };
}

}  // namespace holdfast::conformance::scheduling
