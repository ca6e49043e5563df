// System 2: an inventory whose stock is received, reserved, released and shipped. A case for each access pattern, and the
// races: one invariant per file, named like the function.
#pragma once

#include "conformance/runner/suite.h"

namespace holdfast::conformance::inventory {

std::vector<CaseDescription> Cases();
// Conditions cannot subtract: the design of this system originally relied on such a condition.
CaseDescription ArithmeticInConditions();
// The consumer of the stream.
CaseDescription LowStockAlert();

RaceDescription LastUnitReserved();
RaceDescription NeverOversold();
RaceDescription ReceiveAgainstReserve();
RaceDescription ShipAgainstRelease();
RaceDescription OneAlertPerFall();

}  // namespace holdfast::conformance::inventory
