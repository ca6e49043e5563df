// The state of one database, which operations work on.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "absl/time/time.h"
#include "engine/base/clock.h"
#include "engine/base/latch.h"
#include "engine/base/limits.h"
#include "engine/base/random.h"
#include "engine/base/result.h"
#include "engine/database/call_rate.h"
#include "engine/database/engine_options.h"
#include "engine/database/scheduled_transitions.h"
#include "engine/streams/stream_catalog.h"
#include "engine/tables/backup_catalog.h"
#include "engine/tables/table_catalog.h"
#include "engine/tables/throughput_limits.h"
#include "engine/write/commit_numbers.h"
#include "engine/write/idempotency_tokens.h"

namespace holdfast {

struct DatabaseState {
  // `source_clock`: the clock that the database's clock follows until the database's clock is stopped.
  DatabaseState(std::string account_id, std::string region_name, const EngineOptions& engine_options,
                std::shared_ptr<const Clock> source_clock, uint64_t seed)
      : DatabaseState(std::move(account_id), std::move(region_name), engine_options,
                      std::make_shared<DatabaseClock>(std::move(source_clock)), seed) {}
  DatabaseState(std::string account_id, std::string region_name, const EngineOptions& engine_options,
                std::shared_ptr<DatabaseClock> database_clock, uint64_t seed)
      : account(std::move(account_id)),
        region(std::move(region_name)),
        options(engine_options),
        clock(std::move(database_clock)),
        hash_seed(Random(~seed).Next()),
        random(seed),
        throughput(MakeThroughputLimits()),
        backups(region, account),
        idempotency_tokens(hash_seed) {}

  // A copy of everything but the clock, the used throughput and calls, and the replicas in other Regions, for the given
  // account and region. The tables share their items with the original, so the cost depends on the number of tables,
  // not of items. No other thread may use the original meanwhile.
  DatabaseState(const DatabaseState& original, std::string account_id, std::string region_name,
                std::shared_ptr<DatabaseClock> database_clock);

  // To be called when the clock has been set from `before` to `after`, with no other thread using the state. If the
  // time went back, transitions keep what remained of their delay.
  void NoteClockChange(absl::Time before, absl::Time after);

  const std::string account;
  const std::string region;
  const EngineOptions options;
  const std::shared_ptr<DatabaseClock> clock;
  // The seed of the hash of partition keys and idempotency tokens. It follows from the database's seed. (So it is no
  // secret from clients: the generator of ids can be inverted, and then a generated id shows the database's seed.)
  const uint64_t hash_seed;
  Random random;
  // Held by every operation that changes tables (ControlPlaneLock), from its checks to the end of the change, so that
  // changes happen one after the other. Locked before all other latches of the state. The data plane does not take it.
  Latch control_plane;
  ScheduledTransitions scheduled_transitions;
  // The number of changes of the clock so far, and the number of the last change after which expired items have been
  // deleted. A copy that is made between a change and the deletions has both numbers, and so deletes the items itself.
  std::atomic<uint64_t> clock_changes{0};
  std::atomic<uint64_t> swept_clock_changes{0};
  TableCatalog tables;
  // Whether there is or was a table with replicas in other Regions (Table::replica). A copy of the database has none.
  std::atomic<bool> has_replicas{false};
  StreamCatalog streams;
  // Null: there are no limits.
  const std::unique_ptr<ThroughputLimits> throughput;
  // Each of these operations calls CheckCallRate with its rate.
  CallRate list_streams_rate{limits::kListStreamsPerSecond};
  CallRate describe_stream_rate{limits::kDescribeStreamPerSecond};
  CallRate describe_time_to_live_rate{limits::kDescribeTimeToLivePerSecond};
  BackupCatalog backups;
  CommitNumbers commits;
  IdempotencyTokens idempotency_tokens;

 private:
  std::unique_ptr<ThroughputLimits> MakeThroughputLimits() const {
    return options.throttle_by_capacity ? std::make_unique<ThroughputLimits>(clock) : nullptr;
  }
};

// A ThrottlingException if a call now would exceed the rate, with EngineOptions::realistic_timing.
Status CheckCallRate(const DatabaseState& database, CallRate& rate);

}  // namespace holdfast
