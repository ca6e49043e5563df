#include "engine/race/explore.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/race/race_builders.h"

namespace holdfast::race {
namespace {

using testing::CreateTable;
using testing::Get;
using ::testing::HasSubstr;
using testing::MakeDatabase;
using testing::N;
using testing::NumberIn;
using testing::Put;
using testing::S;

void SeedRoom(Database& database) {
  CreateTable(database, "Rooms");
  ASSERT_TRUE(database.PutItem(Put("Rooms", {{"pk", S("room7")}, {"availableQty", N("1")}})).ok());
}

// Reads, decides, and writes: the mistake that all of this is about.
void BookNaively(Client& db, const char* guest, int* booked) {
  const auto room = db.GetItem(Get("Rooms", {{"pk", S("room7")}}));
  if (NumberIn(room->item->view(), "availableQty") < 1) return;
  const AttributeMap item = {{"pk", S("room7")}, {"availableQty", N("0")}, {"guest", S(guest)}};
  if (db.PutItem(Put("Rooms", item)).ok()) ++*booked;
}

Exploration ExploreNaiveBooking(Database& database, SessionOptions options) {
  return Explore(database, std::move(options), [](Run& run) {
    const auto booked = std::make_shared<int>(0);
    run.Actor("alice", [booked](Client& db) { BookNaively(db, "alice", booked.get()); });
    run.Actor("bob", [booked](Client& db) { BookNaively(db, "bob", booked.get()); });
    run.Check("one guest has the room", [booked] { return *booked == 1; });
  });
}

TEST(Explore, ConvictsANaiveBooking) {
  const auto database = MakeDatabase();
  SeedRoom(*database);
  const Exploration found = ExploreNaiveBooking(*database, {.strategy = Exhaustive{.reduction = false}});
  EXPECT_FALSE(found.verdict.passed);
  ASSERT_NE(found.verdict.witness(), nullptr) << found.verdict.summary;
  EXPECT_EQ(found.verdict.witness()->schedule, "alice,bob*2,alice#GGPP");
  EXPECT_EQ(found.verdict.witness()->witness,
            "alice   GetItem room7 → availableQty 1 (v1)\n"
            "bob                                                                                       "
            "GetItem room7 → availableQty 1 (v1)\n"
            "bob                                                                                       "
            "PutItem room7 availableQty 0, guest bob (v2, unconditional)\n"
            "alice   PutItem room7 guest alice (v3, unconditional, read v1)   ← lost update\n");
}

}  // namespace
}  // namespace holdfast::race
