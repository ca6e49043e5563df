// Every client of every round of every race has chance of its own, and all of it follows from the run's one seed.
#pragma once

#include <cstdint>
#include <string_view>

namespace holdfast::conformance {

uint64_t DeriveSeed(uint64_t run_seed, std::string_view race, int round, int client);
// From the operating system, for runs whose seed nobody chose.
uint64_t UnpredictableSeed();

}  // namespace holdfast::conformance
