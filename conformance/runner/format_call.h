// A call in readable form, for witnesses: "UpdateItem stock#7/unit: SET available = available - 1, if available >= 1".
#pragma once

#include <string>

#include "conformance/client/client.h"

namespace holdfast::conformance {

std::string FormatRequest(const CallRecord& call);
// "ok", the items or attributes in the response ("nothing" if a read found none), or the error's name and the reasons
// of a cancelled transaction.
std::string FormatResponse(const CallRecord& call);

}  // namespace holdfast::conformance
