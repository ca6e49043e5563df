// ListStreams: the streams of the account's tables in the region, and those that were disabled or whose table was
// deleted within the last 24 hours, a page at a time.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_ListStreams.html
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace holdfast {
struct DatabaseState;

struct ListStreamsRequest {
  // Selects the streams of this table, even if it has been deleted.
  std::optional<std::string> table_name = std::nullopt;
  // A ResourceNotFoundException if there is no such stream (any more).
  std::optional<std::string> exclusive_start_stream_arn = std::nullopt;
  std::optional<int32_t> limit = std::nullopt;
};

struct ListStreamsResponse {
  struct Stream {
    std::string stream_arn;
    std::string table_name;
    std::string stream_label;
  };

  // Ascending by ARN. The service promises no order.
  std::vector<Stream> streams;
  // The ARN of the last of these streams, if more remain.
  std::optional<std::string> last_evaluated_stream_arn;
};

Result<ListStreamsResponse> ListStreams(DatabaseState& database, const ListStreamsRequest& request);

}  // namespace holdfast
