// The backups of one database, by ARN. They outlive their tables.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListBackups.html
//
// Thread safety: every method may be called from any thread. The catalog's latch is taken after those of tables, and no
// latch is taken while it is held.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "engine/base/latch.h"
#include "engine/tables/backup.h"

namespace holdfast {

class BackupCatalog {
 public:
  BackupCatalog() = default;
  // A copy for another account and region: the same backups, with ARNs of that account and region.
  BackupCatalog(const BackupCatalog& other, std::string_view region, std::string_view account);
  BackupCatalog& operator=(const BackupCatalog&) = delete;

  // Gives the backup a new number, adds it and returns the number. Returns nothing if there is already a backup with
  // its ARN.
  std::optional<uint64_t> Add(Backup backup);
  void SetAvailable(uint64_t number);

  bool empty() const {
    LatchLock lock(&latch_);
    return backups_.empty();
  }
  // Nothing if there is none, or if its expiry time has passed.
  std::optional<Backup> Find(std::string_view arn, absl::Time now);
  // Removes the backup, and returns it.
  std::optional<Backup> Remove(std::string_view arn);
  // Removes the oldest backups of type SYSTEM until the remaining backups of that type keep at most `kept_bytes_max`
  // bytes. Returns the removed ones, whose destruction may take long.
  std::vector<Backup> DropOldestSystemBackups(size_t kept_bytes_max);
  // The backups whose ARN is greater than `start` and for which `matches` is true, ascending by ARN; at most
  // `count_max` of them.
  std::vector<Backup> BackupsAfter(std::string_view start, const std::function<bool(const Backup&)>& matches,
                                   size_t count_max, absl::Time now);

 private:
  using Backups = std::map<std::string, Backup, std::less<>>;

  // Find and BackupsAfter call this first.
  void DropExpired(absl::Time now);

  mutable Latch latch_;
  Backups backups_ ABSL_GUARDED_BY(latch_);
  uint64_t next_number_ ABSL_GUARDED_BY(latch_) = 1;
};

}  // namespace holdfast
