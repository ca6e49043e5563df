// The access patterns of the inventory, one case each.
#pragma once

#include <vector>

#include "conformance/runner/case.h"

namespace holdfast::conformance::inventory {

std::vector<CaseDescription> InventoryCases();

// In a file of its own: a condition that subtracts is what this system's author wrote first.
CaseDescription ArithmeticInConditions();
// In a file of its own: the consumer of the stream.
CaseDescription LowStockAlert();

}  // namespace holdfast::conformance::inventory
