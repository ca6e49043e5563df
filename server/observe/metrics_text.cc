#include "server/observe/metrics_text.h"

#include <cstdio>
#include <initializer_list>
#include <utility>

namespace holdfast::server {
namespace {

// Appends the lines that come before the samples of a metric.
void AppendMetadata(std::string_view name, std::string_view type, std::string_view help, std::string* out) {
  out->append("# HELP ").append(name).append(" ").append(help).append("\n");
  out->append("# TYPE ").append(name).append(" ").append(type).append("\n");
}

void AppendNumber(double value, std::string* out) {
  char text[32];
  const int size = std::snprintf(text, sizeof text, "%.9g", value);
  out->append(text, static_cast<size_t>(size));
}

using Labels = std::initializer_list<std::pair<std::string_view, std::string_view>>;

// Appends the name and the labels of a sample, and escapes the labels' values as the format requires.
void AppendSampleName(std::string_view name, Labels labels, std::string* out) {
  out->append(name);
  char separator = '{';
  for (const auto& [label, value] : labels) {
    *out += std::exchange(separator, ',');
    out->append(label).append("=\"");
    for (const char c : value) {
      if (c == '\n') {
        out->append("\\n");
        continue;
      }
      if (c == '"' || c == '\\') *out += '\\';
      *out += c;
    }
    *out += '"';
  }
  if (separator == ',') *out += '}';
  *out += ' ';
}

void AppendSample(std::string_view name, Labels labels, uint64_t value, std::string* out) {
  AppendSampleName(name, labels, out);
  out->append(std::to_string(value)).append("\n");
}

void AppendGauge(std::string_view name, std::string_view help, size_t value, std::string* out) {
  AppendMetadata(name, "gauge", help, out);
  AppendSample(name, {}, value, out);
}

uint64_t Sum(const std::vector<uint64_t>& counts) {
  uint64_t sum = 0;
  for (const uint64_t count : counts) sum += count;
  return sum;
}

}  // namespace

void AppendGauges(const ServerGauges& gauges, std::string* out) {
  if (gauges.stores) {
    AppendGauge("holdfast_items", "Items in the tables of all databases.", gauges.items, out);
    AppendGauge("holdfast_item_bytes", "Size of these items as DynamoDB counts it.", gauges.item_bytes, out);
    AppendGauge("holdfast_tables", "Tables of all databases.", gauges.tables, out);
    AppendGauge("holdfast_databases", "Databases, forks included.", gauges.databases, out);
    AppendGauge("holdfast_forks", "Databases that are forks.", gauges.forks, out);
  }
  AppendGauge("holdfast_connections", "Open connections of clients.", gauges.connections, out);
  AppendGauge("holdfast_buffered_bytes",
              "Unfinished requests and unread responses, as --max-buffered-bytes counts them.", gauges.buffered_bytes,
              out);
}

void AppendCounts(const RequestTotals& counts, const std::vector<std::string_view>& operations, std::string* out) {
  AppendMetadata("holdfast_requests_total", "counter", "API requests that have ended, with or without a response.",
                 out);
  for (size_t operation = 0; operation < operations.size(); ++operation) {
    for (size_t outcome = 0; outcome < OutcomeCount(); ++outcome) {
      const uint64_t count = counts.outcomes[operation][outcome];
      if (count == 0) continue;
      AppendSample("holdfast_requests_total", {{"operation", operations[operation]}, {"outcome", OutcomeName(outcome)}},
                   count, out);
    }
  }
  AppendMetadata("holdfast_request_duration_seconds", "histogram",
                 "Time from the point at which a request has been read until its response is complete.", out);
  for (size_t operation = 0; operation < operations.size(); ++operation) {
    const std::vector<uint64_t>& buckets = counts.buckets[operation];
    const uint64_t total = Sum(buckets);
    if (total == 0) continue;
    const std::string_view name = operations[operation];
    uint64_t cumulative = 0;
    for (size_t i = 0; i + 1 < kBucketCount; ++i) {
      cumulative += buckets[i];
      std::string bound;
      AppendNumber(kBucketSeconds[i], &bound);
      AppendSample("holdfast_request_duration_seconds_bucket", {{"operation", name}, {"le", bound}}, cumulative, out);
    }
    AppendSample("holdfast_request_duration_seconds_bucket", {{"operation", name}, {"le", "+Inf"}}, total, out);
    AppendSampleName("holdfast_request_duration_seconds_sum", {{"operation", name}}, out);
    AppendNumber(counts.seconds[operation], out);
    *out += '\n';
    AppendSample("holdfast_request_duration_seconds_count", {{"operation", name}}, total, out);
  }
  AppendMetadata("holdfast_refusals_total", "counter",
                 "API requests that did not succeed, by outcome and by the first table that they name.", out);
  for (const auto& [outcome_and_table, count] : counts.refusals) {
    const auto& [outcome, table] = outcome_and_table;
    AppendSample("holdfast_refusals_total", {{"outcome", OutcomeName(outcome)}, {"table", table}}, count, out);
  }
}

void AppendCountsAreOff(std::string* out) {
  out->append("# Requests are not counted: start the server with --metrics.\n");
}

}  // namespace holdfast::server
