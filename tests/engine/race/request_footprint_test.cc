#include "engine/race/steps/request_footprint.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/engine/race/race_builders.h"

namespace holdfast::race {
namespace {

using testing::S;

TEST(TargetsOf, AnUpdateCommutesIfItHasNoSetAndNoRemove) {
  const std::unique_ptr<Database> database = testing::MakeDatabase();
  testing::CreateTable(*database, "Rooms");
  const auto commutes = [&](const std::string& expression) {
    const std::vector<std::optional<Target>> targets =
        TargetsOf(testing::Update("Rooms", {{"pk", S("room7")}}, expression, {}),
                  [&](std::string_view table) { return database->FindTable(table); });
    return targets.at(0).value().commutes;
  };
  EXPECT_TRUE(commutes("ADD n :one"));
  EXPECT_TRUE(commutes("delete guests :g add #set :one"));
  EXPECT_FALSE(commutes("SET n = :one"));
  EXPECT_FALSE(commutes("ADD n :one REMOVE hold"));
  // No blank is needed between a keyword and a `#`.
  EXPECT_FALSE(commutes("SET#n=:one"));
  EXPECT_FALSE(commutes("ADD n :one remove#hold"));
}

}  // namespace
}  // namespace holdfast::race
