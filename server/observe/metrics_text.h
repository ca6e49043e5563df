// The body of GET /_holdfast/metrics, in the text format of Prometheus, version 0.0.4
// (https://prometheus.io/docs/instrumenting/exposition_formats/).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "server/observe/request_counters.h"

namespace holdfast::server {

inline constexpr std::string_view kMetricsContentType = "text/plain; version=0.0.4; charset=utf-8";

// What the server holds at this moment.
struct ServerGauges {
  // False: this server forwards requests, and stores nothing.
  bool stores = true;
  size_t items = 0;
  size_t item_bytes = 0;
  size_t tables = 0;
  // Forks included.
  size_t databases = 0;
  size_t forks = 0;
  size_t connections = 0;
  size_t buffered_bytes = 0;
};

void AppendGauges(const ServerGauges& gauges, std::string* out);
// `operations`: the names of the operations, by their numbers.
void AppendCounts(const RequestTotals& counts, const std::vector<std::string_view>& operations, std::string* out);
// Appends a comment that says how to turn the counting on.
void AppendCountsAreOff(std::string* out);

}  // namespace holdfast::server
