// Faults of delivery: a write arrives without its idempotency token or more than once, or succeeds and is answered with
// an error.
#pragma once

#include <cstdint>
#include <memory>

#include "conformance/faulty/faults/fault.h"

namespace holdfast::conformance::faulty {

// The request without ClientRequestToken; unchanged if it has none or is not a JSON object.
Request WithoutToken(const Request& request);

// token-dropped: ClientRequestToken does not reach the endpoint, as in a store that ignores it.
std::unique_ptr<Fault> MakeTokenDropped();
// delivered-twice: a write is delivered twice in a row, and the client gets the first response. Idempotency tokens
// are kept: the endpoint must execute such a request once.
std::unique_ptr<Fault> MakeDeliveredTwice();
// committed-then-500: a write that succeeded is, with probability `rate`, answered with InternalServerError.
std::unique_ptr<Fault> MakeCommittedThenError(uint64_t seed, double rate);

}  // namespace holdfast::conformance::faulty
