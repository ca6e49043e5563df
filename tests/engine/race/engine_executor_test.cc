#include "engine/race/steps/engine_executor.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/engine/race/race_builders.h"

namespace holdfast::race {
namespace {

using testing::CreateTable;
using testing::Get;
using testing::MakeDatabase;
using testing::N;
using testing::S;

// How many versions a read of the room may be behind after `puts` puts of an item of 1 KB.
size_t CountStaleAfterPuts(EngineExecutor::Options options, size_t puts) {
  const auto database = MakeDatabase();
  CreateTable(*database, "Rooms");
  options.keep_versions = true;
  EngineExecutor executor(*database, options);
  executor.BeginRun();
  for (size_t i = 0; i < puts; ++i) {
    const AttributeMap item = {{"pk", S("room7")}, {"n", N(std::to_string(i))}, {"text", S(std::string(1'000, 'x'))}};
    EXPECT_TRUE(executor.Execute(testing::Put("Rooms", item)).outcome.ok());
  }
  return executor.CountStale(Get("Rooms", {{"pk", S("room7")}}, false), 1'000);
}

TEST(EngineExecutor, ForgetsTheOldestStatesIfTheyTakeTooMuchMemory) {
  EXPECT_EQ(CountStaleAfterPuts({}, 20), 20u);
  EXPECT_EQ(CountStaleAfterPuts({.versions_max = 11}, 20), 10u);
  // Eleven states have ten replaced items of about 1,000 bytes.
  const auto database = MakeDatabase();
  CreateTable(*database, "Rooms");
  const size_t copy_bytes = database->CountSize().copy_bytes;
  EXPECT_EQ(CountStaleAfterPuts({.versions_bytes_max = 11 * copy_bytes + 10'500}, 20), 10u);
}

}  // namespace
}  // namespace holdfast::race
