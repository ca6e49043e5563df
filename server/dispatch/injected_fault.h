// Executes a request for which a fault rule fires outside of a race session.
#pragma once

#include "server/dispatch/intercepted_call.h"
#include "server/message/deferred_response.h"
#include "server/race/fault_rules.h"
#include "server/race/race_lab.h"

namespace holdfast::server {

// Applies `fault` to the request. Appends the body to `intercepted.call.response` and returns the status. For a fault
// that drops or delays the response, defers the response instead and returns 0: `responder` must then be able to defer.
// With kDuplicate the request is executed again immediately, and the response is that of the first execution.
int ExecuteWithFault(FaultRules::Fired fault, const InterceptedCall& intercepted, RaceLab& races, Responder* responder);

}  // namespace holdfast::server
