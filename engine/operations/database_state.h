// What one database is made of: the state that operations work on.
#pragma once

#include <memory>
#include <string>

#include "engine/base/clock.h"
#include "engine/base/random.h"
#include "engine/tables/table_catalog.h"
#include "engine/write/commit_numbers.h"
#include "engine/write/idempotency_tokens.h"

namespace holdfast {

// Start-up choices, the same for every database of an engine.
struct EngineOptions {
  // Accept `a - b >= :c` in conditions and filters, which DynamoDB refuses.
  bool allow_arithmetic_conditions = false;
};

struct DatabaseState {
  DatabaseState(std::string account_id, std::string region_name, const EngineOptions& engine_options,
                std::shared_ptr<Clock> database_clock, uint64_t seed)
      : account(std::move(account_id)),
        region(std::move(region_name)),
        options(engine_options),
        clock(std::move(database_clock)),
        random(seed) {}

  const std::string account;
  const std::string region;
  const EngineOptions options;
  const std::shared_ptr<Clock> clock;
  Random random;
  TableCatalog tables;
  CommitNumbers commits;
  IdempotencyTokens idempotency_tokens;
};

}  // namespace holdfast
