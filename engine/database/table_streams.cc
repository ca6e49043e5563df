#include "engine/database/table_streams.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <string>
#include <utility>

#include "absl/time/time.h"
#include "engine/streams/table_stream.h"

namespace holdfast {
namespace {

// A new stream has one open shard in each lane (engine/streams/table_stream.h). [open] With how many shards a stream of
// the service begins is not known: 4 and 1 have been seen, and clients must not depend on the number.
constexpr size_t kPayPerRequestLanes = 4;
constexpr size_t kProvisionedLanes = 1;

// The time in UTC with milliseconds and without a time zone: `2026-10-08T23:07:31.275`.
std::string StreamLabel(absl::Time time) { return absl::FormatTime("%Y-%m-%dT%H:%M:%E3S", time, absl::UTCTimeZone()); }

// `latest`: the stream with the latest label among those of tables of this name.
absl::Time TimeAfterLabel(const TableStream& latest, absl::Time now) {
  absl::Time time;
  if (!absl::ParseTime("%Y-%m-%dT%H:%M:%E*S", latest.identity().label, &time, nullptr)) return now;
  return std::max(now, time + absl::Milliseconds(1));
}

// The label and the ARN of a new stream are unique among the streams of tables of this name. If one of these was
// created in the same millisecond, the new one is labelled with the millisecond after the latest label: so the n-th
// stream on a stopped clock is not compared with all before it.
TableStream::Identity NewIdentity(DatabaseState& database, const Table& table, StreamViewType view_type) {
  TableStream::Identity identity;
  identity.table_name = table.name();
  identity.key = table.schema().key;
  identity.view_type = view_type;
  identity.creation_time = database.clock->Now();
  const std::string arn_prefix = table.arn() + "/stream/";
  const auto set_label = [&](absl::Time time) {
    identity.label = StreamLabel(time);
    identity.arn = arn_prefix + identity.label;
    return database.streams.Find(identity.arn, identity.creation_time) == nullptr;
  };
  if (set_label(identity.creation_time)) return identity;
  const std::shared_ptr<TableStream> latest = database.streams.Last(arn_prefix);
  absl::Time time = latest == nullptr ? identity.creation_time : TimeAfterLabel(*latest, identity.creation_time);
  // Labels of years with fewer or more than four digits are not in the order of their times.
  while (!set_label(time)) time += absl::Milliseconds(1);
  return identity;
}

size_t LaneCount(const Table& table) {
  const bool pay_per_request = table.settings().billing_mode == BillingMode::kPayPerRequest;
  return pay_per_request ? kPayPerRequestLanes : kProvisionedLanes;
}

// Adds a stream to the catalog, which has none with its ARN. Called by Table::ChangeStructure, which holds the latches
// of all the table's items.
std::shared_ptr<TableStream> AddStream(DatabaseState& database, TableStream::Identity identity, size_t lane_count) {
  // A write takes its commit number under the latches of its items, and this thread holds all of them. So every write
  // to this table that has a lower number has ended, and every later write gets this number or a higher one.
  const SequenceNumber first(database.commits.last() + 1, 0);
  auto stream = std::make_shared<TableStream>(std::move(identity), lane_count, first);
  const bool added = database.streams.Add(stream);
  assert(added);
  static_cast<void>(added);
  return stream;
}

}  // namespace

void EnableStream(DatabaseState& database, Table& table, StreamViewType view_type) {
  const size_t lane_count = LaneCount(table);
  const TableStream::Identity identity = NewIdentity(database, table, view_type);
  std::shared_ptr<TableStream> stream;
  table.ChangeStructure([&](const TableStructure& structure) {
    stream = AddStream(database, identity, lane_count);
    TableStructure changed = structure;
    changed.stream = stream;
    return changed;
  });
  table.ChangeSettings([&](TableSettings& settings) {
    settings.stream = StreamSettings{true, view_type, stream->identity().label};
  });
}

void DisableStream(DatabaseState& database, Table& table) {
  std::shared_ptr<TableStream> stream;
  table.ChangeStructure([&](const TableStructure& structure) {
    stream = structure.stream;
    TableStructure changed = structure;
    changed.stream = nullptr;
    return changed;
  });
  // The stream's shards are closed only now, when no writer sees the stream any more.
  if (stream != nullptr) database.streams.Disable(*stream, database.clock->Now());
  table.ChangeSettings([](TableSettings& settings) {
    if (settings.stream.has_value()) settings.stream->enabled = false;
  });
}

}  // namespace holdfast
