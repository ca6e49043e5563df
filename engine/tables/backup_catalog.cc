#include "engine/tables/backup_catalog.h"

#include <algorithm>
#include <utility>

namespace holdfast {

BackupCatalog::BackupCatalog(const BackupCatalog& other, std::string_view region, std::string_view account) {
  LatchLock lock(&other.latch_);
  next_number_ = other.next_number_;
  for (const auto& [arn, original] : other.backups_) {
    Backup backup = original;
    const std::string id = arn.substr(arn.rfind('/'));
    backup.table_arn = TableArn(region, account, backup.table_name());
    backup.arn = backup.table_arn + "/backup" + id;
    std::string copied_arn = backup.arn;
    backups_.emplace(std::move(copied_arn), std::move(backup));
  }
}

std::optional<uint64_t> BackupCatalog::Add(Backup backup) {
  LatchLock lock(&latch_);
  if (backups_.contains(backup.arn)) return std::nullopt;
  backup.number = next_number_++;
  std::string arn = backup.arn;
  return backups_.emplace(std::move(arn), std::move(backup)).first->second.number;
}

void BackupCatalog::SetAvailable(uint64_t number) {
  LatchLock lock(&latch_);
  for (auto& [arn, backup] : backups_) {
    if (backup.number == number) backup.status = BackupStatus::kAvailable;
  }
}

std::optional<Backup> BackupCatalog::Find(std::string_view arn, absl::Time now) {
  DropExpired(now);
  LatchLock lock(&latch_);
  const auto found = backups_.find(arn);
  if (found == backups_.end()) return std::nullopt;
  return found->second;
}

std::optional<Backup> BackupCatalog::Remove(std::string_view arn) {
  LatchLock lock(&latch_);
  const auto found = backups_.find(arn);
  if (found == backups_.end()) return std::nullopt;
  return std::move(backups_.extract(found).mapped());
}

std::vector<Backup> BackupCatalog::DropOldestSystemBackups(size_t kept_bytes_max) {
  std::vector<Backup> dropped;
  LatchLock lock(&latch_);
  std::vector<Backups::iterator> system;
  size_t kept_bytes = 0;
  for (auto at = backups_.begin(); at != backups_.end(); ++at) {
    if (at->second.type != BackupType::kSystem) continue;
    system.push_back(at);
    kept_bytes += at->second.table->kept_bytes();
  }
  std::sort(system.begin(), system.end(),
            [](const auto& a, const auto& b) { return a->second.number < b->second.number; });
  for (const Backups::iterator oldest : system) {
    if (kept_bytes <= kept_bytes_max) break;
    kept_bytes -= oldest->second.table->kept_bytes();
    dropped.push_back(std::move(backups_.extract(oldest).mapped()));
  }
  return dropped;
}

std::vector<Backup> BackupCatalog::BackupsAfter(std::string_view start,
                                                const std::function<bool(const Backup&)>& matches, size_t count_max,
                                                absl::Time now) {
  DropExpired(now);
  std::vector<Backup> backups;
  LatchLock lock(&latch_);
  for (auto at = backups_.upper_bound(start); at != backups_.end() && backups.size() < count_max; ++at) {
    if (matches(at->second)) backups.push_back(at->second);
  }
  return backups;
}

void BackupCatalog::DropExpired(absl::Time now) {
  // Destroyed after the latch is released: a large backup takes long to destroy.
  std::vector<Backups::node_type> expired;
  LatchLock lock(&latch_);
  for (auto next = backups_.begin(); next != backups_.end();) {
    const auto at = next++;
    if (at->second.expiry_time.has_value() && *at->second.expiry_time <= now) expired.push_back(backups_.extract(at));
  }
}

}  // namespace holdfast
