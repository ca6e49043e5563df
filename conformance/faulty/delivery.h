// Faults of delivery: the request itself stays whole, but how often it arrives, or what its sender learns, is wrong.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "conformance/faulty/fault.h"

namespace holdfast::conformance::faulty {

// PutItem, UpdateItem, DeleteItem, TransactWriteItems.
bool IsWrite(std::string_view operation);

Request WithoutToken(const Request& request);

// token-dropped: ClientRequestToken does not reach the endpoint, as in a store that ignores it.
std::unique_ptr<Fault> MakeTokenDropped();
// delivered-twice: a write is delivered twice in a row and answered once. What has a token keeps it: that it is
// executed once is then the endpoint's to see to.
std::unique_ptr<Fault> MakeDeliveredTwice();
// committed-then-500: a write that succeeded is, with probability `rate`, answered with InternalServerError.
std::unique_ptr<Fault> MakeCommittedThenError(uint64_t seed, double rate);

}  // namespace holdfast::conformance::faulty
