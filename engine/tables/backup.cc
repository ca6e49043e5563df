#include "engine/tables/backup.h"

#include <memory>
#include <new>
#include <string_view>
#include <utility>

#include "engine/base/limits.h"
#include "engine/base/stored_bytes.h"
#include "engine/errors/constraints.h"
#include "engine/schema/definition_constraints.h"
#include "engine/schema/heap_bytes.h"
#include "engine/tables/arn.h"
#include "engine/tables/unused_contents.h"

namespace holdfast {
namespace {

TableSettings SettingsToKeep(TableSettings settings) {
  settings.resource = {};
  settings.contributor_insights.clear();
  settings.restore.reset();
  settings.changes = {};
  return settings;
}

size_t HeapBytesOfSettings(const TableSettings& settings) {
  size_t bytes = 0;
  if (settings.kms_master_key_arn.has_value()) bytes += HeapBytes(*settings.kms_master_key_arn);
  if (settings.time_to_live.attribute_name.has_value()) bytes += HeapBytes(*settings.time_to_live.attribute_name);
  if (settings.stream.has_value()) bytes += HeapBytes(settings.stream->label);
  // A node of the map has three pointers and a color beside its value.
  constexpr size_t kNodeBytes =
      sizeof(std::pair<const std::string, GlobalIndexSettings>) + 4 * sizeof(void*) + StoredBytes::kBlockOverheadBytes;
  for (const auto& [name, index] : settings.global_indexes) bytes += kNodeBytes + HeapBytes(name);
  return bytes;
}

}  // namespace

// The entries of global indexes are not kept: a restore builds them again.
BackedUpTable::BackedUpTable(const Table& table, std::shared_ptr<BackgroundQueue> background)
    : schema_(table.CurrentSchema()),
      settings_(SettingsToKeep(table.settings())),
      identity_(table.identity()),
      items_(table.items().TakeImage()),
      background_(std::move(background)),
      own_bytes_(sizeof(BackedUpTable) + HeapBytes(schema_) + HeapBytesOfSettings(settings_) + HeapBytes(identity_.id) +
                 HeapBytes(identity_.arn)) {
  StoredBytes::Add(own_bytes_);
}

BackedUpTable::~BackedUpTable() {
  StoredBytes::Subtract(own_bytes_);
  if (background_ == nullptr || !background_->has_worker()) return;
  if (items_.item_count() < UnusedContents::kDeferredEntriesMin) return;
  try {
    auto contents = std::make_unique<UnusedContents>();
    contents->Add(items_.TakeContents());
    background_->Drop(std::move(contents));
  } catch (const std::bad_alloc&) {
    // The contents are destroyed by this thread instead.
  }
}

size_t BackedUpTable::kept_bytes() const {
  // What an item takes beyond its size: the overhead of its block, its partition, and their share of the nodes above.
  constexpr size_t kItemOverheadBytes = 128;
  return own_bytes_ + items_.size_bytes() + items_.item_count() * kItemOverheadBytes;
}

bool IsBackupArn(std::string_view text) {
  constexpr std::string_view kTable = "table/";
  constexpr std::string_view kBackup = "/backup/";
  const std::optional<ArnParts> arn = SplitArn(text);
  if (!IsArn(text) || !arn || !arn->partition.starts_with("aws") || arn->service != "dynamodb") {
    return false;
  }
  if (arn->region.empty() || arn->account.empty() || !arn->resource.starts_with(kTable)) return false;
  const std::string_view path = arn->resource.substr(kTable.size());
  const size_t slash = path.find('/');
  if (slash == std::string_view::npos || !path.substr(slash).starts_with(kBackup)) return false;
  const std::string_view table = path.substr(0, slash);
  const std::string_view id = path.substr(slash + kBackup.size());
  return IsResourceName(table) && errors::MatchesNamePattern(id) && text.size() <= limits::kBackupArnLengthMax;
}

}  // namespace holdfast
