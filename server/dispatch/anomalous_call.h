// How a request is executed while the server causes anomalies outside of race sessions (server/race/anomalies.h).
#pragma once

#include <optional>

#include "server/dispatch/intercepted_call.h"
#include "server/message/deferred_response.h"
#include "server/race/anomalies.h"

namespace holdfast::server {

// Executes the request, with the anomaly that `anomalies` chooses for it, if any. Appends the response's body and
// returns its status; or defers the response and returns 0: `responder` must be able to defer. Returns nothing if the
// caller must execute the request as usual. `ticket`: present if the request was released by anomalies.order().
std::optional<int> ExecuteWithAnomalies(const InterceptedCall& intercepted, const std::optional<ReleasedTicket>& ticket,
                                        Anomalies& anomalies, Responder* responder);

// What RequestOrder needs to know of a request: its database, operation, table, footprint and items, and whether it
// writes.
Access AccessOf(Database& database, const race::Request& request);

}  // namespace holdfast::server
