#include "engine/database/database_state.h"

#include <map>

#include "engine/errors/tables/throughput_errors.h"

namespace holdfast {

DatabaseState::DatabaseState(const DatabaseState& original, std::string account_id, std::string region_name,
                             std::shared_ptr<DatabaseClock> database_clock)
    : account(std::move(account_id)),
      region(std::move(region_name)),
      options(original.options),
      clock(std::move(database_clock)),
      hash_seed(original.hash_seed),
      random(original.random),
      scheduled_transitions(original.scheduled_transitions),
      clock_changes(original.clock_changes.load()),
      swept_clock_changes(original.swept_clock_changes.load()),
      tables(original.tables.next_number()),
      throughput(MakeThroughputLimits()),
      backups(original.backups, region, account),
      commits(original.commits.last()),
      idempotency_tokens(original.idempotency_tokens) {
  std::map<const TableStream*, std::shared_ptr<TableStream>> copies;
  for (const std::shared_ptr<TableStream>& stream : original.streams.Streams()) {
    const TableStream::Identity& identity = stream->identity();
    std::string arn = TableArn(region, account, identity.table_name) + "/stream/" + identity.label;
    const auto copy = std::make_shared<TableStream>(*stream, std::move(arn));
    streams.Add(copy);
    copies.emplace(stream.get(), copy);
  }
  for (const std::shared_ptr<Table>& table : original.tables.Tables()) {
    Table::Identity identity = table->identity();
    identity.arn = TableArn(region, account, table->name());
    const TableStream* const stream = table->structure().stream.get();
    tables.Create(
        std::make_shared<Table>(*table, std::move(identity), stream == nullptr ? nullptr : copies.at(stream)));
  }
}

void DatabaseState::NoteClockChange(absl::Time before, absl::Time after) {
  ++clock_changes;
  if (after >= before) return;
  scheduled_transitions.Shift(after - before);
  streams.NoteClockSetBack(after);
}

Status CheckCallRate(const DatabaseState& database, CallRate& rate) {
  if (!database.options.realistic_timing || rate.Take(database.clock->Now())) return {};
  return errors::CallRateExceeded();
}

}  // namespace holdfast
