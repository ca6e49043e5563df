// The races of the inventory: one invariant per file, named like the function.
#pragma once

#include "conformance/runner/race.h"

namespace holdfast::conformance::inventory {

RaceDescription LastUnitReserved();
RaceDescription NeverOversold();
RaceDescription ReceiveAgainstReserve();
RaceDescription ShipAgainstRelease();
RaceDescription OneAlertPerFall();

}  // namespace holdfast::conformance::inventory
