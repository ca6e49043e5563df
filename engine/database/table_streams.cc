#include "engine/database/table_streams.h"

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

TableStream::Identity IdentityFor(const Table& table, StreamViewType view_type, absl::Time label_time,
                                  absl::Time creation_time) {
  TableStream::Identity identity;
  identity.table_name = table.name();
  identity.label = StreamLabel(label_time);
  identity.arn = table.arn() + "/stream/" + identity.label;
  identity.key = table.schema().key;
  identity.view_type = view_type;
  identity.creation_time = creation_time;
  return identity;
}

size_t LaneCount(const Table& table) {
  const bool pay_per_request = table.settings().billing_mode == BillingMode::kPayPerRequest;
  return pay_per_request ? kPayPerRequestLanes : kProvisionedLanes;
}

// Adds a stream to the catalog. Its label is unique among the streams of tables of this name: if one of these was
// created in the same millisecond, the new one is labelled with the next free millisecond. Called by
// Table::ChangeStructure, which holds the latches of all the table's items.
std::shared_ptr<TableStream> AddStream(DatabaseState& database, const Table& table, StreamViewType view_type,
                                       size_t lane_count) {
  const absl::Time now = database.clock->Now();
  // A write takes its commit number under the latches of its items, and this thread holds all of them. So every write
  // to this table that has a lower number has ended, and every later write gets this number or a higher one.
  const SequenceNumber first(database.commits.last() + 1, 0);
  for (absl::Time label_time = now;; label_time += absl::Milliseconds(1)) {
    auto stream = std::make_shared<TableStream>(IdentityFor(table, view_type, label_time, now), lane_count, first);
    if (database.streams.Add(stream)) return stream;
  }
}

}  // namespace

void EnableStream(DatabaseState& database, Table& table, StreamViewType view_type) {
  const size_t lane_count = LaneCount(table);
  std::shared_ptr<TableStream> stream;
  table.ChangeStructure([&](const TableStructure& structure) {
    stream = AddStream(database, table, view_type, lane_count);
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
