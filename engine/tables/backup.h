// A backup: the items of a table at one moment, its schema and its settings.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/BackupRestore.html
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "absl/time/time.h"
#include "engine/base/background_queue.h"
#include "engine/base/enum_field.h"
#include "engine/schema/table_schema.h"
#include "engine/storage/partition_map.h"
#include "engine/tables/table.h"
#include "engine/tables/table_settings.h"

namespace holdfast {

enum class BackupStatus { kCreating, kDeleted, kAvailable };
template <>
struct EnumNames<BackupStatus> {
  using E = BackupStatus;
  static constexpr EnumName<E> kNames[] = {
      {E::kCreating, "CREATING"}, {E::kDeleted, "DELETED"}, {E::kAvailable, "AVAILABLE"}};
};

// kSystem: made when a table with point-in-time recovery is deleted.
enum class BackupType { kUser, kSystem };
template <>
struct EnumNames<BackupType> {
  using E = BackupType;
  static constexpr EnumName<E> kNames[] = {{E::kUser, "USER"}, {E::kSystem, "SYSTEM"}};
};

// What a table held at one moment. Shares its items with the table; items that the table replaces or deletes later are
// kept by its backups and its recovery history, and count towards EngineOptions::max_memory_bytes. Immutable; shared by
// all copies of the backup.
class BackedUpTable {
 public:
  // During the call the table's structure and settings must not change; its items may.
  explicit BackedUpTable(const Table& table, std::shared_ptr<BackgroundQueue> background);
  // Leaves the destruction of a large table's items to the background worker, if there is one.
  ~BackedUpTable();
  BackedUpTable(const BackedUpTable&) = delete;
  BackedUpTable& operator=(const BackedUpTable&) = delete;

  // With the global indexes that the table had at that moment, also those that were being created.
  const TableSchema& schema() const { return schema_; }
  // Without tags, policy, contributor insights, how the table itself was restored, and TableSettings::changes. Of the
  // rest, a backup describes and restores a part: not deletion protection, for example.
  const TableSettings& settings() const { return settings_; }
  const PartitionMap::Image& items() const { return items_; }
  const Table::Identity& identity() const { return identity_; }
  // An upper estimate of the memory that the backup keeps in use once its table is destroyed: items that it shares with
  // other backups count for each.
  size_t kept_bytes() const;

 private:
  const TableSchema schema_;
  const TableSettings settings_;
  const Table::Identity identity_;
  PartitionMap::Image items_;
  const std::shared_ptr<BackgroundQueue> background_;
  // What the object takes without the items: what StoredBytes counts for it.
  const size_t own_bytes_;
};

struct Backup {
  // Unique in its database.
  uint64_t number = 0;
  // `arn:aws:dynamodb:<region>:<account>:table/<table>/backup/<milliseconds since 1970>-<eight hexadecimal digits>`
  std::string arn;
  std::string name;
  BackupType type = BackupType::kUser;
  BackupStatus status = BackupStatus::kCreating;
  absl::Time creation_time;
  // Absent: it stays until it is deleted.
  std::optional<absl::Time> expiry_time;
  std::string table_arn;
  std::shared_ptr<const BackedUpTable> table;

  const std::string& table_name() const { return table->schema().name; }
  // The size of the items; 0 while the backup is being created.
  uint64_t size_bytes() const { return status == BackupStatus::kCreating ? 0 : table->items().size_bytes(); }
};

// Whether the text could be a backup's ARN, in any account and region. The part after '/backup/' may be any name.
bool IsBackupArn(std::string_view text);

}  // namespace holdfast
