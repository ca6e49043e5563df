// Options of an engine.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <string>

#include "engine/base/limits.h"

namespace holdfast {
class BackgroundQueue;
class LateExpiry;

// The same for all databases of an engine.
struct EngineOptions {
  // Accept `a - b >= :c` in conditions and filters, which DynamoDB refuses.
  bool allow_arithmetic_conditions = false;
  // Databases of all other accounts start as copies of this account's database in the same region. If no account is
  // named here, they start empty.
  std::string template_account;
  // Tables and indexes take as long to change as the service's, by the database's clock, and requests that the service
  // refuses during such a change are refused, as are more calls of ListStreams, DescribeStream and DescribeTimeToLive
  // than it accepts. Otherwise every change is complete when its operation returns, except a build that is left to a
  // background worker (engine/database/builds.h).
  bool realistic_timing = false;
  // The callers of all Regions use one database. So no table can have replicas, and ReplicaUpdates are refused.
  bool one_region = false;
  // Requests beyond the throughput of their tables are refused: engine/tables/throughput_limits.h.
  bool throttle_by_capacity = false;
  // The largest size of an item collection: all items of one partition key, in a table with local indexes.
  size_t item_collection_bytes_max = limits::kItemCollectionBytesMax;
  // While stored data takes more memory than this (engine/base/stored_bytes.h), these are refused: puts, updates,
  // transactions with a token, backups, restores, new streams, tags and policies of streams, and indexes and replicas
  // that are added to a table. 0: there is no limit.
  size_t max_memory_bytes = 0;
  // A request for a replica of a global table fails if the replica needs a database beyond this number.
  // (Engine::FindOrCreate does not check it.)
  size_t databases_max = std::numeric_limits<size_t>::max();
  // The memory for the versions that point-in-time recovery keeps, for all tables of the process together
  // (engine/tables/recovery_history.h). Beyond it a table that is written forgets its oldest versions, and restores
  // reach less far back than the recovery period. It also bounds what the backups of type SYSTEM of a database keep:
  // beyond it the oldest of these are removed.
  size_t recovery_bytes_max = size_t{256} << 20;
  // The queue of the engine's background worker, set by the engine. Null: no work is deferred.
  std::shared_ptr<BackgroundQueue> background = nullptr;
  // The delay with which sweeps delete expired items, set by the engine. Null: there is no delay.
  std::shared_ptr<LateExpiry> late_expiry = nullptr;
};

}  // namespace holdfast
