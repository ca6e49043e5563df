// Executes a request for which a fault rule fires outside of a race session.
#pragma once

#include "engine/race/steps/operation.h"
#include "server/dispatch/operation_table.h"
#include "server/message/deferred_response.h"
#include "server/message/http_message.h"
#include "server/race/fault_rules.h"
#include "server/race/race_lab.h"

namespace holdfast::server {

// A request to which a fault rule or an anomaly may apply.
struct InterceptedCall {
  const HttpRequest& request;
  const Operation& operation;
  const OperationCall& call;
  const NamedDatabase& database;
  // The same request in the form that fault rules and anomalies match.
  const race::Request& typed;
};

// Applies `fault` to the request. Appends the response's body and returns its status. For a fault that drops or delays
// the response, defers the response instead and returns 0: `responder` must then be able to defer. With kDuplicate the
// request is executed again immediately, and the response is that of the first execution.
int ExecuteWithFault(FaultRules::Fired fault, const InterceptedCall& intercepted, RaceLab& races, Responder* responder);

}  // namespace holdfast::server
