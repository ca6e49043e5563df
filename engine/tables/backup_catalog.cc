#include "engine/tables/backup_catalog.h"

#include <algorithm>

#include "engine/base/stored_bytes.h"
#include "engine/schema/heap_bytes.h"

namespace holdfast {
namespace {

constexpr std::string_view kBackup = "/backup/";

}  // namespace

BackupCatalog::Entry::Entry(Backup shared_backup, std::string backup_path)
    : backup(std::move(shared_backup)), path(std::move(backup_path)) {
  StoredBytes::Add(bytes());
}

BackupCatalog::Entry::~Entry() { StoredBytes::Subtract(bytes()); }

size_t BackupCatalog::Entry::bytes() const {
  // The node of `by_path`.
  constexpr size_t kNodeBytes =
      sizeof(std::pair<std::string_view, EntryRef>) + 4 * sizeof(void*) + StoredBytes::kBlockOverheadBytes;
  return sizeof(Entry) + kNodeBytes + HeapBytes(backup.name) + HeapBytes(path);
}

BackupCatalog::Contents::Contents(const Contents& other)
    : RefCounted<Contents>(),
      by_path(other.by_path),
      creating(other.creating),
      tables_of_creating(other.tables_of_creating),
      system(other.system),
      system_kept_bytes(other.system_kept_bytes),
      expiring(other.expiring) {}

void BackupCatalog::Contents::Add(EntryRef entry) {
  const Backup& backup = entry->backup;
  try {
    by_path.emplace(entry->path, entry);
    creating.emplace(backup.number, entry);
    tables_of_creating.emplace(backup.table->identity().id, backup.number);
    if (backup.expiry_time.has_value()) expiring.emplace(std::pair(*backup.expiry_time, backup.number), entry);
    if (backup.type != BackupType::kSystem) return;
    system.emplace(backup.number, entry);
    system_kept_bytes += backup.table->kept_bytes();
  } catch (...) {
    // Memory has run out.
    Remove(*entry);
    throw;
  }
}

void BackupCatalog::Contents::Remove(const Entry& entry) {
  const Backup& backup = entry.backup;
  by_path.erase(entry.path);
  creating.erase(backup.number);
  tables_of_creating.erase({backup.table->identity().id, backup.number});
  if (backup.expiry_time.has_value()) expiring.erase({*backup.expiry_time, backup.number});
  if (system.erase(backup.number) != 0) system_kept_bytes -= backup.table->kept_bytes();
}

BackupCatalog::BackupCatalog(std::string_view region, std::string_view account)
    : arn_prefix_(TableArn(region, account, "")), contents_(Ref<Contents>::Adopt(new Contents)) {}

BackupCatalog::BackupCatalog(const BackupCatalog& other, std::string_view region, std::string_view account)
    : arn_prefix_(TableArn(region, account, "")) {
  LatchLock lock(&other.latch_);
  contents_ = other.contents_;
  next_number_ = other.next_number_;
}

std::optional<uint64_t> BackupCatalog::Add(Backup backup) {
  std::string path = backup.arn.substr(arn_prefix_.size());
  // The path replaces both. Unlike clear() and an assignment, this frees their memory.
  std::string().swap(backup.arn);
  std::string().swap(backup.table_arn);
  LatchLock lock(&latch_);
  if (contents_->by_path.contains(path)) return std::nullopt;
  const uint64_t number = next_number_++;
  backup.number = number;
  ContentsToChange().Add(std::make_shared<const Entry>(std::move(backup), std::move(path)));
  return number;
}

void BackupCatalog::SetAvailable(uint64_t number) {
  LatchLock lock(&latch_);
  if (!contents_->creating.contains(number)) return;
  Contents& contents = ContentsToChange();
  const auto found = contents.creating.find(number);
  contents.tables_of_creating.erase({found->second->backup.table->identity().id, number});
  contents.creating.erase(found);
}

bool BackupCatalog::IsBackingUp(std::string_view table_id) const {
  LatchLock lock(&latch_);
  const auto found = contents_->tables_of_creating.lower_bound({table_id, 0});
  return found != contents_->tables_of_creating.end() && found->first == table_id;
}

std::optional<Backup> BackupCatalog::Find(std::string_view arn, absl::Time now) {
  DropExpired(now);
  if (!arn.starts_with(arn_prefix_)) return std::nullopt;
  LatchLock lock(&latch_);
  const auto found = contents_->by_path.find(arn.substr(arn_prefix_.size()));
  if (found == contents_->by_path.end()) return std::nullopt;
  return Describe(*found->second);
}

std::optional<Backup> BackupCatalog::Remove(std::string_view arn) {
  if (!arn.starts_with(arn_prefix_)) return std::nullopt;
  LatchLock lock(&latch_);
  const auto found = contents_->by_path.find(arn.substr(arn_prefix_.size()));
  if (found == contents_->by_path.end()) return std::nullopt;
  const EntryRef entry = found->second;
  Backup removed = Describe(*entry);
  ContentsToChange().Remove(*entry);
  return removed;
}

std::vector<Backup> BackupCatalog::DropOldestSystemBackups(size_t kept_bytes_max) {
  std::vector<Backup> dropped;
  LatchLock lock(&latch_);
  while (contents_->system_kept_bytes > kept_bytes_max) {
    const EntryRef oldest = contents_->system.begin()->second;
    dropped.push_back(Describe(*oldest));
    ContentsToChange().Remove(*oldest);
  }
  return dropped;
}

std::vector<Backup> BackupCatalog::BackupsAfter(std::string_view start, std::optional<std::string_view> table_name,
                                                const std::function<bool(BackupType, absl::Time)>& matches,
                                                size_t count_max, absl::Time now) {
  DropExpired(now);
  std::vector<Backup> backups;
  const std::string_view prefix = arn_prefix_;
  // Texts that are greater than the prefix and do not begin with it are greater than every ARN.
  if (start > prefix && !start.starts_with(prefix)) return backups;
  const std::string_view start_path = start > prefix ? start.substr(prefix.size()) : std::string_view();
  // A path that equals this is left out: there is none, because an id follows.
  const std::string path_prefix = table_name.has_value() ? std::string(*table_name).append(kBackup) : std::string();
  LatchLock lock(&latch_);
  auto next = contents_->by_path.upper_bound(std::max<std::string_view>(start_path, path_prefix));
  for (; next != contents_->by_path.end() && backups.size() < count_max; ++next) {
    if (!next->first.starts_with(path_prefix)) break;
    const Backup& backup = next->second->backup;
    if (matches(backup.type, backup.creation_time)) backups.push_back(Describe(*next->second));
  }
  return backups;
}

BackupCatalog::Contents& BackupCatalog::ContentsToChange() {
  if (!contents_.unique()) contents_ = Ref<Contents>::Adopt(new Contents(*contents_));
  return *contents_;
}

Backup BackupCatalog::Describe(const Entry& entry) const {
  Backup backup = entry.backup;
  backup.arn = arn_prefix_ + entry.path;
  backup.table_arn = arn_prefix_ + backup.table_name();
  backup.status = contents_->creating.contains(backup.number) ? BackupStatus::kCreating : BackupStatus::kAvailable;
  return backup;
}

void BackupCatalog::DropExpired(absl::Time now) {
  // Destroyed after the latch is released: a large backup takes long to destroy.
  std::vector<EntryRef> expired;
  LatchLock lock(&latch_);
  while (!contents_->expiring.empty() && contents_->expiring.begin()->first.first <= now) {
    expired.push_back(contents_->expiring.begin()->second);
    ContentsToChange().Remove(*expired.back());
  }
}

}  // namespace holdfast
