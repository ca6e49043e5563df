// The cost of one operation in process. `x_floor` is its ratio to the least that any such engine has to do: find an
// item in a hash map and copy it, or allocate a new version and insert it.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "bench/in_process/database.h"
#include "bench/in_process/floor.h"

namespace holdfast {
namespace {

using AV = AttributeValue;

constexpr size_t kItems = 10'000;
constexpr char kTable[] = "Slots";

std::string PartitionKeyNumbered(size_t number) { return "PROVIDER#" + std::to_string(1'000'000 + number); }

AttributeMap KeyOf(size_t number) { return {{"pk", AV::String(PartitionKeyNumbered(number))}}; }

// About 1 KB, of eight attributes, mostly `notes`.
AttributeMap ItemNumbered(size_t number, int64_t version = 1) {
  return {{"pk", AV::String(PartitionKeyNumbered(number))},
          {"status", AV::String("AVAILABLE")},
          {"version", AV::Number(version)},
          {"quantity", AV::Number(1'000'000'000)},
          {"startsAt", AV::String("2026-10-01T09:00:00Z")},
          {"tags", AV::StringSet({"indoor", "wheelchair"})},
          {"place", AV::Map({{"city", AV::String("Bilbao")}, {"floor", AV::Number(3)}})},
          {"notes", AV::String(std::string(800, 'n'))}};
}

PutItemRequest NumberedPutRequest(size_t number, int64_t version = 1) {
  PutItemRequest request;
  request.table_name = kTable;
  request.item = ItemNumbered(number, version);
  return request;
}

Database& FilledDatabase(Engine& engine) {
  Database& database = DatabaseOf(engine);
  CreateTable(database, kTable, Keys::kPartition);
  for (size_t i = 0; i < kItems; ++i) ValueOrAbort(database.PutItem(NumberedPutRequest(i)));
  return database;
}

// One request for each item, in a shuffled order.
template <typename Make>
auto ForEachItem(const Make& make) {
  std::vector<decltype(make(size_t{0}))> requests;
  for (const size_t number : Shuffled(kItems)) requests.push_back(make(number));
  return Rotation(std::move(requests));
}

// One request for version 2 of each item, then one for version 3 of each, so that no write stores an equal item.
template <typename Make>
auto ForEachVersion(const Make& make) {
  std::vector<decltype(make(size_t{0}, int64_t{0}))> requests;
  for (const int64_t version : {2, 3}) {
    for (const size_t number : Shuffled(kItems)) requests.push_back(make(number, version));
  }
  return Rotation(std::move(requests));
}

Floor read_floor;
Floor write_floor;

// The floor of a read.
void HashFindAndCopy(benchmark::State& state) {
  absl::flat_hash_map<std::string, std::string> map;
  for (size_t i = 0; i < kItems; ++i) map[PartitionKeyNumbered(i)] = std::string(ItemNumbered(i).view().packed());
  auto keys = ForEachItem(PartitionKeyNumbered);
  read_floor.Measure(state, [&] {
    const std::string copy = map.find(keys.Next())->second;
    benchmark::DoNotOptimize(copy.data());
  });
}
BENCHMARK(HashFindAndCopy);

void GetItem(benchmark::State& state) {
  Engine engine;
  Database& database = FilledDatabase(engine);
  auto requests = ForEachItem([](size_t number) {
    GetItemRequest request;
    request.table_name = kTable;
    request.key = KeyOf(number);
    request.consistent_read = true;
    return request;
  });
  read_floor.Compare(state, [&] { benchmark::DoNotOptimize(ValueOrAbort(database.GetItem(requests.Next()))); });
}
BENCHMARK(GetItem);

// The same read as a PartiQL statement.
void SelectByKey(benchmark::State& state) {
  Engine engine;
  Database& database = FilledDatabase(engine);
  auto requests = ForEachItem([](size_t number) {
    ExecuteStatementRequest request;
    request.statement = "SELECT * FROM Slots WHERE pk = ?";
    request.parameters = {AV::String(PartitionKeyNumbered(number))};
    request.consistent_read = true;
    return request;
  });
  read_floor.Compare(state,
                     [&] { benchmark::DoNotOptimize(ValueOrAbort(database.ExecuteStatement(requests.Next()))); });
}
BENCHMARK(SelectByKey);

// The floor of a write: allocate, copy, insert.
void AllocateAndReplace(benchmark::State& state) {
  absl::flat_hash_map<std::string, std::string> map;
  auto items = ForEachVersion([](size_t number, int64_t version) {
    return std::pair(PartitionKeyNumbered(number), ItemNumbered(number, version));
  });
  write_floor.Measure(state, [&] {
    const auto& [key, item] = items.Next();
    map.insert_or_assign(key, std::string(item.view().packed()));
  });
}
BENCHMARK(AllocateAndReplace);

void PutItem(benchmark::State& state) {
  Engine engine;
  Database& database = FilledDatabase(engine);
  auto requests = ForEachVersion(NumberedPutRequest);
  write_floor.Compare(state, [&] { benchmark::DoNotOptimize(ValueOrAbort(database.PutItem(requests.Next()))); });
}
BENCHMARK(PutItem);

// A reservation whose condition finds enough stock.
void ConditionalUpdateItem(benchmark::State& state) {
  Engine engine;
  Database& database = FilledDatabase(engine);
  auto requests = ForEachItem([](size_t number) {
    UpdateItemRequest request;
    request.table_name = kTable;
    request.key = KeyOf(number);
    request.update_expression = "SET quantity = quantity - :wanted";
    request.condition_expression = "quantity >= :wanted";
    request.expression_fields.values = ExpressionAttributeValues{{":wanted", AV::Number(1)}};
    return request;
  });
  write_floor.Compare(state, [&] { benchmark::DoNotOptimize(ValueOrAbort(database.UpdateItem(requests.Next()))); });
}
BENCHMARK(ConditionalUpdateItem);

// The same reservation as a PartiQL statement.
void ConditionalUpdateStatement(benchmark::State& state) {
  Engine engine;
  Database& database = FilledDatabase(engine);
  auto requests = ForEachItem([](size_t number) {
    ExecuteStatementRequest request;
    request.statement = "UPDATE Slots SET quantity = quantity - ? WHERE pk = ? AND quantity >= ?";
    request.parameters = {AV::Number(1), AV::String(PartitionKeyNumbered(number)), AV::Number(1)};
    return request;
  });
  write_floor.Compare(state,
                      [&] { benchmark::DoNotOptimize(ValueOrAbort(database.ExecuteStatement(requests.Next()))); });
}
BENCHMARK(ConditionalUpdateStatement);

// A booking: the slot's quantity is decremented and the appointment put, with an idempotency token.
void TransactWriteItems(benchmark::State& state) {
  Engine engine;
  Database& database = FilledDatabase(engine);
  std::vector<TransactWriteItemsRequest> prepared;
  const std::vector<size_t> order = Shuffled(kItems);
  for (benchmark::IterationCount i = 0; i < state.max_iterations; ++i) {
    const std::string slot = PartitionKeyNumbered(order[static_cast<size_t>(i) % kItems]);
    TransactWriteItemsRequest& request = prepared.emplace_back();
    request.client_request_token = "token-" + std::to_string(i);
    request.transact_items.emplace(2);
    TransactWriteItem::Update& take = request.transact_items->front().update.emplace();
    take.table_name = kTable;
    take.key = AttributeMap{{"pk", AV::String(slot)}};
    take.update_expression = "SET quantity = quantity - :one";
    take.condition_expression = "quantity > :zero";
    take.expression_fields.values = ExpressionAttributeValues{{":one", AV::Number(1)}, {":zero", AV::Number(0)}};
    TransactWriteItem::Put& put = request.transact_items->back().put.emplace();
    put.table_name = kTable;
    put.item = AttributeMap{{"pk", AV::String("APPOINTMENT#" + std::to_string(i))}, {"slot", AV::String(slot)}};
    put.condition_expression = "attribute_not_exists(pk)";
  }
  Rotation requests(std::move(prepared));
  write_floor.Compare(state,
                      [&] { benchmark::DoNotOptimize(ValueOrAbort(database.TransactWriteItems(requests.Next()))); });
}
BENCHMARK(TransactWriteItems)->Iterations(50'000);

}  // namespace
}  // namespace holdfast
