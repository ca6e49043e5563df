// The seeds and the tag of a run. From the run's single seed every random generator derives a seed of its own: for each
// purpose (a race's name, "retries"), round and client.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace holdfast::conformance {

// `client` is -1 for a generator that belongs to no client.
uint64_t DeriveSeed(uint64_t run_seed, std::string_view purpose, int round, int client);
// From the operating system, for runs without --seed.
uint64_t UnpredictableSeed();
// Ten random hexadecimal digits, which very probably no other run has, not even one with the same seed.
std::string NewRunTag();

}  // namespace holdfast::conformance
