#include "engine/read/read_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/errors/request_errors.h"
#include "engine/read/read_capacity.h"
#include "tests/engine/read/stored_entries.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/engine/tables/table_of.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;

// A table with a local and a global index, and a plan that reads a page of it.
struct StoredTable {
  StoredTable() { plan.target.table = TableOf(IndexedTable()); }

  PartitionMap& map() { return plan.target.table->items(); }
  std::vector<std::string> Read() {
    Result<Page> page = ExecuteRead(plan);
    return NamesOn(*page);
  }

  PageReadPlan plan;
};

class PartitionReads : public ::testing::Test, protected StoredTable {
 protected:
  PartitionReads() : read_(plan.entries.emplace<PartitionRange>()) {
    for (const char* sort : {"a", "b", "c", "d"}) StoreEntry(map(), "p", sort);
    StoreEntry(map(), "q", "x");
    read_.partition_key = "p";
  }

  PartitionRange& read_;
};

TEST_F(PartitionReads, ReadForwardAndBackward) {
  EXPECT_THAT(Read(), ElementsAre("p/a", "p/b", "p/c", "p/d"));
  read_.forward = false;
  EXPECT_THAT(Read(), ElementsAre("p/d", "p/c", "p/b", "p/a"));
  read_.partition_key = "nobody";
  EXPECT_THAT(Read(), IsEmpty());
}

TEST_F(PartitionReads, ReadWithinARange) {
  read_.range = {"b", "d"};
  EXPECT_THAT(Read(), ElementsAre("p/b", "p/c"));
  read_.forward = false;
  EXPECT_THAT(Read(), ElementsAre("p/c", "p/b"));
  read_.range = {"bb", "bc"};
  EXPECT_THAT(Read(), IsEmpty());
}

TEST_F(PartitionReads, StartAfterAKey) {
  struct Case {
    KeyRange range;
    std::string start;
    std::vector<std::string> forward;
    std::vector<std::string> backward;
  };
  const KeyRange whole = {"", std::nullopt};
  const Case cases[] = {
      {whole, "b", {"p/c", "p/d"}, {"p/a"}},
      {whole, "bb", {"p/c", "p/d"}, {"p/b", "p/a"}},
      {whole, "d", {}, {"p/c", "p/b", "p/a"}},
      {whole, "", {"p/a", "p/b", "p/c", "p/d"}, {}},
      {{"b", "d"}, "b", {"p/c"}, {}},
      // With a start key outside of the range, one direction reads the whole range and the other nothing.
      {{"b", "d"}, "a", {"p/b", "p/c"}, {}},
      {{"b", "d"}, "z", {}, {"p/c", "p/b"}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE("[" + c.range.lower + ", " + c.range.upper.value_or("…") + ") after '" + c.start + "'");
    read_.range = c.range;
    read_.start_after = c.start;
    read_.forward = true;
    EXPECT_THAT(Read(), ElementsAreArray(c.forward));
    read_.forward = false;
    EXPECT_THAT(Read(), ElementsAreArray(c.backward));
  }
}

TEST_F(PartitionReads, StopAtAFullPage) {
  plan.limit = 3;
  EXPECT_THAT(Read(), ElementsAre("p/a", "p/b", "p/c"));
  read_.forward = false;
  plan.limit = 1;
  EXPECT_THAT(Read(), ElementsAre("p/d"));
}

TEST_F(PartitionReads, ReadALocalIndex) {
  const uint64_t hash = map().HashOf("p");
  {
    LatchLock lock(&map().latch(PartitionMap::ShardOf(hash)));
    map().PutLocal(hash, "p", 0, "1", map().Find(hash, "p", "b"));
    map().PutLocal(hash, "p", 0, "2", map().Find(hash, "p", "a"));
  }
  plan.target.local_order = 0;
  EXPECT_THAT(Read(), ElementsAre("p/b", "p/a"));
  plan.entries = SegmentRange();
  EXPECT_THAT(Read(), ElementsAre("p/b", "p/a"));
}

TEST_F(PartitionReads, ReadAGlobalIndexUntilItIsDropped) {
  plan.target.global_index = plan.target.table->FindGlobalIndex("global");
  StoreEntry(plan.target.global_index->entries, "p", "entry");
  EXPECT_THAT(Read(), ElementsAre("p/entry"));
  plan.target.table->DropGlobalIndex(*plan.target.global_index);
  EXPECT_EQ(ExecuteRead(plan).error().message, errors::NoSuchIndex("global").message)
      << "the read may have met a part of the entries only";
}

TEST(ItemReads, ReadOneItemByItsKey) {
  ItemRead read;
  read.table = TableOf(PlainTable());
  StoreEntry(read.table->items(), "p", "s");
  const auto found = [&](TableKey key) {
    read.key = key;
    return ExecuteRead(read)->item;
  };
  const std::optional<ResponseItem> item = found({"p", "s"});
  ASSERT_TRUE(item.has_value());
  EXPECT_EQ(Text(item->view()), R"({k: "p/s"})");
  EXPECT_FALSE(found({"p", "t"}).has_value());
  EXPECT_FALSE(found({"q", "s"}).has_value());
  EraseEntry(read.table->items(), "p", "s");
  EXPECT_EQ(Text(item->view()), R"({k: "p/s"})") << "the item that was read does not change";
}

// Results are in the order of the plan, whatever the order in which partitions are locked. Two reads may be of
// one partition.
TEST(ItemReads, ReadSeveralItemsSeparatelyOrInATransaction) {
  const std::shared_ptr<Table> first = TableOf(PlainTable("First"), 1);
  const std::shared_ptr<Table> second = TableOf(PlainTable("Second"), 2);
  std::vector<std::string> names;
  for (int i = 0; i < 100; ++i) names.push_back(std::to_string(i));
  ItemReadPlan plan;
  for (const std::string& name : names) {
    const std::shared_ptr<Table>& table = name.size() % 2 == 0 ? first : second;
    plan.reads.push_back({table, {name, "s"}, std::nullopt, true});
    plan.reads.push_back({table, {name, "absent"}, std::nullopt, false});
    StoreEntry(table->items(), name, "s");
  }
  for (const bool transactional : {false, true}) {
    SCOPED_TRACE(transactional ? "together" : "each by itself");
    plan.transactional = transactional;
    const Result<std::vector<FoundItem>> found = ExecuteReads(plan);
    ASSERT_EQ(found->size(), 200u);
    for (size_t i = 0; i < names.size(); ++i) {
      const FoundItem& present = (*found)[2 * i];
      const FoundItem& absent = (*found)[2 * i + 1];
      ASSERT_TRUE(present.item.has_value());
      EXPECT_EQ(present.item->view().Find("k")->bytes(), names[i] + "/s");
      EXPECT_FALSE(absent.item.has_value());
      EXPECT_GT(present.size_bytes, 0u);
      EXPECT_EQ(absent.size_bytes, 0u);
    }
  }
  EXPECT_EQ(ReadUnitsOf(plan.reads[0], {}), 1);
  EXPECT_EQ(ReadUnitsOf(plan.reads[1], {}), 0.5);
  // One entry for each table, in the order of the plan: that of `second` with the ten names of one digit, and that of
  // `first` with the ninety names of two digits. The plan is transactional now, so each of the two reads of a name
  // costs two units.
  const std::vector<ConsumedCapacity> capacity = CapacityOf(plan, *ExecuteReads(plan), false);
  ASSERT_EQ(capacity.size(), 2u);
  EXPECT_EQ(capacity[0].table_units, 40);
  EXPECT_EQ(capacity[1].table_units, 360);
  plan.reads.clear();
  EXPECT_TRUE(ExecuteReads(plan)->empty());
}

TEST(SegmentReads, WalkTheWholeMapInOneOrder) {
  StoredTable table;
  std::set<std::string> stored;
  for (int p = 0; p < 200; ++p) {
    for (const char* sort : {"a", "b"}) {
      StoreEntry(table.map(), std::to_string(p), sort);
      stored.insert(std::to_string(p) + "/" + sort);
    }
  }
  SegmentRange& read = table.plan.entries.emplace<SegmentRange>();
  const std::vector<std::string> whole = table.Read();
  EXPECT_EQ(std::set<std::string>(whole.begin(), whole.end()), stored);
  ASSERT_EQ(whole.size(), stored.size());
  uint64_t last_hash = 0;
  for (const std::string& name : whole) {
    const uint64_t hash = PartitionHash(0)(name.substr(0, name.find('/')));
    EXPECT_GE(hash, last_hash) << name;
    last_hash = hash;
  }
  // A read may start after any entry, whether or not that entry still exists.
  for (size_t i = 0; i < whole.size(); ++i) {
    const size_t slash = whole[i].find('/');
    read.start_after = ScanPosition{whole[i].substr(0, slash), whole[i].substr(slash + 1)};
    const std::vector<std::string> rest(whole.begin() + static_cast<ptrdiff_t>(i) + 1, whole.end());
    ASSERT_THAT(table.Read(), ElementsAreArray(rest)) << whole[i];
    EraseEntry(table.map(), read.start_after->partition_key, read.start_after->sort_key);
    ASSERT_THAT(table.Read(), ElementsAreArray(rest)) << whole[i] << " erased";
    StoreEntry(table.map(), read.start_after->partition_key, read.start_after->sort_key);
  }
}

TEST(SegmentReads, ASegmentIsARangeOfTheScanOrder) {
  StoredTable table;
  for (int p = 0; p < 300; ++p) StoreEntry(table.map(), std::to_string(p), "s");
  SegmentRange& read = table.plan.entries.emplace<SegmentRange>();
  const std::vector<std::string> whole = table.Read();
  for (const uint32_t total : {1u, 2u, 3u, 7u, 64u, 65u, 1000u, 1'000'000u}) {
    std::vector<std::string> joined;
    for (const std::string& name : whole) {
      // Only segments with entries are read.
      const uint32_t segment = SegmentOf(table.map(), name.substr(0, name.find('/')), total);
      ASSERT_LT(segment, total);
      read.segment = segment;
      read.total_segments = total;
      const std::vector<std::string> part = table.Read();
      ASSERT_THAT(part, ::testing::Contains(name)) << "of " << total;
      if (part.front() == name) joined.insert(joined.end(), part.begin(), part.end());
    }
    EXPECT_THAT(joined, ElementsAreArray(whole)) << "of " << total;
    if (total > 1000) continue;
    joined.clear();
    for (read.segment = 0; read.segment < total; ++read.segment) {
      const std::vector<std::string> part = table.Read();
      joined.insert(joined.end(), part.begin(), part.end());
    }
    EXPECT_THAT(joined, ElementsAreArray(whole)) << "all segments of " << total;
  }
}

}  // namespace
}  // namespace holdfast::testing
