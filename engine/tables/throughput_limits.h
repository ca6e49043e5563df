// The throughput that the tables and global indexes of one database have by their settings, and how much of it is used
// up (EngineOptions::throttle_by_capacity).
//
//   limit                                        units a second                        unused units are kept for
//   a provisioned table, a global index of it    its read and write capacity units     300 s, AWS's burst capacity
//   an on-demand table, a global index of it     its maximum, if it has one            1 s
//   one partition key of a table or an index     3,000 read and 1,000 write units      1 s
//
// A request is throttled if one of the limits that it touches is used up, and otherwise takes its units from all of
// them, even if it needs more than are left: an item may cost more than a table has in a second. The rest is owed, so
// over time no more is used than is provisioned. Units come back by the database's clock: while that is stopped, none
// do.
//
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
//
// [open] What AWS does beyond that is not documented in numbers. Here a new table begins with the units of one second;
// a limit may be exceeded by one request, as above; each partition key is a partition, while AWS may keep several in
// one; up to its own limit a partition key may use all units of its table, as adaptive capacity allows it; and neither
// the quotas of the account nor the growth of on-demand tables limit requests.
//
// A partition key that has used units is remembered until they have come back, but not more than kPartitionsMax keys
// are: then those that have used the smallest part of their units are forgotten, as if they had used none. With a
// stopped clock their number would grow without end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/hash/hash.h"
#include "absl/time/time.h"
#include "engine/base/clock.h"
#include "engine/base/error.h"
#include "engine/base/latch.h"
#include "engine/base/token_bucket.h"
#include "engine/tables/table.h"

namespace holdfast {

enum class UnitKind : uint8_t { kRead, kWrite };

// The units that a part of a request costs.
struct UnitCharge {
  // The index of that part, an action or a read, in the request. ThrottledPart returns it.
  size_t position = 0;
  const Table* table = nullptr;
  // Null: the units are the table's, to which its local indexes belong.
  const GlobalIndex* index = nullptr;
  // The hash of the partition key; absent if the units are spread over many.
  std::optional<uint64_t> partition = std::nullopt;
  double units = 0;
};

struct ThrottledPart {
  size_t position = 0;
  Error error;
};

// Thread-safe. Its latch is of row 7 in engine/README.md ("Why a write cannot deadlock").
class ThroughputLimits {
 public:
  static constexpr size_t kPartitionsMax = 16'384;

  explicit ThroughputLimits(std::shared_ptr<const Clock> clock) : clock_(std::move(clock)) {}

  // Takes the units of all charges and returns an empty vector; or, if a limit that they touch is used up, takes none
  // and returns an error for each charge that touches such a limit.
  std::vector<ThrottledPart> Take(UnitKind kind, const std::vector<UnitCharge>& charges);
  // Drops the buckets of a table that was deleted.
  void DropTable(uint64_t table_number);
  // The number of partition keys that are remembered, of all tables and indexes.
  size_t partition_count() const {
    LatchLock lock(&latch_);
    return partitions_.size();
  }

 private:
  struct Rate {
    // The units of a second; absent: no limit.
    std::optional<double> units = std::nullopt;
    // A bucket keeps the unused units of at most this many seconds.
    double seconds_kept = 1;
    bool on_demand = false;
  };
  // Names the read units or the write units of a table or a global index.
  struct ResourceName {
    uint64_t table_number;
    // Absent: the table.
    std::optional<size_t> index_ordinal;
    UnitKind kind;

    friend bool operator==(const ResourceName&, const ResourceName&) = default;
    template <typename Hash>
    friend Hash AbslHashValue(Hash hash, const ResourceName& name) {
      return Hash::combine(std::move(hash), name.table_number, name.index_ordinal, name.kind);
    }
  };
  // The resource, and the hash of the partition key.
  using PartitionName = std::pair<ResourceName, uint64_t>;

  static ResourceName NameOf(UnitKind kind, const UnitCharge& charge);
  static Rate RateOf(UnitKind kind, const UnitCharge& charge);
  static Rate RateOfPartition(UnitKind kind);
  static void Fill(TokenBucket& bucket, const Rate& rate, absl::Time now);
  // A new bucket has the units of one second.
  template <typename Buckets, typename Name>
  static TokenBucket& FilledBucket(Buckets& buckets, const Name& name, const Rate& rate, absl::Time now);
  // The part of a second's units that the bucket of a partition key lacks: 0 if it is full, more than 1 if units are
  // owed.
  static double UsedPart(const std::pair<const PartitionName, TokenBucket>& partition, absl::Time now);
  // Drops the full buckets of partition keys: a new bucket of a partition key would have the same units. If more than
  // half of kPartitionsMax remain, drops those that lack least, so that at most that many remain.
  void DropFullestPartitions(absl::Time now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch_);

  const std::shared_ptr<const Clock> clock_;
  mutable Latch latch_;
  // No hash maps of Abseil, as in TableCatalog.
  std::unordered_map<ResourceName, TokenBucket, absl::Hash<ResourceName>> resources_ ABSL_GUARDED_BY(latch_);
  std::unordered_map<PartitionName, TokenBucket, absl::Hash<PartitionName>> partitions_ ABSL_GUARDED_BY(latch_);
  // When `partitions_` has more buckets than this, the fullest ones are dropped. This is at least twice the number of
  // buckets that the last such pass left, so that the amortized cost of a request is constant.
  size_t drop_partitions_above_ ABSL_GUARDED_BY(latch_) = 1'024;
};

}  // namespace holdfast
