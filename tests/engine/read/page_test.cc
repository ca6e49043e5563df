#include "engine/read/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "engine/base/limits.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/engine/tables/table_of.h"
#include "tests/support/outcomes.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

ItemRef Numbered(const char* n, size_t padding = 0) {
  return Item::Create(AttributeMap{
      {"pk", S("p")}, {"sk", S("s")}, {"a", S("a")}, {"n", N(n)}, {"x", S("x")}, {"z", S(std::string(padding, 'z'))}});
}

// A plan that reads pages of a table whose local index `local` projects x in addition to the keys.
class Pages : public ::testing::Test {
 protected:
  Pages() {
    TableDefinition definition = IndexedTable();
    definition.local_secondary_indexes->front().projection = Include({"x"});
    plan_.target.table = TableOf(definition);
  }
  void ReadTheIndex() { plan_.target.local_order = 0; }
  void FilterBy(const char* text) {
    Placeholders placeholders(nullptr, &values_);
    plan_.filter = ConditionExpression::Parse(ExpressionKind::kFilter, text, &placeholders, {}).value();
  }
  void ProjectOnly(const char* text) {
    Placeholders placeholders(nullptr, nullptr);
    plan_.projection = ProjectionExpression::Parse(text, &placeholders).value();
  }

  ExpressionAttributeValues values_ = {{":two", N("2")}};
  PageReadPlan plan_;
};

TEST_F(Pages, ANewPageIsEmptyAndNotFull) {
  Page page(plan_);
  EXPECT_FALSE(page.full());
  EXPECT_TRUE(page.last_item() == nullptr);
  EXPECT_THAT(page.items(), IsEmpty());
  EXPECT_EQ(page.evaluated_bytes(), 0u);
}

TEST_F(Pages, IsFullAtItsLimit) {
  plan_.limit = 2;
  Page page(plan_);
  page.Add(Numbered("1"));
  EXPECT_FALSE(page.full());
  const ItemRef second = Numbered("2");
  page.Add(second);
  EXPECT_TRUE(page.full());
  EXPECT_TRUE(page.last_item() == second);
  EXPECT_EQ(page.scanned_count(), 2u);
}

TEST_F(Pages, IsFullAtOneMegabyteWithTheItemThatReachesIt) {
  const size_t bare = Numbered("1")->size_bytes();
  for (const size_t missing_bytes : {0u, 1u}) {
    Page page(plan_);
    page.Add(Numbered("1", 1000));
    EXPECT_FALSE(page.full());
    page.Add(Numbered("2", limits::kPageBytesMax - 1000 - 2 * bare - missing_bytes));
    EXPECT_EQ(page.full(), missing_bytes == 0);
    EXPECT_EQ(page.evaluated_bytes(), limits::kPageBytesMax - missing_bytes);
  }
}

TEST_F(Pages, ItemsThatAFilterRemovesAreCountedAsScanned) {
  FilterBy("n >= :two");
  ProjectOnly("n");
  Page page(plan_);
  for (const char* n : {"1", "2", "3"}) page.Add(Numbered(n));
  EXPECT_EQ(page.scanned_count(), 3u);
  EXPECT_EQ(page.count(), 2u);
  EXPECT_THAT(FormatAll(page.items()), ElementsAre("{n: 2}", "{n: 3}"));
  EXPECT_EQ(page.evaluated_bytes(), 3 * Numbered("1")->size_bytes());
}

TEST_F(Pages, ACountOnlyPageKeepsNoItems) {
  FilterBy("n >= :two");
  plan_.count_only = true;
  Page page(plan_);
  for (const char* n : {"1", "2", "3"}) page.Add(Numbered(n));
  EXPECT_EQ(page.count(), 2u);
  EXPECT_THAT(page.items(), IsEmpty());
}

TEST_F(Pages, AnIndexPageReturnsAndMeasuresItsEntries) {
  ReadTheIndex();
  Page page(plan_);
  page.Add(Numbered("1", 5000));
  EXPECT_THAT(FormatAll(page.items()), ElementsAre(R"({a: "a", pk: "p", sk: "s", x: "x"})"));
  // The names a, pk, sk and x have 6 bytes, and their values 4.
  EXPECT_EQ(page.evaluated_bytes(), 10u);
  EXPECT_EQ(page.fetched_units(), 0);
}

TEST_F(Pages, AFilterSeesOnlyAttributesThatTheIndexProjects) {
  ReadTheIndex();
  FilterBy("attribute_exists(n)");
  Page page(plan_);
  page.Add(Numbered("1"));
  EXPECT_EQ(page.count(), 0u);
}

TEST_F(Pages, ItemsFetchedFromTheTableAreWholeAndChargedOneByOne) {
  ReadTheIndex();
  FilterBy("attribute_exists(n)");
  plan_.fetch_from_table = true;
  Page page(plan_);
  page.Add(Numbered("1", 5000));
  page.Add(Numbered("2"));
  EXPECT_EQ(page.count(), 2u);
  EXPECT_TRUE(page.items().front().view().Find("n").has_value());
  EXPECT_EQ(page.fetched_units(), 3) << "two units for the first item, one for the second";
  EXPECT_EQ(page.evaluated_bytes(), 20u);
}

TEST_F(Pages, SmallItemsOfControlCharactersExceedTheBudget) {
  for (const char c : {'x', '\x01'}) {
    WorkBudget budget;
    Page page(plan_, &budget);
    const ItemRef item = Item::Create(AttributeMap{{"pk", S("p")}, {"sk", S("s")}, {"z", S(std::string(480, c))}});
    for (int i = 0; i < 1'200 && !page.done(); ++i) page.Add(item);
    EXPECT_EQ(page.over_budget(), c == '\x01');
  }
}

}  // namespace
}  // namespace holdfast::testing
