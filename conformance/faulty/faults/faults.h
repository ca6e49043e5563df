// The table of all faults.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/faulty/faults/fault.h"

namespace holdfast::conformance::faulty {

// Null if there is no fault of that name. `rate`: the probability, from 0 to 1, that the fault affects a request, a
// stream record or an item, depending on the fault; without a value, the fault's own default.
std::unique_ptr<Fault> MakeFault(std::string_view name, uint64_t seed, std::optional<double> rate);

// One line for each fault: its name, its default rate and its effect.
std::string ListFaults();

}  // namespace holdfast::conformance::faulty
