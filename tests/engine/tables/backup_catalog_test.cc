#include "engine/tables/backup_catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/engine/schema/table_definitions.h"
#include "tests/engine/tables/table_of.h"
#include "tests/support/allocated_bytes.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::string_view kRegion = "us-east-1";
constexpr std::string_view kAccount = "000000000000";
const std::string kTables = "arn:aws:dynamodb:us-east-1:000000000000:table/";
const absl::Time kNoon = absl::FromCivil(absl::CivilHour(2026, 10, 8, 12), absl::UTCTimeZone());

std::shared_ptr<const BackedUpTable> BackedUp(std::string table_name) {
  return std::make_shared<const BackedUpTable>(*TableOf(PlainTable(std::move(table_name))), nullptr);
}

Backup BackupOf(std::shared_ptr<const BackedUpTable> table, const std::string& id, BackupType type = BackupType::kUser,
                std::optional<absl::Time> expiry_time = std::nullopt) {
  Backup backup;
  backup.type = type;
  backup.creation_time = kNoon;
  backup.expiry_time = expiry_time;
  backup.table = std::move(table);
  backup.arn = kTables + backup.table_name() + "/backup/" + id;
  return backup;
}

// The ARNs without what they have in common.
std::vector<std::string> Paths(const std::vector<Backup>& backups) {
  std::vector<std::string> paths;
  for (const Backup& backup : backups) paths.push_back(backup.arn.substr(kTables.size()));
  return paths;
}

std::vector<std::string> AllPaths(BackupCatalog& catalog, absl::Time now = kNoon) {
  const auto all = [](BackupType, absl::Time) { return true; };
  return Paths(catalog.BackupsAfter("", std::nullopt, all, 99, now));
}

TEST(BackupCatalog, CopyCopiesNoBackups) {
  BackupCatalog catalog(kRegion, kAccount);
  const auto table = BackedUp("Slots");
  for (int i = 0; i < 1'000; ++i) catalog.Add(BackupOf(table, std::to_string(i)));
  const size_t before = AllocatedBytes();
  const BackupCatalog copy(catalog, kRegion, kAccount);
  EXPECT_LT(AllocatedBytes() - before, 10'000u);
}

TEST(BackupCatalog, CopyAndOriginalChangeIndependently) {
  BackupCatalog catalog(kRegion, kAccount);
  const auto table = BackedUp("Slots");
  const uint64_t number = catalog.Add(BackupOf(table, "1")).value();
  catalog.Add(BackupOf(table, "2"));
  BackupCatalog copy(catalog, "eu-west-1", "111111111111");
  EXPECT_EQ(catalog.Add(BackupOf(table, "3")), 3u);
  catalog.SetAvailable(number);
  EXPECT_TRUE(catalog.Remove(kTables + "Slots/backup/2").has_value());
  EXPECT_THAT(AllPaths(catalog), ElementsAre("Slots/backup/1", "Slots/backup/3"));
  EXPECT_EQ(catalog.Find(kTables + "Slots/backup/1", kNoon)->status, BackupStatus::kAvailable);

  const std::string copied_table = "arn:aws:dynamodb:eu-west-1:111111111111:table/Slots";
  EXPECT_TRUE(copy.Find(copied_table + "/backup/2", kNoon).has_value());
  EXPECT_FALSE(copy.Find(copied_table + "/backup/3", kNoon).has_value());
  EXPECT_FALSE(copy.Find(kTables + "Slots/backup/1", kNoon).has_value());
  const Backup copied = copy.Find(copied_table + "/backup/1", kNoon).value();
  EXPECT_EQ(copied.arn, copied_table + "/backup/1");
  EXPECT_EQ(copied.table_arn, copied_table);
  EXPECT_EQ(copied.table, table);
  EXPECT_EQ(copied.status, BackupStatus::kCreating);
  copy.Remove(copied.arn);
  EXPECT_TRUE(catalog.Find(kTables + "Slots/backup/1", kNoon).has_value());
}

TEST(BackupCatalog, KnowsWhichTablesAreBeingBackedUp) {
  BackupCatalog catalog(kRegion, kAccount);
  const auto table = BackedUp("Slots");
  const std::string& id = table->identity().id;
  EXPECT_FALSE(catalog.IsBackingUp(id));
  const uint64_t first = catalog.Add(BackupOf(table, "1")).value();
  const uint64_t second = catalog.Add(BackupOf(table, "2", BackupType::kSystem)).value();
  EXPECT_TRUE(catalog.IsBackingUp(id));
  EXPECT_FALSE(catalog.IsBackingUp(id + "0"));
  catalog.SetAvailable(first);
  EXPECT_TRUE(catalog.IsBackingUp(id));
  catalog.SetAvailable(second);
  catalog.SetAvailable(second);
  EXPECT_FALSE(catalog.IsBackingUp(id));
}

TEST(BackupCatalog, ForgetsBackupsAtTheirExpiryWhateverTheOrderInWhichTheyWereAdded) {
  BackupCatalog catalog(kRegion, kAccount);
  const auto table = BackedUp("Slots");
  catalog.Add(BackupOf(table, "1", BackupType::kSystem, kNoon + absl::Hours(2)));
  catalog.Add(BackupOf(table, "2", BackupType::kSystem, kNoon + absl::Hours(1)));
  catalog.Add(BackupOf(table, "3"));
  EXPECT_EQ(AllPaths(catalog).size(), 3u);
  EXPECT_THAT(AllPaths(catalog, kNoon + absl::Hours(1)), ElementsAre("Slots/backup/1", "Slots/backup/3"));
  EXPECT_FALSE(catalog.Find(kTables + "Slots/backup/1", kNoon + absl::Hours(2)).has_value());
  EXPECT_THAT(AllPaths(catalog, absl::InfiniteFuture()), ElementsAre("Slots/backup/3"));
  EXPECT_THAT(catalog.DropOldestSystemBackups(0), IsEmpty());
}

TEST(BackupCatalog, DropsTheOldestSystemBackupsOnly) {
  BackupCatalog catalog(kRegion, kAccount);
  const auto table = BackedUp("Slots");
  catalog.Add(BackupOf(table, "9", BackupType::kSystem, kNoon + absl::Hours(2)));
  catalog.Add(BackupOf(table, "1", BackupType::kSystem, kNoon + absl::Hours(1)));
  catalog.Add(BackupOf(table, "0"));
  EXPECT_THAT(catalog.DropOldestSystemBackups(2 * table->kept_bytes()), IsEmpty());
  EXPECT_THAT(Paths(catalog.DropOldestSystemBackups(table->kept_bytes())), ElementsAre("Slots/backup/9"));
  EXPECT_THAT(Paths(catalog.DropOldestSystemBackups(0)), ElementsAre("Slots/backup/1"));
  EXPECT_THAT(AllPaths(catalog), ElementsAre("Slots/backup/0"));
}

TEST(BackupCatalog, ListsTheBackupsOfATableWithoutVisitingOthers) {
  BackupCatalog catalog(kRegion, kAccount);
  for (const char* name : {"Beta", "Beta-2", "Beta.3", "Beta4", "Alpha"}) {
    const auto table = BackedUp(name);
    for (const char* id : {"2", "1"}) catalog.Add(BackupOf(table, id));
  }
  EXPECT_THAT(AllPaths(catalog),
              ElementsAre("Alpha/backup/1", "Alpha/backup/2", "Beta-2/backup/1", "Beta-2/backup/2", "Beta.3/backup/1",
                          "Beta.3/backup/2", "Beta/backup/1", "Beta/backup/2", "Beta4/backup/1", "Beta4/backup/2"));
  int visited = 0;
  const auto count = [&visited](BackupType, absl::Time) { return ++visited > 0; };
  EXPECT_THAT(Paths(catalog.BackupsAfter("", "Beta", count, 9, kNoon)), ElementsAre("Beta/backup/1", "Beta/backup/2"));
  EXPECT_EQ(visited, 2);
  const auto after = [&](std::string_view start) {
    return Paths(catalog.BackupsAfter(start, "Beta", count, 9, kNoon));
  };
  EXPECT_THAT(after(kTables + "Beta/backup/1"), ElementsAre("Beta/backup/2"));
  EXPECT_THAT(after(kTables + "Beta/backup/2"), IsEmpty());
  EXPECT_THAT(after(kTables + "Alpha/backup/1"), ElementsAre("Beta/backup/1", "Beta/backup/2"));
  EXPECT_THAT(after(kTables + "Gamma/backup/1"), IsEmpty());
  EXPECT_EQ(after("a").size(), 2u);
  EXPECT_EQ(after(kTables).size(), 2u);
  EXPECT_THAT(after("b"), IsEmpty());
}

}  // namespace
}  // namespace holdfast::testing
