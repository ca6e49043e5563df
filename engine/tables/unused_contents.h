// Contents of tables, indexes, backups and histories that are no longer used. A background worker destroys them part by
// part (engine/base/background_queue.h).
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "engine/base/background_queue.h"
#include "engine/storage/partition_map.h"
#include "engine/tables/expiry_order.h"
#include "engine/tables/recovery_history.h"

namespace holdfast {

class UnusedContents final : public Garbage {
 public:
  // The destructors of Table and BackedUpTable leave contents with at least this many items and index entries to the
  // worker, and destroy smaller contents themselves. (A table with point-in-time recovery always leaves its contents to
  // the worker.)
  static constexpr size_t kDeferredEntriesMin = 1'000;

  void Add(PartitionMap& map) { Add(map.TakeContents()); }
  void Add(PartitionMap::Contents tries);
  // Copies of a table may share the map.
  void Add(std::shared_ptr<const PartitionMap> map) { maps_.push_back(std::move(map)); }
  void Add(ExpiryOrder& order);
  void Add(RecoveryHistory::Versions versions);
  bool DestroyPart() override;

 private:
  std::vector<PartitionTrie> tries_;
  std::vector<std::shared_ptr<const PartitionMap>> maps_;
  std::vector<SortedItems> orders_;
  RecoveryHistory::Versions versions_;
};

}  // namespace holdfast
