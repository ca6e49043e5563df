// System 3: Slate, live booking of venues with holds, payments, and a stream that is followed. A case for each access
// pattern and step of the saga, and the races: one invariant per file, named like the function.
#pragma once

#include "conformance/runner/suite.h"

namespace holdfast::conformance::slate {

std::vector<CaseDescription> Cases();
// In a file of their own: holds that expire, and the consumer of the stream.
std::vector<CaseDescription> ExpiryCases();

RaceDescription OneHoldPerSlot();
RaceDescription LatePayment();
RaceDescription ExpiryAgainstRenewal();
RaceDescription EveryFlipOnce();
RaceDescription ConsumerGoesOnWhereItWas();

}  // namespace holdfast::conformance::slate
