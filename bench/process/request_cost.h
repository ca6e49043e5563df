// The processor time of requests, in the server and in the client that sends them.
#pragma once

#include <string>
#include <vector>

#include "bench/process/child_server.h"
#include "bench/process/plain_client.h"

namespace holdfast::bench {

double Median(std::vector<double> figures);

// Throws a std::runtime_error whose message begins with `what`, unless the status is 2xx.
void ExpectSuccess(const PlainResponse& response, const char* what);

// Returns the processor time of one request in microseconds. It includes the client's time, because the kernel may
// attribute time to the wrong process if both share a processor. Each request is sent `rounds` times on a connection of
// its own; in each round all connections send before any reads.
double RequestCost(const ChildServer& server, const std::vector<std::string>& requests, int rounds);

}  // namespace holdfast::bench
