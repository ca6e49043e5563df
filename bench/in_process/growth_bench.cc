// Measures how the cost of an operation grows with the number of items, of a transaction's actions, of remembered
// idempotency tokens, and of tables. Where the cost grows as the floor's does (`x_floor` stays constant), processor
// caches explain the growth; otherwise the engine causes it.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "bench/in_process/database.h"
#include "bench/in_process/floor.h"
#include "engine/base/random.h"

namespace holdfast {
namespace {

using AV = AttributeValue;

constexpr char kTable[] = "Grown";
constexpr size_t kItemsInPartition = 20;
// The number of keys that are visited in a cycle. In a table of at least as many items it is large enough that the
// first key's item has left all processor caches when the next cycle begins.
constexpr size_t kVisits = 200'000;

std::string PartitionNumbered(size_t number) { return "PROVIDER#" + std::to_string(10'000'000 + number); }

AttributeMap KeyOf(size_t number) {
  return {{"pk", AV::String(PartitionNumbered(number / kItemsInPartition))},
          {"sk", AV::String("SLOT#" + std::to_string(10 + number % kItemsInPartition))}};
}

// About 200 bytes.
AttributeMap ItemNumbered(size_t number, int64_t version = 1) {
  return {{"pk", AV::String(PartitionNumbered(number / kItemsInPartition))},
          {"sk", AV::String("SLOT#" + std::to_string(10 + number % kItemsInPartition))},
          {"status", AV::String("AVAILABLE")},
          {"version", AV::Number(version)},
          {"notes", AV::String(std::string(130, 'n'))}};
}

PutItemRequest Put(const std::string& table, size_t number, int64_t version = 1) {
  PutItemRequest request;
  request.table_name = table;
  request.item = ItemNumbered(number, version);
  return request;
}

GetItemRequest Get(const std::string& table, size_t number) {
  GetItemRequest request;
  request.table_name = table;
  request.key = KeyOf(number);
  request.consistent_read = true;
  return request;
}

void MakeTable(Database& database, const std::string& name, size_t items) {
  CreateTable(database, name, Keys::kPartitionAndSort);
  for (size_t i = 0; i < items; ++i) ValueOrAbort(database.PutItem(Put(name, i)));
}

// A database with one table of `item_count` items, and the numbers of the items that the benchmarks visit.
struct FilledTable {
  explicit FilledTable(size_t item_count) : items(item_count) {
    MakeTable(database, kTable, items);
    Random random(1);
    for (size_t i = 0; i < kVisits; ++i) visits.push_back(random.Below(items));
  }

  const size_t items;
  Engine engine;
  Database& database = DatabaseOf(engine);
  std::vector<size_t> visits;
};

// Keeps the table for the next benchmark with as many items, because filling takes longer than measuring.
FilledTable& FilledTableWith(int64_t items) {
  static std::unique_ptr<FilledTable> filled;
  if (filled == nullptr || filled->items != static_cast<size_t>(items)) {
    filled.reset();
    filled = std::make_unique<FilledTable>(static_cast<size_t>(items));
  }
  return *filled;
}

// The requests that `make` produces for each key to visit.
template <typename Make>
auto Visit(const FilledTable& filled, const Make& make) {
  std::vector<decltype(make(size_t{0}))> things;
  for (const size_t number : filled.visits) things.push_back(make(number));
  return Rotation(std::move(things));
}

Floor floor_of_items;

void HashFindAndCopy(benchmark::State& state) {
  const FilledTable& filled = FilledTableWith(state.range(0));
  absl::flat_hash_map<std::string, std::string> map;
  const auto key = [](size_t number) { return std::string(KeyOf(number).view().packed()); };
  for (size_t i = 0; i < filled.items; ++i) map[key(i)] = std::string(ItemNumbered(i).view().packed());
  auto keys = Visit(filled, key);
  floor_of_items.Measure(state, [&] {
    const std::string copy = map.find(keys.Next())->second;
    benchmark::DoNotOptimize(copy.data());
  });
}

void GetItem(benchmark::State& state) {
  FilledTable& filled = FilledTableWith(state.range(0));
  auto requests = Visit(filled, [](size_t number) { return Get(kTable, number); });
  floor_of_items.Compare(state,
                         [&] { benchmark::DoNotOptimize(ValueOrAbort(filled.database.GetItem(requests.Next()))); });
}

void PutItem(benchmark::State& state) {
  FilledTable& filled = FilledTableWith(state.range(0));
  // The engine does not install an item that equals the stored one, so each request of both laps has a new version.
  std::vector<PutItemRequest> prepared;
  int64_t version = 1;
  for (int lap = 0; lap < 2; ++lap) {
    for (const size_t number : filled.visits) prepared.push_back(Put(kTable, number, ++version));
  }
  Rotation requests(std::move(prepared));
  floor_of_items.Compare(state,
                         [&] { benchmark::DoNotOptimize(ValueOrAbort(filled.database.PutItem(requests.Next()))); });
}

// The 20 items of a partition.
void Query(benchmark::State& state) {
  FilledTable& filled = FilledTableWith(state.range(0));
  auto requests = Visit(filled, [](size_t number) {
    QueryRequest request;
    request.table_name = kTable;
    request.key_condition_expression = "pk = :pk";
    request.expression_fields.values =
        ExpressionAttributeValues{{":pk", AV::String(PartitionNumbered(number / kItemsInPartition))}};
    request.consistent_read = true;
    return request;
  });
  floor_of_items.Compare(state,
                         [&] { benchmark::DoNotOptimize(ValueOrAbort(filled.database.Query(requests.Next()))); });
}

// Reads from many tables of 100 items each, in a shuffled order.
void GetItemOfTables(benchmark::State& state) {
  constexpr size_t kItemsInTable = 100;
  Engine engine;
  Database& database = DatabaseOf(engine);
  const auto tables = static_cast<size_t>(state.range(0));
  const auto table_name = [](size_t number) { return "Table-" + std::to_string(number); };
  for (size_t table = 0; table < tables; ++table) MakeTable(database, table_name(table), kItemsInTable);
  std::vector<GetItemRequest> prepared;
  for (const size_t number : Shuffled(tables * kItemsInTable)) {
    prepared.push_back(Get(table_name(number / kItemsInTable), number % kItemsInTable));
  }
  Rotation requests(std::move(prepared));
  for (auto _ : state) benchmark::DoNotOptimize(ValueOrAbort(database.GetItem(requests.Next())));
}

// A transaction of conditional updates, one for each of `items`.
TransactWriteItemsRequest Transaction(const std::string& token, const std::vector<size_t>& items) {
  TransactWriteItemsRequest request;
  request.client_request_token = token;
  for (const size_t number : items) {
    if (!request.transact_items.has_value()) request.transact_items.emplace();
    TransactWriteItem::Update& update = request.transact_items->emplace_back().update.emplace();
    update.table_name = kTable;
    update.key = KeyOf(number);
    update.update_expression = "SET version = version + :one";
    update.condition_expression = "attribute_exists(pk)";
    update.expression_fields.values = ExpressionAttributeValues{{":one", AV::Number(1)}};
  }
  return request;
}

// Runs one transaction in each iteration. They are numbered from `first`, so that each has a new token: for a repeated
// token the engine would only look up the stored outcome.
template <typename Make>
void RunTransactions(benchmark::State& state, Database& database, size_t first, const Make& make) {
  std::vector<TransactWriteItemsRequest> prepared;
  for (benchmark::IterationCount i = 0; i < state.max_iterations; ++i) {
    prepared.push_back(make(first + static_cast<size_t>(i)));
  }
  Rotation requests(std::move(prepared));
  for (auto _ : state) benchmark::DoNotOptimize(ValueOrAbort(database.TransactWriteItems(requests.Next())));
}

void TransactionOfActions(benchmark::State& state) {
  FilledTable filled(10'000);
  const auto actions = static_cast<size_t>(state.range(0));
  RunTransactions(state, filled.database, 0, [&](size_t number) {
    std::vector<size_t> items;
    for (size_t i = 0; i < actions; ++i) items.push_back((number * actions + i) * 7'919 % filled.items);
    return Transaction("token-" + std::to_string(number), items);
  });
  state.counters["for_each_action"] = benchmark::Counter(
      static_cast<double>(actions), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// Transactions of two actions while the engine remembers the tokens of many earlier ones.
void TransactionAfterTokens(benchmark::State& state) {
  FilledTable filled(10'000);
  const auto numbered = [&](size_t number) {
    return Transaction("token-" + std::to_string(number), {number * 2 % filled.items, (number * 2 + 1) % filled.items});
  };
  const auto tokens = static_cast<size_t>(state.range(0));
  for (size_t i = 0; i < tokens; ++i) ValueOrAbort(filled.database.TransactWriteItems(numbered(i)));
  RunTransactions(state, filled.database, tokens, numbered);
}

void RegisterItems(int64_t items) {
  using Benchmark = std::pair<const char*, void (*)(benchmark::State&)>;
  for (const auto& [name, run] : {Benchmark("HashFindAndCopy", HashFindAndCopy), Benchmark("GetItem", GetItem),
                                  Benchmark("PutItem", PutItem), Benchmark("Query", Query)}) {
    benchmark::RegisterBenchmark(name, run)->Arg(items)->ArgName("items");
  }
}

// Registers the benchmarks size by size and not operation by operation, so that each table is filled once.
const bool registered = [] {
  for (const int64_t items : {10'000, 100'000, 1'000'000, 5'000'000}) RegisterItems(items);
  return true;
}();

BENCHMARK(GetItemOfTables)->RangeMultiplier(10)->Range(1, 1'000)->ArgName("tables");
BENCHMARK(TransactionOfActions)->Arg(2)->Arg(10)->Arg(100)->ArgName("actions")->Iterations(5'000);
BENCHMARK(TransactionAfterTokens)->Arg(0)->Arg(100'000)->Arg(1'000'000)->ArgName("tokens")->Iterations(50'000);

}  // namespace
}  // namespace holdfast
