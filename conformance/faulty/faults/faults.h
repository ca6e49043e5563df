// The table of all faults.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/faulty/faults/fault.h"

namespace holdfast::conformance::faulty {

// Null if there is no fault of that name. `rate`: the fault's probability, from 0 to 1; each fault has its own default.
std::unique_ptr<Fault> MakeFault(std::string_view name, uint64_t seed, std::optional<double> rate);

// One line for each fault: its name, its default rate and its effect.
std::string ListFaults();

}  // namespace holdfast::conformance::faulty
