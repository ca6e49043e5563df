// GetRecords: the changes in a shard from the position of an iterator on, a page at a time.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetRecords.html
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/work_budget.h"
#include "engine/streams/record_description.h"

namespace holdfast {
struct DatabaseState;

struct GetRecordsRequest {
  std::optional<std::string> shard_iterator = std::nullopt;
  std::optional<int32_t> limit = std::nullopt;
};

struct GetRecordsResponse {
  std::string aws_region;
  // At most `limit` records, and at most 1 MiB of them, unless the first alone is larger.
  std::vector<RecordDescription> records;
  // Absent once the shard is closed and all of it was read.
  std::optional<std::string> next_shard_iterator;
};

// `budget`: a bound on the work, or null.
Result<GetRecordsResponse> GetRecords(DatabaseState& database, const GetRecordsRequest& request,
                                      WorkBudget* budget = nullptr);

}  // namespace holdfast
