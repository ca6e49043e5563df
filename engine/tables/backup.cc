#include "engine/tables/backup.h"

#include <memory>
#include <new>
#include <string_view>
#include <utility>

#include "engine/base/limits.h"
#include "engine/base/stored_bytes.h"
#include "engine/errors/constraints.h"
#include "engine/tables/arn.h"
#include "engine/tables/unused_contents.h"

namespace holdfast {

// The entries of global indexes are not kept: a restore builds them again.
BackedUpTable::BackedUpTable(const Table& table, std::shared_ptr<BackgroundQueue> background)
    : schema_(table.CurrentSchema()),
      settings_(table.settings()),
      identity_(table.identity()),
      items_(table.items().TakeImage()),
      background_(std::move(background)) {
  StoredBytes::Add(sizeof(BackedUpTable));
}

BackedUpTable::~BackedUpTable() {
  StoredBytes::Subtract(sizeof(BackedUpTable));
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
  return sizeof(BackedUpTable) + items_.size_bytes() + items_.item_count() * kItemOverheadBytes;
}

bool IsBackupArn(std::string_view text) {
  constexpr std::string_view kTable = "table/";
  constexpr std::string_view kBackup = "/backup/";
  const std::optional<ArnParts> arn = SplitArn(text);
  if (!text.starts_with("arn:") || !arn || !arn->partition.starts_with("aws") || arn->service != "dynamodb") {
    return false;
  }
  if (arn->region.empty() || arn->account.empty() || !arn->resource.starts_with(kTable)) return false;
  const std::string_view path = arn->resource.substr(kTable.size());
  const size_t slash = path.find('/');
  if (slash == std::string_view::npos || !path.substr(slash).starts_with(kBackup)) return false;
  const std::string_view table = path.substr(0, slash);
  const std::string_view id = path.substr(slash + kBackup.size());
  return table.size() >= limits::kTableNameLengthMin && table.size() <= limits::kTableNameLengthMax &&
         errors::MatchesNamePattern(table) && errors::MatchesNamePattern(id) &&
         text.size() <= limits::kBackupArnLengthMax;
}

}  // namespace holdfast
