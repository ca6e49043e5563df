// A request to which a fault rule or an anomaly may apply.
#pragma once

#include "engine/race/steps/operation.h"
#include "server/dispatch/operation_table.h"
#include "server/message/http_message.h"

namespace holdfast::server {

// References to objects of the dispatcher: valid only while it handles the request.
struct InterceptedCall {
  const HttpRequest& request;
  const Operation& operation;
  const OperationCall& call;
  const NamedDatabase& database;
  // The same request in the form that fault rules and anomalies match.
  const race::Request& typed;
};

}  // namespace holdfast::server
