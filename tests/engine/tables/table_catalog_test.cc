#include "engine/tables/table_catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/engine/failing_allocations.h"

namespace holdfast {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::shared_ptr<Table> MakeTable(TableCatalog& catalog, std::string name) {
  TableSchema schema;
  schema.name = std::move(name);
  schema.key.hash = {{"pk", ScalarAttributeType::kString}};
  Table::Identity identity;
  identity.number = catalog.NextTableNumber();
  return std::make_shared<Table>(std::move(schema), std::move(identity), TableSettings());
}

TEST(TableCatalog, FindsACreatedTableUntilItIsRemoved) {
  TableCatalog catalog;
  const std::shared_ptr<Table> table = MakeTable(catalog, "Slots");
  EXPECT_EQ(catalog.Find("Slots"), nullptr);
  EXPECT_TRUE(catalog.Create(table));
  EXPECT_EQ(catalog.Find("Slots"), table);
  EXPECT_EQ(catalog.Find("slots"), nullptr);
  EXPECT_TRUE(catalog.Remove(*table));
  EXPECT_EQ(catalog.Find("Slots"), nullptr);
  EXPECT_FALSE(catalog.Remove(*table));
}

TEST(TableCatalog, ATakenNameIsNotCreatedAgain) {
  TableCatalog catalog;
  const std::shared_ptr<Table> first = MakeTable(catalog, "Slots");
  const std::shared_ptr<Table> second = MakeTable(catalog, "Slots");
  EXPECT_TRUE(catalog.Create(first));
  EXPECT_FALSE(catalog.Create(second));
  EXPECT_EQ(catalog.Find("Slots"), first);
  // Removing the second table does not remove the first.
  EXPECT_FALSE(catalog.Remove(*second));
  EXPECT_EQ(catalog.Find("Slots"), first);
}

TEST(TableCatalog, NamesAfterTheStartNameAscendByBytes) {
  TableCatalog catalog;
  for (const char* name : {"beta", "Alpha", "alpha", "a.b", "Beta"}) {
    EXPECT_TRUE(catalog.Create(MakeTable(catalog, name)));
  }
  EXPECT_THAT(catalog.NamesAfter("", 100), ElementsAre("Alpha", "Beta", "a.b", "alpha", "beta"));
  EXPECT_THAT(catalog.NamesAfter("", 2), ElementsAre("Alpha", "Beta"));
  EXPECT_THAT(catalog.NamesAfter("Beta", 2), ElementsAre("a.b", "alpha"));
  EXPECT_THAT(catalog.NamesAfter("Betb", 1), ElementsAre("a.b"));
  EXPECT_THAT(catalog.NamesAfter("beta", 100), IsEmpty());
  EXPECT_FALSE(catalog.Create(MakeTable(catalog, "beta")));
  EXPECT_TRUE(catalog.Remove(*catalog.Find("a.b")));
  EXPECT_THAT(catalog.NamesAfter("Beta", 100), ElementsAre("alpha", "beta"));
}

TEST(TableCatalog, ATableIsCreatedWhollyOrNotAtAllIfMemoryRunsOut) {
  bool threw = true;
  int64_t n = 0;
  for (; threw; ++n) {
    TableCatalog catalog;
    const std::shared_ptr<Table> table = MakeTable(catalog, "a_name_that_is_longer_than_a_string_keeps_in_place");
    threw = testing::ThrowsWhenAllocationFails(n, [&] { EXPECT_TRUE(catalog.Create(table)); });
    EXPECT_EQ(catalog.Find(table->name()) == nullptr, threw) << n;
    EXPECT_EQ(catalog.NamesAfter("", 2).size(), threw ? 0u : 1u) << n;
  }
  EXPECT_GT(n, 3);
}

TEST(TableCatalog, TablesAscendByNumber) {
  TableCatalog catalog;
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(catalog.Create(MakeTable(catalog, "table" + std::to_string(i * 7 % 20))));
  const std::vector<std::shared_ptr<Table>> tables = catalog.Tables();
  ASSERT_EQ(tables.size(), 20u);
  for (size_t i = 1; i < tables.size(); ++i) EXPECT_LT(tables[i - 1]->number(), tables[i]->number());
  EXPECT_EQ(catalog.FindByNumber(tables[7]->number()), tables[7]);
  EXPECT_TRUE(catalog.Remove(*tables[7]));
  EXPECT_EQ(catalog.FindByNumber(tables[7]->number()), nullptr);
}

TEST(TableCatalog, ARequestKeepsTheTableItFound) {
  TableCatalog catalog;
  EXPECT_TRUE(catalog.Create(MakeTable(catalog, "Slots")));
  const std::shared_ptr<Table> held = catalog.Find("Slots");
  EXPECT_TRUE(catalog.Remove(*held));
  EXPECT_EQ(held->name(), "Slots");
  EXPECT_EQ(held->items().item_count(), 0u);
}

TEST(TableCatalog, ManyThreadsFindOneTableAndNoneOnceItIsRemoved) {
  constexpr int kThreads = 20;
  TableCatalog catalog;
  EXPECT_TRUE(catalog.Create(MakeTable(catalog, "Slots")));
  const std::weak_ptr<Table> first = catalog.Find("Slots");
  const auto find_from_all = [&](const Table* expected) {
    std::vector<std::thread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&] { EXPECT_EQ(catalog.Find("Slots").get(), expected); });
    }
    for (std::thread& thread : threads) thread.join();
  };
  find_from_all(first.lock().get());
  EXPECT_TRUE(catalog.Remove(*first.lock()));
  EXPECT_TRUE(first.expired());
  find_from_all(nullptr);
  const std::shared_ptr<Table> second = MakeTable(catalog, "Slots");
  EXPECT_TRUE(catalog.Create(second));
  find_from_all(second.get());
}

// Threads create, find and remove tables of one name. Each created table is removed once, or is in the catalog at the
// end.
TEST(TableCatalog, ConcurrentCreatesAndRemovesEachHaveOneWinner) {
  constexpr int kThreads = 4;
  constexpr int kRounds = 300;
  TableCatalog catalog;
  std::atomic<int> created{0};
  std::atomic<int> removed{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&] {
      for (int round = 0; round < kRounds; ++round) {
        if (catalog.Create(MakeTable(catalog, "Slots"))) ++created;
        if (const std::shared_ptr<Table> table = catalog.Find("Slots")) {
          EXPECT_EQ(table->name(), "Slots");
          if (catalog.Remove(*table)) ++removed;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const int left = catalog.Find("Slots") == nullptr ? 0 : 1;
  EXPECT_EQ(created, removed + left);
  EXPECT_GT(created, 0);
}

}  // namespace
}  // namespace holdfast
