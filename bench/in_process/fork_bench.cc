// What do a fork, a restore and the first write after a fork cost, and do they cost more in a larger database?
//
// The counter `bytes` of Fork is the heap memory that a fork adds before anything is written to it.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "bench/in_process/database.h"

namespace holdfast {
namespace {

using AV = AttributeValue;

constexpr char kTable[] = "Slots";

// Returns the request for a put of an item of about 200 bytes, whose key is made of `number`.
PutItemRequest NumberedPutRequest(int64_t number, int64_t version = 0) {
  PutItemRequest request;
  request.table_name = kTable;
  request.item = AttributeMap{{"pk", AV::String("PROVIDER#" + std::to_string(1'000'000 + number))},
                              {"status", AV::String("AVAILABLE")},
                              {"version", AV::Number(version)},
                              {"notes", AV::String(std::string(150, 'n'))}};
  return request;
}

// Returns the database with this number of items. The first call for a number fills it.
Database& FilledDatabase(int64_t items) {
  static Engine engine;
  static std::vector<int64_t> filled;
  Database& database = engine.database(std::to_string(items), "us-east-1");
  for (const int64_t size : filled) {
    if (size == items) return database;
  }
  CreateTable(database, kTable, Keys::kPartition);
  for (int64_t i = 0; i < items; ++i) ValueOrAbort(database.PutItem(NumberedPutRequest(i)));
  filled.push_back(items);
  return database;
}

void Fork(benchmark::State& state) {
  const Database& database = FilledDatabase(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(database.Fork());

  constexpr size_t kForks = 100;
  std::vector<std::unique_ptr<Database>> forks(kForks);
  const size_t before = HeapBytes();
  for (std::unique_ptr<Database>& fork : forks) fork = database.Fork();
  state.counters["bytes"] = static_cast<double>(HeapBytes() - before) / kForks;
}
BENCHMARK(Fork)->Arg(1'000)->Arg(1'000'000);

void Restore(benchmark::State& state) {
  const Snapshot snapshot = FilledDatabase(state.range(0)).TakeSnapshot();
  const std::unique_ptr<Database> database = FilledDatabase(state.range(0)).Fork();
  for (auto _ : state) database->Restore(snapshot);
}
BENCHMARK(Restore)->Arg(1'000)->Arg(1'000'000);

// Changes items in a database that shares no data with another one.
void OrdinaryWrite(benchmark::State& state) {
  const int64_t items = state.range(0);
  Database& database = FilledDatabase(items);
  int64_t next = 0;
  // A put of an item as it is stored would write nothing.
  static int64_t version = 0;
  for (auto _ : state) ValueOrAbort(database.PutItem(NumberedPutRequest(next = (next + 7'919) % items, ++version)));
}
BENCHMARK(OrdinaryWrite)->Arg(1'000)->Arg(1'000'000);

// Every write is the first of its fork.
void FirstWriteAfterFork(benchmark::State& state) {
  const int64_t items = state.range(0);
  const Database& database = FilledDatabase(items);
  constexpr size_t kForks = 1'000;
  std::vector<std::unique_ptr<Database>> forks;
  int64_t next = 0;
  for (auto _ : state) {
    if (forks.empty()) {
      state.PauseTiming();
      for (size_t i = 0; i < kForks; ++i) forks.push_back(database.Fork());
      state.ResumeTiming();
    }
    ValueOrAbort(forks.back()->PutItem(NumberedPutRequest(next = (next + 7'919) % items, /*version=*/-1)));
    state.PauseTiming();
    forks.pop_back();
    state.ResumeTiming();
  }
}
BENCHMARK(FirstWriteAfterFork)->Arg(1'000)->Arg(1'000'000)->Iterations(20'000);

}  // namespace
}  // namespace holdfast
