// The scheduling service: what it consists of.
#pragma once

#include <vector>

#include "conformance/runner/suite.h"

namespace holdfast::conformance {

Suite SchedulingSystem();

namespace scheduling {

std::vector<CaseDescription> EventTypeCases();
std::vector<CaseDescription> BookingCases();
std::vector<CaseDescription> CalendarCases();
std::vector<CaseDescription> EndToEndCases();
RaceDescription MeetingsNeverOverlap();
RaceDescription RescheduledMeetingsNeverOverlap();
RaceDescription OneRefreshPerVersion();

}  // namespace scheduling
}  // namespace holdfast::conformance
