#include "engine/race/steps/request_footprint.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/engine/race/race_builders.h"

namespace holdfast::race {
namespace {

using holdfast::testing::L;
using holdfast::testing::Ss;
using testing::N;
using testing::S;

class KeepsOtherUpdatesTest : public ::testing::Test {
 protected:
  KeepsOtherUpdatesTest() : database_(testing::MakeDatabase()) { testing::CreateTable(*database_, "Rooms"); }

  bool KeepsOtherUpdates(const UpdateItemRequest& request) {
    return TargetsOf(request, [&](std::string_view table) { return database_->FindTable(table); })
        .at(0)
        .value()
        .keeps_other_updates;
  }
  bool KeepsOtherUpdates(const std::string& expression) {
    UpdateItemRequest request =
        testing::Update("Rooms", {{"pk", S("room7")}}, expression,
                        {{":one", N("1")}, {":l", L({N("1")})}, {":g", Ss({"ann"})}, {":zero", N("0")}});
    request.expression_fields.names = ExpressionAttributeNames{{"#n", "n"}, {"#hold", "hold"}, {"#set", "set"}};
    return KeepsOtherUpdates(request);
  }
  bool KeepsOtherUpdatesLegacy(AttributeAction action, std::optional<AttributeValue> value) {
    UpdateItemRequest request;
    request.table_name = "Rooms";
    request.key = AttributeMap{{"pk", S("room7")}};
    request.attribute_updates = AttributeUpdates{{"n", {action, std::move(value)}}};
    return KeepsOtherUpdates(request);
  }

  const std::unique_ptr<Database> database_;
};

TEST_F(KeepsOtherUpdatesTest, AnUpdateThatAddsOrDeletes) {
  EXPECT_TRUE(KeepsOtherUpdates("ADD n :one"));
  EXPECT_TRUE(KeepsOtherUpdates("delete guests :g add #set :one"));
  EXPECT_FALSE(KeepsOtherUpdates("SET n = :one"));
  EXPECT_FALSE(KeepsOtherUpdates("ADD n :one REMOVE hold"));
  // No blank is needed between a keyword and a `#`.
  EXPECT_FALSE(KeepsOtherUpdates("SET#n=:one"));
  EXPECT_FALSE(KeepsOtherUpdates("ADD n :one remove#hold"));
}

TEST_F(KeepsOtherUpdatesTest, AnUpdateThatSetsAnAtomicCounter) {
  EXPECT_TRUE(KeepsOtherUpdates("SET n = n + :one"));
  EXPECT_TRUE(KeepsOtherUpdates("SET n = :one + #n, m.c[1] = m.c[1] - :one"));
  EXPECT_TRUE(KeepsOtherUpdates("SET n = if_not_exists(n, :zero) + :one"));
  EXPECT_TRUE(KeepsOtherUpdates("SET l = list_append(if_not_exists(l, :l), :l) ADD n :one"));
  EXPECT_TRUE(KeepsOtherUpdates("SET n = if_not_exists(n, :zero)"));
  EXPECT_FALSE(KeepsOtherUpdates("SET n = m + :one"));
  EXPECT_FALSE(KeepsOtherUpdates("SET n = :one - n"));
  EXPECT_FALSE(KeepsOtherUpdates("SET n = n + m"));
  EXPECT_FALSE(KeepsOtherUpdates("SET n = n + :one, m = :one"));
  EXPECT_FALSE(KeepsOtherUpdates("SET m.c[1] = m.c[2] + :one"));
  EXPECT_FALSE(KeepsOtherUpdates("SET n = if_not_exists(m, :zero) + :one"));
}

TEST_F(KeepsOtherUpdatesTest, ALegacyUpdateThatAddsOrDeletesMembers) {
  EXPECT_TRUE(KeepsOtherUpdatesLegacy(AttributeAction::kAdd, N("1")));
  EXPECT_TRUE(KeepsOtherUpdatesLegacy(AttributeAction::kDelete, Ss({"ann"})));
  EXPECT_FALSE(KeepsOtherUpdatesLegacy(AttributeAction::kDelete, std::nullopt));
  EXPECT_FALSE(KeepsOtherUpdatesLegacy(AttributeAction::kPut, N("1")));
}

TEST(FootprintOf, APartiqlStatementSetsEverythingAndListsItsWholeTables) {
  const OpaqueRequest update{"ExecuteStatement", {}, "UPDATE …", {"Rooms"}};
  const Footprint footprint = FootprintOf(update, [](std::string_view) { return nullptr; });
  EXPECT_TRUE(footprint.everything);
  EXPECT_EQ(footprint.areas, std::vector<Area>{Area::All("table/Rooms", true)});
}

}  // namespace
}  // namespace holdfast::race
