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

class CommutesTest : public ::testing::Test {
 protected:
  CommutesTest() : database_(testing::MakeDatabase()) { testing::CreateTable(*database_, "Rooms"); }

  bool Commutes(const UpdateItemRequest& request) {
    return TargetsOf(request, [&](std::string_view table) { return database_->FindTable(table); })
        .at(0)
        .value()
        .commutes;
  }
  bool Commutes(const std::string& expression) {
    UpdateItemRequest request =
        testing::Update("Rooms", {{"pk", S("room7")}}, expression,
                        {{":one", N("1")}, {":l", L({N("1")})}, {":g", Ss({"ann"})}, {":zero", N("0")}});
    request.expression_fields.names = ExpressionAttributeNames{{"#n", "n"}, {"#hold", "hold"}, {"#set", "set"}};
    return Commutes(request);
  }
  bool CommutesLegacy(AttributeAction action, std::optional<AttributeValue> value) {
    UpdateItemRequest request;
    request.table_name = "Rooms";
    request.key = AttributeMap{{"pk", S("room7")}};
    request.attribute_updates = AttributeUpdates{{"n", {action, std::move(value)}}};
    return Commutes(request);
  }

  const std::unique_ptr<Database> database_;
};

TEST_F(CommutesTest, AnUpdateThatAddsOrDeletes) {
  EXPECT_TRUE(Commutes("ADD n :one"));
  EXPECT_TRUE(Commutes("delete guests :g add #set :one"));
  EXPECT_FALSE(Commutes("SET n = :one"));
  EXPECT_FALSE(Commutes("ADD n :one REMOVE hold"));
  // No blank is needed between a keyword and a `#`.
  EXPECT_FALSE(Commutes("SET#n=:one"));
  EXPECT_FALSE(Commutes("ADD n :one remove#hold"));
}

TEST_F(CommutesTest, AnUpdateThatSetsAnAtomicCounter) {
  EXPECT_TRUE(Commutes("SET n = n + :one"));
  EXPECT_TRUE(Commutes("SET n = :one + #n, m.c[1] = m.c[1] - :one"));
  EXPECT_TRUE(Commutes("SET n = if_not_exists(n, :zero) + :one"));
  EXPECT_TRUE(Commutes("SET l = list_append(if_not_exists(l, :l), :l) ADD n :one"));
  EXPECT_TRUE(Commutes("SET n = if_not_exists(n, :zero)"));
  EXPECT_FALSE(Commutes("SET n = m + :one"));
  EXPECT_FALSE(Commutes("SET n = :one - n"));
  EXPECT_FALSE(Commutes("SET n = n + m"));
  EXPECT_FALSE(Commutes("SET n = n + :one, m = :one"));
  EXPECT_FALSE(Commutes("SET m.c[1] = m.c[2] + :one"));
  EXPECT_FALSE(Commutes("SET n = if_not_exists(m, :zero) + :one"));
}

TEST_F(CommutesTest, ALegacyUpdateThatAddsOrDeletesMembers) {
  EXPECT_TRUE(CommutesLegacy(AttributeAction::kAdd, N("1")));
  EXPECT_TRUE(CommutesLegacy(AttributeAction::kDelete, Ss({"ann"})));
  EXPECT_FALSE(CommutesLegacy(AttributeAction::kDelete, std::nullopt));
  EXPECT_FALSE(CommutesLegacy(AttributeAction::kPut, N("1")));
}

TEST(FootprintOf, APartiqlStatementSetsEverythingAndListsItsWholeTables) {
  const OpaqueRequest update{"ExecuteStatement", {}, "UPDATE …", {"Rooms"}};
  const Footprint footprint = FootprintOf(update, [](std::string_view) { return nullptr; });
  EXPECT_TRUE(footprint.everything);
  EXPECT_EQ(footprint.areas, std::vector<Area>{Area::All("table/Rooms", true)});
}

}  // namespace
}  // namespace holdfast::race
