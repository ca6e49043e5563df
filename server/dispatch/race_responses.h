// Writes and sends the responses to requests that were parked in a race session or whose responses a fault delays, in
// the same form as the responses to other requests.
#pragma once

#include <cstdint>
#include <mutex>

#include "server/message/cors.h"
#include "server/message/response_finisher.h"
#include "server/race/race_outcome.h"

namespace holdfast::server {

// Thread-safe.
class RaceResponseSender final : public RaceResponseSink {
 public:
  // The parameters are those of ResponseFinisher.
  RaceResponseSender(uint64_t seed, OriginPolicy origins) : finisher_(seed, std::move(origins)) {}

  void Send(CompletedRaceRequest completed) override;

 private:
  std::mutex mutex_;
  // Guarded by mutex_.
  ResponseFinisher finisher_;
};

}  // namespace holdfast::server
