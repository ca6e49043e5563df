// System 4: medical tests and the queue of those that wait for a doctor's review.
#pragma once

#include "conformance/runner/suite.h"

namespace holdfast::conformance::medical_tests {

std::vector<CaseDescription> Cases();

RaceDescription OneReviewPerTest();
RaceDescription ReviewQueuePages();

}  // namespace holdfast::conformance::medical_tests
