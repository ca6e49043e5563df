// Writes hints to the standard error stream, each once: about requests that are probably mistakes. Responses do not
// contain the hints.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "absl/base/thread_annotations.h"
#include "engine/base/error.h"
#include "engine/base/latch.h"
#include "server/dispatch/databases.h"
#include "server/dispatch/target_header.h"

namespace holdfast::server {

// Thread-safe. Writes at most kLinesMax lines.
class HintLog {
 public:
  static constexpr size_t kLinesMax = 64;
  // Event loops write hints: searching more databases would take longer than a millisecond.
  static constexpr size_t kSearchedDatabasesMax = 200;
  using Sink = std::function<void(std::string_view line)>;

  // Writes to the standard error stream.
  HintLog();
  explicit HintLog(Sink sink) : sink_(std::move(sink)) {}

  // `caller` may have a credential scope without a region or a service; us-east-1 or dynamodb was assumed for it.
  void OnAssumedScope(const Caller& caller);
  // `target_header` does not name an operation of this server.
  void OnUnknownOperation(std::string_view target_header);
  // The database `wanted` does not exist. `table_name` is the table that the request names; empty if it names none.
  // Searches up to kSearchedDatabasesMax databases, at most once a second.
  void OnMissingDatabase(const Databases& databases, const DatabaseName& wanted, std::string_view table_name);
  // The request was refused with `error`.
  void OnRefusal(const Error& error);
  // `GET /` got status 200.
  void OnHealthCheck(bool has_user_agent);

 private:
  void Write(const std::string& line);
  // Sets `*done`. True for the first caller only.
  static bool IsFirst(std::atomic<bool>* done) {
    return !done->load(std::memory_order_relaxed) && !done->exchange(true);
  }

  const Sink sink_;
  std::atomic<bool> assumed_region_{false};
  std::atomic<bool> assumed_service_{false};
  std::atomic<bool> arithmetic_{false};
  std::atomic<bool> hyphenated_name_{false};
  std::atomic<bool> reserved_word_{false};
  std::atomic<int> health_checks_without_user_agent_{0};
  // When OnMissingDatabase may search again, in milliseconds of the steady clock.
  std::atomic<int64_t> next_search_{0};
  Latch latch_;
  std::unordered_set<std::string> written_ ABSL_GUARDED_BY(latch_);
};

}  // namespace holdfast::server
