// The backups of one database, by ARN. They outlive their tables.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListBackups.html
//
// No method takes time in proportion to the number of backups, with three exceptions: a call that removes backups takes
// time for each of these (Find and BackupsAfter first remove what has expired), BackupsAfter passes over backups for
// which `matches` is false, and the first change of a catalog that shares its indexes with a copy, or of that copy,
// copies the indexes.
//
// Thread safety: every method may be called from any thread. The catalog's latch is taken after those of tables, and no
// latch is taken while it is held.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "engine/base/latch.h"
#include "engine/base/ref_counted.h"
#include "engine/tables/backup.h"

namespace holdfast {

class BackupCatalog {
 public:
  BackupCatalog(std::string_view region, std::string_view account);
  // A copy for another account and region: the same backups, with ARNs of that account and region.
  BackupCatalog(const BackupCatalog& other, std::string_view region, std::string_view account);
  BackupCatalog& operator=(const BackupCatalog&) = delete;

  // Gives the backup, whose ARN is of the catalog's account and region, a new number, adds it and returns the number.
  // Returns nothing if there is already a backup with its ARN. The backup is CREATING until SetAvailable is called.
  std::optional<uint64_t> Add(Backup backup);
  void SetAvailable(uint64_t number);
  // Whether a backup of the table with this id is CREATING.
  bool IsBackingUp(std::string_view table_id) const;

  bool empty() const {
    LatchLock lock(&latch_);
    return contents_->by_path.empty();
  }
  // Nothing if there is none, or if its expiry time has passed.
  std::optional<Backup> Find(std::string_view arn, absl::Time now);
  // Removes the backup, and returns it.
  std::optional<Backup> Remove(std::string_view arn);
  // Removes the oldest backups of type SYSTEM until the remaining backups of that type keep at most `kept_bytes_max`
  // bytes. Returns the removed ones, whose destruction may take long.
  std::vector<Backup> DropOldestSystemBackups(size_t kept_bytes_max);
  // The backups whose ARN is greater than `start` and for which `matches(type, creation time)` is true, ascending by
  // ARN; at most `count_max` of them. `table_name`: only those of tables of this name; others are not visited.
  std::vector<Backup> BackupsAfter(std::string_view start, std::optional<std::string_view> table_name,
                                   const std::function<bool(BackupType, absl::Time)>& matches, size_t count_max,
                                   absl::Time now);

 private:
  // A backup without what differs between copies of the catalog: its `arn`, `table_arn` and `status` are not set.
  struct Entry {
    Entry(Backup shared_backup, std::string backup_path);
    ~Entry();
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;
    // What StoredBytes counts for the entry and its place in the catalog, besides the backed-up table.
    size_t bytes() const;

    const Backup backup;
    // `<table>/backup/<id>`, with which the ARN ends.
    const std::string path;
  };
  using EntryRef = std::shared_ptr<const Entry>;

  // Immutable while several catalogs share them.
  struct Contents : RefCounted<Contents> {
    Contents() = default;
    Contents(const Contents& other);
    static void Destroy(const Contents* contents) { delete contents; }

    void Add(EntryRef entry);
    // The caller has another reference to the entry.
    void Remove(const Entry& entry);

    // The order of the paths is that of the ARNs. The keys are views of the entries' texts.
    std::map<std::string_view, EntryRef> by_path;
    // The backups that are CREATING, by number; and the ids of their tables, each with the backup's number.
    std::map<uint64_t, EntryRef> creating;
    std::set<std::pair<std::string_view, uint64_t>> tables_of_creating;
    // The backups of type SYSTEM by number, and what they keep together.
    std::map<uint64_t, EntryRef> system;
    size_t system_kept_bytes = 0;
    // The backups that expire, by expiry time and number.
    std::map<std::pair<absl::Time, uint64_t>, EntryRef> expiring;
  };

  // The contents, shared with no other catalog.
  Contents& ContentsToChange() ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch_);
  // The backup as it is in this catalog.
  Backup Describe(const Entry& entry) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch_);
  // Find and BackupsAfter call this first.
  void DropExpired(absl::Time now);

  // With which the ARN of every backup begins: `arn:aws:dynamodb:<region>:<account>:table/`
  const std::string arn_prefix_;
  mutable Latch latch_;
  Ref<Contents> contents_ ABSL_GUARDED_BY(latch_);
  uint64_t next_number_ ABSL_GUARDED_BY(latch_) = 1;
};

}  // namespace holdfast
