// A deterministic database of account 000000000000 in us-east-1, with a virtual clock and a fixed seed.
#pragma once

#include <memory>

#include "absl/time/time.h"
#include "engine/base/clock.h"
#include "engine/database/database_state.h"

namespace holdfast {

struct TestDatabase {
  explicit TestDatabase(const EngineOptions& options = EngineOptions())
      : state("000000000000", "us-east-1", options, clock, 1) {}

  std::shared_ptr<VirtualClock> clock = std::make_shared<VirtualClock>(absl::FromUnixMillis(1'712'371'115'842));
  DatabaseState state;
};

}  // namespace holdfast
