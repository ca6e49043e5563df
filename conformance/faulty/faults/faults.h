// Every fault that can be planted, in one table.
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

// A line for each: its name, its default rate and what it does.
std::string ListFaults();

}  // namespace holdfast::conformance::faulty
