// What do a backup, a restore and point-in-time recovery cost, and do they cost more in a larger table?
//
// WriteWithRecovery moves the clock on by a second after every N writes (its second argument; 0: recovery is off). Its
// counter `bytes_per_write` is the heap memory that a write adds, `estimate` what the engine counts for that write
// (RecoveryHistory::kept_bytes). While recovery is on, `estimate` should be at least `bytes_per_write`.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "bench/in_process/database.h"
#include "engine/tables/recovery_history.h"

namespace holdfast {
namespace {

using AV = AttributeValue;

constexpr char kTable[] = "Slots";

PutItemRequest NumberedPutRequest(size_t number, size_t version = 0) {
  PutItemRequest request;
  request.table_name = kTable;
  request.item = AttributeMap{{"pk", AV::String("PROVIDER#" + std::to_string(1'000'000 + number))},
                              {"status", AV::String("AVAILABLE")},
                              {"version", AV::Number(static_cast<int64_t>(version))},
                              {"notes", AV::String(std::string(150, 'n'))}};
  return request;
}

// A database with a table of this many items, and a clock that the benchmark moves.
struct FilledDatabase {
  explicit FilledDatabase(size_t items) : database(DatabaseOf(engine)) {
    CreateTable(database, kTable, Keys::kPartition);
    for (size_t i = 0; i < items; ++i) ValueOrAbort(database.PutItem(NumberedPutRequest(i)));
  }

  std::shared_ptr<VirtualClock> clock = std::make_shared<VirtualClock>(absl::FromUnixSeconds(1'790'000'000));
  Engine engine{{}, clock, 1};
  Database& database;
};

void CreateBackup(benchmark::State& state) {
  FilledDatabase filled(static_cast<size_t>(state.range(0)));
  for (auto _ : state) {
    const std::string arn = ValueOrAbort(filled.database.CreateBackup({kTable, "backup"})).backup_details.arn;
    state.PauseTiming();
    ValueOrAbort(filled.database.DeleteBackup({arn}));
    state.ResumeTiming();
  }
}
BENCHMARK(CreateBackup)->Arg(1'000)->Arg(1'000'000);

void RestoreFromBackup(benchmark::State& state) {
  FilledDatabase filled(static_cast<size_t>(state.range(0)));
  const std::string arn = ValueOrAbort(filled.database.CreateBackup({kTable, "backup"})).backup_details.arn;
  for (auto _ : state) {
    ValueOrAbort(filled.database.RestoreTableFromBackup({"Restored", arn, {}}));
    state.PauseTiming();
    ValueOrAbort(filled.database.DeleteTable({"Restored"}));
    state.ResumeTiming();
  }
}
BENCHMARK(RestoreFromBackup)->Arg(1'000)->Arg(1'000'000);

// Arguments: items, writes in each second (0: recovery is off).
void WriteWithRecovery(benchmark::State& state) {
  const size_t items = static_cast<size_t>(state.range(0));
  const size_t writes = static_cast<size_t>(state.range(1));
  FilledDatabase filled(items);
  if (writes > 0) {
    ValueOrAbort(
        filled.database.UpdateContinuousBackups({kTable, PointInTimeRecoverySpecification{true, std::nullopt}}));
  }
  const std::vector<size_t> order = Shuffled(items);
  const size_t before = HeapBytes();
  size_t next = 0;
  for (auto _ : state) {
    if (writes > 0 && next % writes == 0) filled.clock->Advance(absl::Seconds(1));
    // Each put has another version: a put of an item as it is stored would write nothing.
    ++next;
    ValueOrAbort(filled.database.PutItem(NumberedPutRequest(order[next % items], next)));
  }
  const double added = static_cast<double>(HeapBytes()) - static_cast<double>(before);
  state.counters["bytes_per_write"] = added / static_cast<double>(next);
  state.counters["estimate"] = static_cast<double>(RecoveryHistory::kept_bytes()) / static_cast<double>(next);
}
BENCHMARK(WriteWithRecovery)->ArgsProduct({{1'000, 1'000'000}, {0, 1, 100, 10'000}})->Iterations(50'000);

}  // namespace
}  // namespace holdfast
