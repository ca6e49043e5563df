#include "engine/operations/streams/list_streams.h"

#include <memory>
#include <string>

#include "engine/base/limits.h"
#include "engine/database/database_state.h"
#include "engine/errors/constraints.h"
#include "engine/errors/stream_errors.h"
#include "engine/operations/streams/stream_request.h"
#include "engine/schema/definition_constraints.h"
#include "engine/tables/arn.h"

namespace holdfast {
namespace {

Status Validate(const ListStreamsRequest& request) {
  const std::optional<std::string>& start = request.exclusive_start_stream_arn;
  if (start) HOLDFAST_RETURN_IF_ERROR(CheckStreamArn(*start));
  errors::Constraints constraints;
  if (request.table_name) CheckResourceName(*request.table_name, "tableName", &constraints);
  if (start) {
    constraints.LengthAtMost(start->size(), limits::kStreamArnLengthMax, *start, "exclusiveStartStreamArn");
  }
  if (request.limit) {
    constraints.AtLeast(*request.limit, 1, "limit");
    constraints.AtMost(*request.limit, static_cast<int64_t>(limits::kListStreamsPageMax), "limit");
  }
  return constraints.Report();
}

}  // namespace

Result<ListStreamsResponse> ListStreams(DatabaseState& database, const ListStreamsRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(Validate(request));
  HOLDFAST_RETURN_IF_ERROR(CheckCallRate(database, database.list_streams_rate));
  const absl::Time now = database.clock->Now();
  const std::optional<std::string>& start = request.exclusive_start_stream_arn;
  if (start && database.streams.Find(*start, now) == nullptr) return errors::NoSuchStream(*start);
  const size_t limit = request.limit ? static_cast<size_t>(*request.limit) : limits::kListStreamsPageMax;
  const std::string arn_prefix =
      request.table_name ? TableArn(database.region, database.account, *request.table_name) + "/stream/" : "";
  // One more than the page, to see whether streams remain.
  std::vector<std::shared_ptr<TableStream>> streams =
      database.streams.StreamsAfter(start.value_or(""), arn_prefix, limit + 1, now);
  ListStreamsResponse response;
  if (streams.size() > limit) {
    streams.pop_back();
    response.last_evaluated_stream_arn = streams.back()->identity().arn;
  }
  for (const std::shared_ptr<TableStream>& stream : streams) {
    const TableStream::Identity& identity = stream->identity();
    response.streams.push_back({identity.arn, identity.table_name, identity.label});
  }
  return response;
}

}  // namespace holdfast
