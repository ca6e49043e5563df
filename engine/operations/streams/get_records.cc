#include "engine/operations/streams/get_records.h"

#include <memory>
#include <utility>

#include "engine/base/limits.h"
#include "engine/database/database_state.h"
#include "engine/errors/constraints.h"
#include "engine/errors/general_errors.h"
#include "engine/errors/stream_errors.h"
#include "engine/streams/shard_iterator.h"
#include "engine/streams/table_stream.h"
#include "engine/values/return_cost.h"

namespace holdfast {
namespace {

Status CheckConstraints(const GetRecordsRequest& request) {
  errors::Constraints constraints;
  constraints.NotNull(request.shard_iterator.has_value(), "shardIterator");
  if (const std::optional<std::string>& iterator = request.shard_iterator) {
    constraints.LengthAtLeast(iterator->size(), 1, *iterator, "shardIterator");
    constraints.LengthAtMost(iterator->size(), limits::kShardIteratorLengthMax, *iterator, "shardIterator");
  }
  if (request.limit) {
    constraints.AtLeast(*request.limit, 1, "limit");
    constraints.AtMost(*request.limit, static_cast<int64_t>(limits::kGetRecordsPageMax), "limit");
  }
  return constraints.Report();
}

// The cost of describing a record and encoding it.
uint64_t StepsToReturnRecord(const StreamRecord& record, size_t bytes_before) {
  uint64_t steps = work::kStepsPerEntry;
  for (const ItemRef& image : {record.before, record.after}) {
    if (image != nullptr) steps += StepsToReturn(*image, bytes_before);
  }
  return steps;
}

// Appends the first records of the page that fit into the limit of bytes. Returns their number; nothing if the budget
// does not cover them.
std::optional<uint64_t> DescribeRecords(const TableStream& stream, std::string_view shard_id, const StreamPage& page,
                                        WorkBudget* budget, std::vector<RecordDescription>* descriptions) {
  size_t bytes = 0;
  for (uint64_t index = page.first; index < page.last; ++index) {
    if (!Spend(budget, StepsToReturnRecord(page.records[index], bytes))) return std::nullopt;
    RecordDescription description = DescribeRecord(stream.identity(), shard_id, page.records[index]);
    bytes += description.size_bytes;
    if (bytes > limits::kPageBytesMax && index > page.first) return index - page.first;
    descriptions->push_back(std::move(description));
  }
  return page.last - page.first;
}

// The position at which the next page begins, if this page returns its first `count` records; nothing if the shard has
// no more records.
std::optional<SequenceNumber> NextPosition(const StreamPage& page, uint64_t count) {
  if (count < page.last - page.first) return page.records[page.first + count].number;
  if (page.ends_shard) return std::nullopt;
  return page.next;
}

}  // namespace

Result<GetRecordsResponse> GetRecords(DatabaseState& database, const GetRecordsRequest& request, WorkBudget* budget) {
  HOLDFAST_RETURN_IF_ERROR(CheckConstraints(request));
  std::optional<ShardIterator> iterator = ShardIterator::Parse(*request.shard_iterator);
  if (!iterator.has_value()) return errors::InvalidShardIterator();
  const absl::Time now = database.clock->Now();
  if (iterator->IsExpired(now)) return errors::ExpiredIterator();

  const std::shared_ptr<TableStream> stream = database.streams.Find(iterator->stream_arn, now);
  if (stream == nullptr) return errors::NoSuchStream(iterator->stream_arn);
  const size_t limit = request.limit ? static_cast<size_t>(*request.limit) : limits::kGetRecordsPageMax;
  const std::optional<StreamPage> page = stream->Read(iterator->shard_id, iterator->position, limit, now);
  if (!page.has_value()) return errors::NoSuchShard();
  if (page->trimmed) return errors::TrimmedDataAccess();

  GetRecordsResponse response;
  response.aws_region = database.region;
  const std::optional<uint64_t> count = DescribeRecords(*stream, iterator->shard_id, *page, budget, &response.records);
  if (!count.has_value()) return errors::WorkBudgetExhausted();
  if (const std::optional<SequenceNumber> next = NextPosition(*page, *count)) {
    iterator->position = *next;
    iterator->issued = now;
    response.next_shard_iterator = iterator->ToText();
  }
  return response;
}

}  // namespace holdfast
