// How many runs a second does the race lab play in process? Each run has two actors with two requests each.
// `Unscheduled` sends the same requests without the lab.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <utility>

#include "bench/in_process/database.h"
#include "engine/race/explore.h"

namespace holdfast::race {
namespace {

std::unique_ptr<Database> MakeDatabase() {
  auto database = std::make_unique<Database>("000000000000", "us-east-1", EngineOptions(),
                                             std::make_shared<DatabaseClock>(std::make_shared<SystemClock>()), 1);
  CreateTable(*database, "Rooms", Keys::kPartition);
  return database;
}

GetItemRequest Get(std::string_view key) {
  GetItemRequest request;
  request.table_name = "Rooms";
  request.key = AttributeMap{{"pk", AttributeValue::String(key)}};
  request.consistent_read = true;
  return request;
}

PutItemRequest Put(std::string_view key, int64_t value) {
  PutItemRequest request;
  request.table_name = "Rooms";
  request.item = AttributeMap{{"pk", AttributeValue::String(key)}, {"v", AttributeValue::Number(value)}};
  return request;
}

// In each run both actors read a room and then write it. If `stale_reads` is not 0, the lab keeps earlier versions of
// the items, which eventually consistent reads could return; these reads are strongly consistent.
void Runs(benchmark::State& state, const StrategyOptions& strategy, uint32_t stale_reads) {
  const std::unique_ptr<Database> database = MakeDatabase();
  uint64_t runs = 0;
  for (auto _ : state) {
    SessionOptions options;
    options.strategy = strategy;
    options.max_runs = 1'000;
    options.stale_reads = stale_reads;
    const Exploration found = Explore(*database, std::move(options), [](Run& run) {
      for (const char* name : {"alice", "bob"}) {
        run.Actor(name, [](Client& db) {
          benchmark::DoNotOptimize(db.GetItem(Get("room7")));
          benchmark::DoNotOptimize(db.PutItem(Put("room7", 1)));
        });
      }
    });
    if (!found.misuse.empty()) state.SkipWithError(found.misuse.c_str());
    runs += found.verdict.runs;
  }
  state.counters["runs/s"] = benchmark::Counter(static_cast<double>(runs), benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(Runs, sampling, PartialOrderSampling{}, 0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Runs, sampling_with_versions_kept, PartialOrderSampling{}, 1)->Unit(benchmark::kMillisecond);

// Each iteration sends the requests of one run, one after the other.
void Unscheduled(benchmark::State& state) {
  const std::unique_ptr<Database> database = MakeDatabase();
  uint64_t runs = 0;
  for (auto _ : state) {
    for (int actor = 0; actor < 2; ++actor) {
      benchmark::DoNotOptimize(database->GetItem(Get("room7")));
      benchmark::DoNotOptimize(database->PutItem(Put("room7", 1)));
    }
    ++runs;
  }
  state.counters["runs/s"] = benchmark::Counter(static_cast<double>(runs), benchmark::Counter::kIsRate);
}
BENCHMARK(Unscheduled);

}  // namespace
}  // namespace holdfast::race
