// What does a sweep for expired items cost for each item that has not expired, and for each that it deletes?
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "bench/in_process/database.h"

namespace holdfast {
namespace {

using AV = AttributeValue;

constexpr size_t kItems = 1'000'000;
constexpr char kTable[] = "Holds";
constexpr int64_t kNow = 1'791'540'000;

void Check(bool ok) {
  if (!ok) std::abort();
}

struct HoldsTable {
  HoldsTable() {
    CreateTable(database, kTable, Keys::kPartition);
    ValueOrAbort(database.UpdateTimeToLive({kTable, TimeToLiveSpecification{true, "expires"}}));
  }
  // Puts items of about 200 bytes each.
  void Fill(size_t items, int64_t expires) {
    for (size_t i = 0; i < items; ++i) {
      PutItemRequest request;
      request.table_name = kTable;
      request.item = AttributeMap{{"pk", AV::String("HOLD#" + std::to_string(i))},
                                  {"customer", AV::String("CUSTOMER#" + std::to_string(i % 1'000))},
                                  {"notes", AV::String(std::string(100, 'n'))},
                                  {"quantity", AV::Number(1)},
                                  {"expires", AV::Number(expires)}};
      ValueOrAbort(database.PutItem(request));
    }
  }

  Engine engine{{}, std::make_shared<VirtualClock>(absl::FromUnixSeconds(kNow)), 1};
  Database& database = DatabaseOf(engine);
};

void SweepUnexpired(benchmark::State& state) {
  HoldsTable holds;
  holds.Fill(kItems, kNow + 60);
  for (auto _ : state) Check(holds.database.SweepExpiredItems() == 0);
  state.counters["per_item"] = benchmark::Counter(
      static_cast<double>(kItems), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(SweepUnexpired)->Unit(benchmark::kMillisecond);

void SweepExpired(benchmark::State& state) {
  constexpr size_t kExpired = 100'000;
  HoldsTable holds;
  for (auto _ : state) {
    state.PauseTiming();
    holds.Fill(kExpired, kNow - 60);
    state.ResumeTiming();
    Check(holds.database.SweepExpiredItems() == kExpired);
  }
  state.counters["per_item"] = benchmark::Counter(
      static_cast<double>(kExpired), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(SweepExpired)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace holdfast
