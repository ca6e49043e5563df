// stale-reads: consistent reads answered from a memory of what was true a moment ago, as in a store that serves them
// from a replica or a cache. Eventually consistent reads may be answered so; these may not.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include "conformance/faulty/fault.h"

namespace holdfast::conformance::faulty {

inline constexpr std::chrono::milliseconds kStaleMax{30};

using SteadyNow = std::function<std::chrono::steady_clock::time_point()>;

// GetItem, Query, Scan or BatchGetItem with ConsistentRead, and TransactGetItems, which is always consistent.
bool IsConsistentRead(const Request& request);

// Connections share the memory. It answers, with probability `rate`, the request it has seen byte for byte from the
// same caller, as long as the answer is not older than kStaleMax; else the endpoint does, and is remembered.
std::unique_ptr<Fault> MakeStaleReads(uint64_t seed, double rate, SteadyNow now = std::chrono::steady_clock::now);

}  // namespace holdfast::conformance::faulty
