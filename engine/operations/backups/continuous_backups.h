// ContinuousBackupsDescription: what DescribeContinuousBackups and UpdateContinuousBackups return.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ContinuousBackupsDescription.html
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "absl/time/time.h"
#include "engine/base/result.h"
#include "engine/database/database_state.h"
#include "engine/tables/table.h"

namespace holdfast {

// ContinuousBackupsStatus is ENABLED for every table.
struct ContinuousBackupsDescription {
  struct Recovery {
    int32_t recovery_period_in_days = 0;
    absl::Time earliest_restorable;
    absl::Time latest_restorable;
  };
  // Absent while point-in-time recovery is DISABLED.
  std::optional<Recovery> recovery;
};

ContinuousBackupsDescription DescribeRecovery(const Table& table, absl::Time now);

// Returns the table, or a TableNotFoundException. Only operations on backups and recovery report a missing table like
// this; others return a ResourceNotFoundException.
Result<std::shared_ptr<Table>> FindTableToBackUp(const DatabaseState& database, std::string_view table_name);

}  // namespace holdfast
