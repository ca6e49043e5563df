// DescribeContinuousBackups: whether point-in-time recovery is on, and the earliest and latest restorable times.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeContinuousBackups.html
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/operations/backups/continuous_backups.h"

namespace holdfast {
struct DatabaseState;

struct DescribeContinuousBackupsRequest {
  std::optional<std::string> table_name;
};

struct DescribeContinuousBackupsResponse {
  ContinuousBackupsDescription continuous_backups_description;
};

Result<DescribeContinuousBackupsResponse> DescribeContinuousBackups(DatabaseState& database,
                                                                    const DescribeContinuousBackupsRequest& request);

}  // namespace holdfast
