// Every client of every round of every race has a random generator of its own, seeded from the run's single seed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace holdfast::conformance {

uint64_t DeriveSeed(uint64_t run_seed, std::string_view race, int round, int client);
// From the operating system, for runs without --seed.
uint64_t UnpredictableSeed();
// Ten random hexadecimal digits, which distinguish this run from all others, even from those with the same seed.
std::string NewRunTag();

}  // namespace holdfast::conformance
