// How many runs a second does the race lab execute in process, and how soon do its sampling strategies find a bug that
// needs three ordering constraints? Of two actors with two requests each, and beside the same requests without the lab.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "engine/operations.h"
#include "engine/race/explore.h"

namespace holdfast::race {
namespace {

std::unique_ptr<Database> MakeDatabase() {
  auto database = std::make_unique<Database>("000000000000", "us-east-1", EngineOptions(),
                                             std::make_shared<DatabaseClock>(std::make_shared<SystemClock>()), 1);
  CreateTableRequest table;
  table.table_name = "Rooms";
  table.billing_mode = BillingMode::kPayPerRequest;
  table.attribute_definitions = {AttributeDefinition{"pk", ScalarAttributeType::kString}};
  table.key_schema = {KeySchemaElement{"pk", KeyType::kHash}};
  if (!database->CreateTable(table).ok()) std::abort();
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

bool Has(const Result<GetItemResponse>& response) { return response.ok() && response->item.has_value(); }

SessionOptions Options(StrategyOptions strategy, uint64_t seed, uint64_t runs) {
  SessionOptions options;
  options.strategy = std::move(strategy);
  options.seed = seed;
  options.max_runs = runs;
  options.shrink = false;
  options.continue_after_failure = true;
  return options;
}

// Each actor reads a room and writes it.
void Runs(benchmark::State& state, const StrategyOptions& strategy, uint32_t stale_reads) {
  const std::unique_ptr<Database> database = MakeDatabase();
  uint64_t runs = 0;
  for (auto _ : state) {
    SessionOptions options = Options(strategy, 1, 1'000);
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

// The requests of one such run, one after the other.
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

// A bug of depth 3: alice's first write has to come before bob's first read, his second read before her second write,
// and that before his third read. Before that she writes an item of her own ten times, which nothing else depends on, so
// that she is late in most orders of which each step is chosen uniformly.
bool FindsTheBug(Database& database, const StrategyOptions& strategy, uint64_t seed) {
  const Exploration found = Explore(database, Options(strategy, seed, 1), [](Run& run) {
    const auto found_bug = std::make_shared<bool>(false);
    run.Actor("alice", [](Client& db) {
      for (int i = 0; i < 10; ++i) benchmark::DoNotOptimize(db.PutItem(Put("alice", i)));
      benchmark::DoNotOptimize(db.PutItem(Put("a", 1)));
      benchmark::DoNotOptimize(db.PutItem(Put("b", 1)));
    });
    run.Actor("bob", [found_bug](Client& db) {
      const bool a = Has(db.GetItem(Get("a")));
      const bool b = Has(db.GetItem(Get("b")));
      *found_bug = a && !b && Has(db.GetItem(Get("b")));
    });
    run.Check("not met", [found_bug] { return !*found_bug; });
  });
  return found.verdict.failed > 0;
}

// `percent`: of the seeds from 1 to 10,000, those whose first run has the bug.
void FoundByOneRun(benchmark::State& state, const StrategyOptions& strategy) {
  const std::unique_ptr<Database> database = MakeDatabase();
  constexpr uint64_t kSeeds = 10'000;
  uint64_t found = 0;
  for (auto _ : state) {
    for (uint64_t seed = 1; seed <= kSeeds; ++seed) found += FindsTheBug(*database, strategy, seed) ? 1 : 0;
  }
  state.counters["percent"] =
      100.0 * static_cast<double>(found) / static_cast<double>(kSeeds) / static_cast<double>(state.iterations());
}
BENCHMARK_CAPTURE(FoundByOneRun, partial_order_sampling, PartialOrderSampling{})
    ->Unit(benchmark::kSecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(FoundByOneRun, probabilistic_concurrency, ProbabilisticConcurrency{.depth = 3, .steps = 15})
    ->Unit(benchmark::kSecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(FoundByOneRun, uniformly_random, UniformlyRandom{})->Unit(benchmark::kSecond)->Iterations(1);

}  // namespace
}  // namespace holdfast::race
