// stale-reads: responses of consistent reads come from a short-lived cache, as in a store that serves them from a
// replica. DynamoDB allows stale results only for eventually consistent reads.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include "conformance/faulty/faults/fault.h"

namespace holdfast::conformance::faulty {

// Counted from when the request was sent.
inline constexpr std::chrono::milliseconds kCachedAgeMax{30};

using SteadyNow = std::function<std::chrono::steady_clock::time_point()>;

// GetItem, Query, Scan or BatchGetItem with ConsistentRead, and TransactGetItems, which is always consistent.
bool IsConsistentRead(const Request& request);

// All connections share the cache. With probability `rate` it serves a request that equals an earlier one of the same
// caller byte for byte, if the cached response is not older than kCachedAgeMax; otherwise the endpoint serves the
// request, and its response is cached if it succeeded.
std::unique_ptr<Fault> MakeStaleReads(uint64_t seed, double rate, SteadyNow now = std::chrono::steady_clock::now);

}  // namespace holdfast::conformance::faulty
