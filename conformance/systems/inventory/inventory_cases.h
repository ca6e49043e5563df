// The access patterns of the inventory, one case each.
#pragma once

#include <vector>

#include "conformance/runner/case.h"

namespace holdfast::conformance::inventory {

std::vector<CaseDescription> InventoryCases();

// Conditions cannot subtract: the design of this system originally relied on such a condition.
CaseDescription ArithmeticInConditions();
// The consumer of the stream.
CaseDescription LowStockAlert();

}  // namespace holdfast::conformance::inventory
