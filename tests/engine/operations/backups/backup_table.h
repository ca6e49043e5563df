// A database with a table `Items` (item_table.h), and short functions that back it up and restore it.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/operations/backups/create_backup.h"
#include "engine/operations/backups/delete_backup.h"
#include "engine/operations/backups/describe_backup.h"
#include "engine/operations/backups/list_backups.h"
#include "engine/operations/backups/restore_table_from_backup.h"
#include "engine/operations/backups/restore_table_to_point_in_time.h"
#include "engine/operations/backups/update_continuous_backups.h"
#include "engine/operations/queries/scan.h"
#include "engine/operations/tables/delete_table.h"
#include "engine/operations/tables/describe_table.h"
#include "tests/engine/operations/item_table.h"

namespace holdfast::testing {

struct BackupTable : ItemTable {
  using ItemTable::ItemTable;

  // The ARN of a new backup. The test fails if it is refused.
  std::string Backup(std::string name = "backup", std::string table = kItems) {
    const auto response = CreateBackup(state, {std::move(table), std::move(name)});
    EXPECT_EQ(Outcome(response), "ok");
    return response.ok() ? response->backup_details.arn : "";
  }
  Result<RestoreTableFromBackupResponse> RestoreFrom(std::string arn, std::string target = "Restored",
                                                     TableOverrides overrides = {}) {
    return RestoreTableFromBackup(state, {std::move(target), std::move(arn), std::move(overrides)});
  }
  Result<RestoreTableToPointInTimeResponse> RestoreTo(std::optional<absl::Time> time, std::string target = "Restored") {
    RestoreTableToPointInTimeRequest request;
    request.source_table_name = kItems;
    request.target_table_name = std::move(target);
    request.restore_date_time = time;
    if (!time) request.use_latest_restorable_time = true;
    return RestoreTableToPointInTime(state, request);
  }
  std::string SetRecovery(bool enabled) {
    return Outcome(UpdateContinuousBackups(state, {kItems, PointInTimeRecoverySpecification{enabled, std::nullopt}}));
  }
  TableDescription DescriptionOf(std::string table) {
    const auto response = DescribeTable(state, {std::move(table)});
    EXPECT_EQ(Outcome(response), "ok");
    return response.ok() ? response->table : TableDescription();
  }
  // All items of the table or of an index, as texts in ascending order; or the error of the Scan.
  std::vector<std::string> Contents(std::string table, std::optional<std::string> index = std::nullopt) {
    std::vector<std::string> items;
    ScanRequest request;
    request.table_name = std::move(table);
    request.index_name = std::move(index);
    do {
      Result<ScanResponse> page = Scan(state, request, nullptr);
      if (!page.ok()) return {Outcome(page)};
      for (const ResponseItem& item : *page->items) items.push_back(Format(item.view()));
      request.exclusive_start_key = std::move(page->last_evaluated_key);
    } while (request.exclusive_start_key.has_value());
    std::sort(items.begin(), items.end());
    return items;
  }
};

}  // namespace holdfast::testing
