// System 5: meetings that are booked in owners' calendars.
#pragma once

#include "conformance/runner/suite.h"

namespace holdfast::conformance::scheduling {

std::vector<CaseDescription> EventTypeCases();
std::vector<CaseDescription> BookingCases();
std::vector<CaseDescription> CalendarCases();
std::vector<CaseDescription> EndToEndCases();

RaceDescription MeetingsNeverOverlap();
RaceDescription RescheduledMeetingsNeverOverlap();
RaceDescription OneRefreshPerVersion();

}  // namespace holdfast::conformance::scheduling
