#include "engine/write/write_capacity.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "engine/base/limits.h"
#include "tests/engine/expressions/expression_builders.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/engine/tables/table_of.h"

namespace holdfast::testing {
namespace {

// An item of `size_bytes` bytes. It is in the global index if it has `b`.
ItemRef Sized(size_t size_bytes, std::optional<std::string> b = std::nullopt) {
  AttributeMap bare = {{"pk", S("p")}, {"sk", S("s")}, {"z", S("")}};
  if (b.has_value()) bare = {{"pk", S("p")}, {"sk", S("s")}, {"z", S("")}, {"b", S(*b)}};
  const std::string rest(size_bytes - bare.view().size_bytes(), 'z');
  if (b.has_value()) return Item::Create(AttributeMap{{"pk", S("p")}, {"sk", S("s")}, {"z", S(rest)}, {"b", S(*b)}});
  return Item::Create(AttributeMap{{"pk", S("p")}, {"sk", S("s")}, {"z", S(rest)}});
}

class FormattedCounter {
 public:
  explicit FormattedCounter(WriteCapacityCounter::Mode mode) : counter_(mode) {}
  FormattedCounter& Add(Table& table, ItemRef before, ItemRef after) {
    Effect effect{nullptr, std::move(before), std::move(after)};
    if (effect.changes()) {
      effect.indexes = ComputeIndexEffects(table, table.global_indexes(), effect.before.get(), effect.after.get());
    }
    counter_.Add(table, effect);
    return *this;
  }
  // `<table> <its units>` for each table, each followed by ` + <units>` for each of its global indexes.
  std::string Take() {
    std::string text;
    for (const ConsumedCapacity& entry : std::move(counter_).Take(true)) {
      if (!text.empty()) text += ", ";
      text += entry.table_name + ' ' + std::to_string(static_cast<int>(entry.table_units));
      for (const auto& [name, units] : entry.global_indexes) text += " + " + std::to_string(static_cast<int>(units));
    }
    return text;
  }

 private:
  WriteCapacityCounter counter_;
};

std::string UnitsOfWrite(ItemRef before, ItemRef after) {
  const std::shared_ptr<Table> table = TableOf(IndexedTable("T"));
  return FormattedCounter(WriteCapacityCounter::Mode::kPlain).Add(*table, std::move(before), std::move(after)).Take();
}
std::string UnitsOfTransaction(ItemRef before, ItemRef after) {
  const std::shared_ptr<Table> table = TableOf(IndexedTable("T"));
  return FormattedCounter(WriteCapacityCounter::Mode::kTransaction)
      .Add(*table, std::move(before), std::move(after))
      .Take();
}

TEST(WriteCapacity, TheTableCostsTheLargerImage) {
  EXPECT_EQ(UnitsOfWrite(nullptr, nullptr), "T 1");
  EXPECT_EQ(UnitsOfWrite(nullptr, Sized(1024)), "T 1");
  EXPECT_EQ(UnitsOfWrite(nullptr, Sized(1025)), "T 2");
  EXPECT_EQ(UnitsOfWrite(Sized(3000), Sized(100)), "T 3");
  EXPECT_EQ(UnitsOfWrite(Sized(100), Sized(3000)), "T 3");
  EXPECT_EQ(UnitsOfWrite(Sized(limits::kItemBytesMax), nullptr), "T 400");
  const ItemRef unchanged = Sized(2000, "1");
  EXPECT_EQ(UnitsOfWrite(unchanged, unchanged), "T 2");
}

TEST(WriteCapacity, AnEntryIsChargedWhenItIsPutMovedOrErased) {
  EXPECT_EQ(UnitsOfWrite(nullptr, Sized(1500, "1")), "T 2 + 2");
  EXPECT_EQ(UnitsOfWrite(Sized(1500, "1"), nullptr), "T 2 + 2");
  EXPECT_EQ(UnitsOfWrite(Sized(100), Sized(1500, "1")), "T 2 + 2");
  EXPECT_EQ(UnitsOfWrite(Sized(1500, "1"), Sized(100)), "T 2 + 2");
  EXPECT_EQ(UnitsOfWrite(Sized(1500, "1"), Sized(3000, "1")), "T 3 + 3") << "in place";
  EXPECT_EQ(UnitsOfWrite(Sized(1500, "1"), Sized(3000, "2")), "T 3 + 5") << "moved";
}

TEST(WriteCapacity, ATransactionCostsTheTableDouble) {
  EXPECT_EQ(UnitsOfTransaction(nullptr, nullptr), "T 2");
  EXPECT_EQ(UnitsOfTransaction(nullptr, Sized(1500, "1")), "T 4 + 2");
  EXPECT_EQ(UnitsOfTransaction(Sized(1500, "1"), Sized(3000, "2")), "T 6 + 5");
}

TEST(WriteCapacity, EachWriteIsRoundedByItselfAndAddedToItsTable) {
  const std::shared_ptr<Table> first = TableOf(IndexedTable("First"), 1);
  const std::shared_ptr<Table> second = TableOf(PlainTable("Second"), 2);
  FormattedCounter counter(WriteCapacityCounter::Mode::kPlain);
  counter.Add(*first, nullptr, Sized(100, "1"))
      .Add(*second, nullptr, Sized(1025))
      .Add(*first, nullptr, Sized(100, "2"));
  EXPECT_EQ(counter.Take(), "First 2 + 2, Second 2");
}

TEST(WriteCapacity, AReplayCostsTwoReadUnitsForEachFourKilobytes) {
  WriteCapacityCounter counter(WriteCapacityCounter::Mode::kTransaction);
  counter.AddReplay("T", 9 * 1024);
  counter.AddReplay("T", 0);
  const std::vector<ConsumedCapacity> capacity = std::move(counter).Take(false);
  ASSERT_EQ(capacity.size(), 1u);
  EXPECT_EQ(capacity.front().total_units(), 8);
  EXPECT_EQ(capacity.front().kind, ConsumedCapacity::Kind::kRead);
  EXPECT_FALSE(capacity.front().by_index);
}

}  // namespace
}  // namespace holdfast::testing
