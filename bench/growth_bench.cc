// What does an operation cost when there is more of everything: items, actions of a transaction, tokens remembered,
// tables? A curve that bends where the floor's does (`x_floor` stays level) is the memory's; any other bend is ours.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "bench/floor.h"
#include "bench/in_process.h"
#include "engine/base/random.h"

namespace holdfast {
namespace {

using AV = AttributeValue;

constexpr char kTable[] = "Grown";
constexpr size_t kItemsInPartition = 20;
// Places visited in turn: enough that nothing of the first is still in a cache.
constexpr size_t kVisits = 200'000;

std::string PartitionNumbered(size_t number) { return "PROVIDER#" + std::to_string(10'000'000 + number); }

// Of 200 bytes.
AttributeMap ItemNumbered(size_t number) {
  return {{"pk", AV::String(PartitionNumbered(number / kItemsInPartition))},
          {"sk", AV::String("SLOT#" + std::to_string(10 + number % kItemsInPartition))},
          {"status", AV::String("AVAILABLE")},
          {"version", AV::Number(1)},
          {"notes", AV::String(std::string(130, 'n'))}};
}

AttributeMap KeyOf(size_t number) {
  return {{"pk", AV::String(PartitionNumbered(number / kItemsInPartition))},
          {"sk", AV::String("SLOT#" + std::to_string(10 + number % kItemsInPartition))}};
}

// A table of so many items, beside a hash map of the same: kept for the next benchmark that wants as many, because
// filling it takes longer than measuring.
struct Filled {
  explicit Filled(size_t item_count) : items(item_count) {
    CreateTable(database, kTable, Keys::kPartitionAndSort);
    for (size_t i = 0; i < items; ++i) {
      PutItemRequest put;
      put.table_name = kTable;
      put.item = ItemNumbered(i);
      Succeeded(database.PutItem(put));
    }
    Random random(1);
    for (size_t i = 0; i < kVisits; ++i) visits.push_back(random.Below(items));
  }

  const size_t items;
  Engine engine;
  Database& database = DatabaseOf(engine);
  std::vector<size_t> visits;
};

Filled& FilledWith(int64_t items) {
  static std::unique_ptr<Filled> filled;
  if (filled == nullptr || filled->items != static_cast<size_t>(items)) {
    filled.reset();
    filled = std::make_unique<Filled>(static_cast<size_t>(items));
  }
  return *filled;
}

// Requests for the places to visit, and one after the other of them.
template <typename Make>
auto Visit(const Filled& filled, const Make& make) {
  std::vector<decltype(make(size_t{0}))> requests;
  for (const size_t number : filled.visits) requests.push_back(make(number));
  return [ requests = std::move(requests), at = size_t{0} ]() mutable -> const auto& {
    if (at == requests.size()) at = 0;
    return requests[at++];
  };
}

Floor floor_of_items;

void HashFindAndCopy(benchmark::State& state) {
  const Filled& filled = FilledWith(state.range(0));
  absl::flat_hash_map<std::string, std::string> map;
  const auto key = [](size_t number) { return std::string(KeyOf(number).view().packed()); };
  for (size_t i = 0; i < filled.items; ++i) map[key(i)] = std::string(ItemNumbered(i).view().packed());
  auto next = Visit(filled, key);
  floor_of_items.Measure(state, [&] {
    const std::string copy = map.find(next())->second;
    benchmark::DoNotOptimize(copy.data());
  });
}

void GetItem(benchmark::State& state) {
  Filled& filled = FilledWith(state.range(0));
  auto next = Visit(filled, [](size_t number) {
    GetItemRequest request;
    request.table_name = kTable;
    request.key = KeyOf(number);
    request.consistent_read = true;
    return request;
  });
  floor_of_items.Compare(state, [&] { benchmark::DoNotOptimize(Succeeded(filled.database.GetItem(next()))); });
}

void PutItem(benchmark::State& state) {
  Filled& filled = FilledWith(state.range(0));
  auto next = Visit(filled, [](size_t number) {
    PutItemRequest request;
    request.table_name = kTable;
    request.item = ItemNumbered(number);
    return request;
  });
  floor_of_items.Compare(state, [&] { benchmark::DoNotOptimize(Succeeded(filled.database.PutItem(next()))); });
}

// The 20 items of a partition.
void Query(benchmark::State& state) {
  Filled& filled = FilledWith(state.range(0));
  auto next = Visit(filled, [](size_t number) {
    QueryRequest request;
    request.table_name = kTable;
    request.key_condition_expression = "pk = :pk";
    request.expression_fields.values =
        ExpressionAttributeValues{{":pk", AV::String(PartitionNumbered(number / kItemsInPartition))}};
    request.consistent_read = true;
    return request;
  });
  floor_of_items.Compare(state, [&] { benchmark::DoNotOptimize(Succeeded(filled.database.Query(next()))); });
}

// Reads through so many tables, of 100 items each.
void GetItemOfTables(benchmark::State& state) {
  Engine engine;
  Database& database = DatabaseOf(engine);
  const auto tables = static_cast<size_t>(state.range(0));
  const auto table_name = [](size_t number) { return "Table-" + std::to_string(number); };
  std::vector<GetItemRequest> requests;
  for (size_t table = 0; table < tables; ++table) {
    CreateTable(database, table_name(table), Keys::kPartitionAndSort);
    for (size_t i = 0; i < 100; ++i) {
      PutItemRequest put;
      put.table_name = table_name(table);
      put.item = ItemNumbered(i);
      Succeeded(database.PutItem(put));
      GetItemRequest& get = requests.emplace_back();
      get.table_name = table_name(table);
      get.key = KeyOf(i);
      get.consistent_read = true;
    }
  }
  const std::vector<size_t> order = Shuffled(requests.size());
  size_t at = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(Succeeded(database.GetItem(requests[order[at]])));
    if (++at == order.size()) at = 0;
  }
}

// A transaction of conditional updates with a token that was not seen before.
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

void TransactionOfActions(benchmark::State& state) {
  Filled& filled = FilledWith(10'000);
  const auto actions = static_cast<size_t>(state.range(0));
  std::vector<TransactWriteItemsRequest> requests;
  for (benchmark::IterationCount i = 0; i < state.max_iterations; ++i) {
    std::vector<size_t> items;
    for (size_t action = 0; action < actions; ++action) {
      items.push_back((static_cast<size_t>(i) * actions + action) * 7'919 % filled.items);
    }
    requests.push_back(Transaction("actions-" + std::to_string(actions) + "-" + std::to_string(i), items));
  }
  size_t at = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(Succeeded(filled.database.TransactWriteItems(requests[at++])));
  }
  state.counters["for_each_action"] = benchmark::Counter(
      static_cast<double>(actions), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// A booking when so many tokens of earlier ones are remembered.
void TransactionAfterTokens(benchmark::State& state) {
  Engine engine;
  Database& database = DatabaseOf(engine);
  CreateTable(database, kTable, Keys::kPartitionAndSort);
  for (size_t i = 0; i < 10'000; ++i) {
    PutItemRequest put;
    put.table_name = kTable;
    put.item = ItemNumbered(i);
    Succeeded(database.PutItem(put));
  }
  const auto numbered = [](size_t i) {
    return Transaction("token-" + std::to_string(i), {i * 2 % 10'000, (i * 2 + 1) % 10'000});
  };
  const auto tokens = static_cast<size_t>(state.range(0));
  for (size_t i = 0; i < tokens; ++i) Succeeded(database.TransactWriteItems(numbered(i)));
  std::vector<TransactWriteItemsRequest> requests;
  for (benchmark::IterationCount i = 0; i < state.max_iterations; ++i) {
    requests.push_back(numbered(tokens + static_cast<size_t>(i)));
  }
  size_t at = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(Succeeded(database.TransactWriteItems(requests[at++])));
  }
}

void RegisterItems(int64_t items) {
  using Benchmark = std::pair<const char*, void (*)(benchmark::State&)>;
  for (const auto& [name, run] : {Benchmark("HashFindAndCopy", HashFindAndCopy), Benchmark("GetItem", GetItem),
                                  Benchmark("PutItem", PutItem), Benchmark("Query", Query)}) {
    benchmark::RegisterBenchmark(name, run)->Arg(items)->ArgName("items");
  }
}

// By size and not by operation, so that each table is filled once.
const bool registered = [] {
  for (const int64_t items : {10'000, 100'000, 1'000'000, 5'000'000}) RegisterItems(items);
  return true;
}();

BENCHMARK(GetItemOfTables)->RangeMultiplier(10)->Range(1, 1'000)->ArgName("tables");
BENCHMARK(TransactionOfActions)->Arg(2)->Arg(10)->Arg(100)->ArgName("actions")->Iterations(5'000);
BENCHMARK(TransactionAfterTokens)->Arg(0)->Arg(100'000)->Arg(1'000'000)->ArgName("tokens")->Iterations(50'000);

}  // namespace
}  // namespace holdfast
