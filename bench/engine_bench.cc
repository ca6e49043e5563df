// What does one operation cost in process, beside the least that any such engine has to do: find the item in
// a hash map and copy it?
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "engine/base/random.h"
#include "engine/engine.h"

namespace holdfast {
namespace {

using AV = AttributeValue;

constexpr size_t kItems = 10'000;
constexpr char kTable[] = "Slots";

std::string KeyNumbered(size_t number) { return "PROVIDER#" + std::to_string(1'000'000 + number); }

AttributeMap KeyOf(size_t number) { return {{"pk", AV::String(KeyNumbered(number))}}; }

// About 1 KB, of a dozen attributes, as in perf.md.
AttributeMap ItemNumbered(size_t number) {
  return {{"pk", AV::String(KeyNumbered(number))},
          {"status", AV::String("AVAILABLE")},
          {"version", AV::Number(1)},
          {"quantity", AV::Number(1'000'000'000)},
          {"startsAt", AV::String("2026-10-01T09:00:00Z")},
          {"tags", AV::StringSet({"indoor", "wheelchair"})},
          {"place", AV::Map({{"city", AV::String("Bilbao")}, {"floor", AV::Number(3)}})},
          {"notes", AV::String(std::string(800, 'n'))}};
}

// The order in which the items are visited, the same in every run.
std::vector<size_t> Shuffled() {
  std::vector<size_t> order(kItems);
  for (size_t i = 0; i < kItems; ++i) order[i] = i;
  Random random(1);
  for (size_t i = kItems; i > 1; --i) std::swap(order[i - 1], order[random.Below(i)]);
  return order;
}

template <typename Response>
Response Succeeded(Result<Response> answer) {
  if (!answer.ok()) {
    std::fprintf(stderr, "engine_bench: %s\n", answer.error().message.c_str());
    std::abort();
  }
  return std::move(answer).value();
}

PutItemRequest PutNumbered(size_t number) {
  PutItemRequest request;
  request.table_name = kTable;
  request.item = ItemNumbered(number);
  return request;
}

Database& FilledDatabase(Engine& engine) {
  Database& database = engine.database("000000000000", "us-east-1");
  CreateTableRequest table;
  table.table_name = kTable;
  table.attribute_definitions = {{"pk", ScalarAttributeType::kString}};
  table.key_schema = {{"pk", KeyType::kHash}};
  table.billing_mode = BillingMode::kPayPerRequest;
  Succeeded(database.CreateTable(table));
  for (size_t i = 0; i < kItems; ++i) Succeeded(database.PutItem(PutNumbered(i)));
  return database;
}

// Runs prepared requests by turns.
template <typename Request, typename Call>
void Repeat(benchmark::State& state, const std::vector<Request>& requests, const Call& call) {
  size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(Succeeded(call(requests[i])));
    if (++i == requests.size()) i = 0;
  }
}

// The floor of a read.
void HashFindAndCopy(benchmark::State& state) {
  absl::flat_hash_map<std::string, std::string> map;
  for (size_t i = 0; i < kItems; ++i) map[KeyNumbered(i)] = std::string(ItemNumbered(i).view().packed());
  const std::vector<size_t> order = Shuffled();
  std::vector<std::string> keys;
  for (const size_t number : order) keys.push_back(KeyNumbered(number));
  size_t i = 0;
  for (auto _ : state) {
    const std::string copy = map.find(keys[i])->second;
    benchmark::DoNotOptimize(copy.data());
    if (++i == keys.size()) i = 0;
  }
}
BENCHMARK(HashFindAndCopy);

void GetItem(benchmark::State& state) {
  Engine engine;
  Database& database = FilledDatabase(engine);
  std::vector<GetItemRequest> requests;
  for (const size_t number : Shuffled()) {
    GetItemRequest& request = requests.emplace_back();
    request.table_name = kTable;
    request.key = KeyOf(number);
    request.consistent_read = true;
  }
  Repeat(state, requests, [&database](const GetItemRequest& request) { return database.GetItem(request); });
}
BENCHMARK(GetItem);

// The floor of a write: allocate, copy, insert.
void AllocateAndReplace(benchmark::State& state) {
  absl::flat_hash_map<std::string, std::string> map;
  std::vector<std::pair<std::string, AttributeMap>> items;
  for (const size_t number : Shuffled()) items.emplace_back(KeyNumbered(number), ItemNumbered(number));
  size_t i = 0;
  for (auto _ : state) {
    map.insert_or_assign(items[i].first, std::string(items[i].second.view().packed()));
    if (++i == items.size()) i = 0;
  }
}
BENCHMARK(AllocateAndReplace);

void PutItem(benchmark::State& state) {
  Engine engine;
  Database& database = FilledDatabase(engine);
  std::vector<PutItemRequest> requests;
  for (const size_t number : Shuffled()) requests.push_back(PutNumbered(number));
  Repeat(state, requests, [&database](const PutItemRequest& request) { return database.PutItem(request); });
}
BENCHMARK(PutItem);

// Scenario 2: a reservation that finds enough stock.
void ConditionalUpdateItem(benchmark::State& state) {
  Engine engine;
  Database& database = FilledDatabase(engine);
  std::vector<UpdateItemRequest> requests;
  for (const size_t number : Shuffled()) {
    UpdateItemRequest& request = requests.emplace_back();
    request.table_name = kTable;
    request.key = KeyOf(number);
    request.update_expression = "SET quantity = quantity - :wanted";
    request.condition_expression = "quantity >= :wanted";
    request.expression_fields.values = ExpressionAttributeValues{{":wanted", AV::Number(1)}};
  }
  Repeat(state, requests, [&database](const UpdateItemRequest& request) { return database.UpdateItem(request); });
}
BENCHMARK(ConditionalUpdateItem);

// Scenario 1: the slot is taken and the appointment put, with an idempotency token.
void TransactWriteItems(benchmark::State& state) {
  Engine engine;
  Database& database = FilledDatabase(engine);
  const std::vector<size_t> order = Shuffled();
  uint64_t token = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const size_t number = order[token % kItems];
    TransactWriteItemsRequest request;
    request.client_request_token = "token-" + std::to_string(token++);
    request.transact_items.emplace(2);
    TransactWriteItem::Update& take = request.transact_items->front().update.emplace();
    take.table_name = kTable;
    take.key = KeyOf(number);
    take.update_expression = "SET quantity = quantity - :one";
    take.condition_expression = "quantity > :zero";
    take.expression_fields.values = ExpressionAttributeValues{{":one", AV::Number(1)}, {":zero", AV::Number(0)}};
    TransactWriteItem::Put& put = request.transact_items->back().put.emplace();
    put.table_name = kTable;
    put.item = AttributeMap{{"pk", AV::String("APPOINTMENT#" + std::to_string(token))},
                            {"slot", AV::String(KeyNumbered(number))}};
    put.condition_expression = "attribute_not_exists(pk)";
    state.ResumeTiming();
    benchmark::DoNotOptimize(Succeeded(database.TransactWriteItems(request)));
  }
}
BENCHMARK(TransactWriteItems)->Iterations(200'000);

}  // namespace
}  // namespace holdfast
