#include "engine/database/table_streams.h"

#include <memory>
#include <string>
#include <utility>

#include "absl/time/time.h"
#include "engine/streams/table_stream.h"

namespace holdfast {
namespace {

// [open] How many shards a new stream has: 4 and 1 have been seen, and clients must not care.
constexpr size_t kLanesOfPayPerRequest = 4;
constexpr size_t kLanesOfProvisioned = 1;

// UTC to the millisecond, without a zone.
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

size_t LanesOf(const Table& table) {
  const bool pay_per_request = table.settings().billing_mode == BillingMode::kPayPerRequest;
  return pay_per_request ? kLanesOfPayPerRequest : kLanesOfProvisioned;
}

// Adds a stream to the catalog under a unique label: if a stream was created in the same millisecond, the new one is
// labelled with the next free millisecond.
std::shared_ptr<TableStream> AddStream(DatabaseState& database, const Table& table, StreamViewType view_type,
                                       size_t lanes) {
  const absl::Time now = database.clock->Now();
  // Every write to this table with a lower number has ended: this thread holds the latches that a write needs.
  const SequenceNumber first(database.commits.last() + 1, 0);
  for (absl::Time label_time = now;; label_time += absl::Milliseconds(1)) {
    auto stream = std::make_shared<TableStream>(IdentityFor(table, view_type, label_time, now), lanes, first);
    if (database.streams.Add(stream)) return stream;
  }
}

}  // namespace

void EnableStream(DatabaseState& database, Table& table, StreamViewType view_type) {
  const size_t lanes = LanesOf(table);
  std::shared_ptr<TableStream> stream;
  table.ChangeStructure([&](const TableStructure& structure) {
    stream = AddStream(database, table, view_type, lanes);
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
  if (stream != nullptr) stream->Disable(database.clock->Now());
  table.ChangeSettings([](TableSettings& settings) {
    if (settings.stream.has_value()) settings.stream->enabled = false;
  });
}

}  // namespace holdfast
