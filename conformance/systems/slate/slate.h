// Slate: live booking of venues with holds, payments, and consumers of the table's stream. There is a case
// for each access pattern and each step of the booking saga. Each race checks one invariant, in a file named like its
// function.
#pragma once

#include "conformance/runner/suite.h"

namespace holdfast::conformance::slate {

std::vector<CaseDescription> Cases();
// Cases about holds that expire and the consumers of the stream, in expiry_cases.cc.
std::vector<CaseDescription> ExpiryCases();

RaceDescription OneHoldPerSlot();
RaceDescription LatePayment();
RaceDescription ExpiryAgainstRenewal();
RaceDescription EveryFlipOnce();
RaceDescription ConsumerGoesOnWhereItWas();

}  // namespace holdfast::conformance::slate
