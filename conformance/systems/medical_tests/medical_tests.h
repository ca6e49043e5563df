// The system of medical tests: what it consists of.
#pragma once

#include <vector>

#include "conformance/runner/suite.h"

namespace holdfast::conformance {

Suite MedicalTestsSystem();

namespace medical_tests {

std::vector<CaseDescription> Cases();
RaceDescription OneReviewPerTest();
RaceDescription ReviewQueuePages();

}  // namespace medical_tests
}  // namespace holdfast::conformance
