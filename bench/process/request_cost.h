// The processor time of requests, in the server and in the client that sends them.
#pragma once

#include <string>
#include <vector>

#include "bench/process/child_server.h"
#include "bench/process/plain_client.h"

namespace holdfast::bench {

// The figure in the middle; of an even number of figures, the larger of the two in the middle. `figures` must not be
// empty.
double Median(std::vector<double> figures);

// Throws a std::runtime_error whose message begins with `what`, unless the status is 2xx.
void ExpectSuccess(const PlainResponse& response, const char* what);

// Returns the processor time of one request. It includes the client's time, because the kernel may attribute time to
// the wrong process if both share a processor. Each request is sent `rounds` times on a connection of its own; in each
// round all connections send before any reads. `requests` must not be empty, `rounds` must be positive. Throws a
// std::runtime_error if a response is not 2xx, or the server has ended.
double RequestMicroseconds(const ChildServer& server, const std::vector<std::string>& requests, int rounds);

}  // namespace holdfast::bench
