// Hints about requests that get the same response as from DynamoDB but probably are mistakes: lines on the standard
// error stream, each written once.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_set.h"
#include "engine/base/latch.h"
#include "server/dispatch/databases.h"
#include "server/dispatch/target_header.h"

namespace holdfast::server {

// Thread-safe. Writes at most kLinesMax lines.
class HintLog {
 public:
  static constexpr size_t kLinesMax = 64;
  using Sink = std::function<void(std::string_view line)>;

  // To the standard error stream.
  HintLog();
  explicit HintLog(Sink sink) : sink_(std::move(sink)) {}

  // A credential scope without a region or a service, of which us-east-1 and dynamodb were assumed.
  void OnAssumedScope(const Caller& caller);
  // `target`: the header, which names no operation of this server.
  void OnUnknownOperation(std::string_view target_header);
  // `wanted` does not exist. `table_name`: the one that the request names; empty if it names none. Searches all
  // databases, at most once a second.
  void OnMissingDatabase(const Databases& databases, const DatabaseName& wanted, std::string_view table_name);
  // `GET /` got status 200.
  void OnHealthCheck(bool has_user_agent);

 private:
  void Write(std::string line);
  // True for the first caller only.
  static bool IsFirst(std::atomic<bool>* done) {
    return !done->load(std::memory_order_relaxed) && !done->exchange(true);
  }

  const Sink sink_;
  std::atomic<bool> assumed_region_{false};
  std::atomic<bool> assumed_service_{false};
  std::atomic<int> health_checks_without_user_agent_{0};
  std::atomic<int64_t> next_search_{0};
  Latch latch_;
  absl::flat_hash_set<std::string> written_ ABSL_GUARDED_BY(latch_);
};

}  // namespace holdfast::server
