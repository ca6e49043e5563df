// The races of Slate: one invariant per file, named like the function.
#pragma once

#include "conformance/runner/race.h"

namespace holdfast::conformance::slate {

RaceDescription OneHoldPerSlot();
RaceDescription LatePayment();
RaceDescription ExpiryAgainstRenewal();
RaceDescription EveryFlipOnce();
RaceDescription ConsumerGoesOnWhereItWas();

}  // namespace holdfast::conformance::slate
