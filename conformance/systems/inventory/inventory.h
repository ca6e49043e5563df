// System 2: an inventory whose stock is received, reserved, released and shipped. Each race checks one invariant, in
// the file that is named like its function.
#pragma once

#include "conformance/runner/suite.h"

namespace holdfast::conformance::inventory {

// One for each access pattern, and the two below.
std::vector<CaseDescription> Cases();
// Tests that conditions cannot add or subtract: the first design of this system relied on such a condition.
CaseDescription ArithmeticInConditions();
// Tests RaisesAlert (low_stock_alert.h) on records of the table's stream.
CaseDescription LowStockAlert();

RaceDescription LastUnitReserved();
RaceDescription NeverOversold();
RaceDescription ReceiveAgainstReserve();
RaceDescription ShipAgainstRelease();
RaceDescription OneAlertPerFall();

}  // namespace holdfast::conformance::inventory
