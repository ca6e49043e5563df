#include "conformance/systems/scheduling/scheduling.h"

#include <iterator>
#include <utility>

namespace holdfast::conformance {
namespace {

std::vector<CaseDescription> Cases() {
  std::vector<CaseDescription> all;
  for (std::vector<CaseDescription> part : {scheduling::EventTypeCases(), scheduling::BookingCases(),
                                            scheduling::CalendarCases(), scheduling::EndToEndCases()}) {
    all.insert(all.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
  }
  return all;
}

}  // namespace

Suite SchedulingSystem() {
  return {"systems/scheduling",
          Cases(),
          {scheduling::MeetingsNeverOverlap(), scheduling::RescheduledMeetingsNeverOverlap(),
           scheduling::OneRefreshPerVersion()}};
}

}  // namespace holdfast::conformance
