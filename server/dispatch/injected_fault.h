// What a fault rule does to a request outside of a race session.
#pragma once

#include "engine/race/steps/operation.h"
#include "server/dispatch/operation_table.h"
#include "server/message/deferred_response.h"
#include "server/message/http_message.h"
#include "server/race/fault_rules.h"
#include "server/race/race_lab.h"

namespace holdfast::server {

struct FaultyCall {
  const HttpRequest& request;
  const Operation& operation;
  const OperationCall& call;
  // The same request as the rule sees it.
  const race::Request& typed;
};

// Executes the request or does not, as `fault` says, appends the response and returns its status; or defers the
// response, which must be possible, and returns 0. A duplicate is executed immediately after the first.
int ExecuteWithFault(FaultRules::Fired fault, const FaultyCall& faulty, RaceLab& races, Responder* responder);

}  // namespace holdfast::server
