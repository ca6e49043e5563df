// What requests cost server and driver together, in processor time.
#pragma once

#include <string>
#include <vector>

#include "bench/process/child_server.h"
#include "bench/process/plain_client.h"

namespace holdfast::bench {

double Median(std::vector<double> figures);

// Throws std::runtime_error unless the status is 2xx; `what` is the subject of its sentence.
void ExpectSuccess(const PlainResponse& response, const char* what);

// Microseconds of server and driver together for one request: where they share a processor the kernel charges one of
// them with the other's time. Each request is sent `rounds` times on a connection of its own, all connections at a time.
double RequestCost(const ChildServer& server, const std::vector<std::string>& requests, int rounds);

}  // namespace holdfast::bench
