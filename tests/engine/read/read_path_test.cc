#include "engine/read/read_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/engine/read/stored_entries.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;

std::vector<std::string> Queried(const PartitionRead& read, std::optional<size_t> limit = std::nullopt) {
  PageOptions options;
  options.limit = limit;
  Page page(options);
  ReadPartition(read, page);
  return NamesOn(page);
}
std::vector<std::string> Scanned(const SegmentRead& read, std::optional<size_t> limit = std::nullopt) {
  PageOptions options;
  options.limit = limit;
  Page page(options);
  ReadSegment(read, page);
  return NamesOn(page);
}

class PartitionReads : public ::testing::Test {
 protected:
  PartitionReads() : map_(0) {
    for (const char* sort : {"a", "b", "c", "d"}) StoreEntry(map_, "p", sort);
    StoreEntry(map_, "q", "x");
    read_.source.map = &map_;
    read_.partition_key = "p";
  }

  PartitionMap map_;
  PartitionRead read_;
};

TEST_F(PartitionReads, BothWays) {
  EXPECT_THAT(Queried(read_), ElementsAre("p/a", "p/b", "p/c", "p/d"));
  read_.forward = false;
  EXPECT_THAT(Queried(read_), ElementsAre("p/d", "p/c", "p/b", "p/a"));
  read_.partition_key = "nobody";
  EXPECT_THAT(Queried(read_), IsEmpty());
}

TEST_F(PartitionReads, WithinARange) {
  read_.range = {"b", "d"};
  EXPECT_THAT(Queried(read_), ElementsAre("p/b", "p/c"));
  read_.forward = false;
  EXPECT_THAT(Queried(read_), ElementsAre("p/c", "p/b"));
  read_.range = {"bb", "bc"};
  EXPECT_THAT(Queried(read_), IsEmpty());
}

TEST_F(PartitionReads, AfterAStart) {
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
      // A start beside the range is as good as its edge.
      {{"b", "d"}, "a", {"p/b", "p/c"}, {}},
      {{"b", "d"}, "z", {}, {"p/c", "p/b"}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE("[" + c.range.lower + ", " + c.range.upper.value_or("…") + ") after '" + c.start + "'");
    read_.range = c.range;
    read_.start_after = c.start;
    read_.forward = true;
    EXPECT_THAT(Queried(read_), ElementsAreArray(c.forward));
    read_.forward = false;
    EXPECT_THAT(Queried(read_), ElementsAreArray(c.backward));
  }
}

TEST_F(PartitionReads, StopAtAFullPage) {
  EXPECT_THAT(Queried(read_, 3), ElementsAre("p/a", "p/b", "p/c"));
  read_.forward = false;
  EXPECT_THAT(Queried(read_, 1), ElementsAre("p/d"));
}

TEST_F(PartitionReads, OfALocalOrder) {
  PartitionMap map(1);
  const uint64_t hash = PartitionHash(0)("p");
  StoreEntry(map, "p", "a");
  StoreEntry(map, "p", "b");
  {
    LatchLock lock(&map.latch(PartitionMap::ShardOf(hash)));
    map.PutLocal(hash, "p", 0, "1", map.Find(hash, "p", "b"));
    map.PutLocal(hash, "p", 0, "2", map.Find(hash, "p", "a"));
  }
  read_.source = {&map, 0};
  EXPECT_THAT(Queried(read_), ElementsAre("p/b", "p/a"));
  SegmentRead scan;
  scan.source = {&map, 0};
  EXPECT_THAT(Scanned(scan), ElementsAre("p/b", "p/a"));
}

TEST(SegmentReads, WalkTheWholeMapInOneOrder) {
  PartitionMap map(0);
  std::set<std::string> stored;
  for (int p = 0; p < 200; ++p) {
    for (const char* sort : {"a", "b"}) {
      StoreEntry(map, std::to_string(p), sort);
      stored.insert(std::to_string(p) + "/" + sort);
    }
  }
  SegmentRead read;
  read.source.map = &map;
  const std::vector<std::string> whole = Scanned(read);
  EXPECT_EQ(std::set<std::string>(whole.begin(), whole.end()), stored);
  ASSERT_EQ(whole.size(), stored.size());
  uint64_t last_hash = 0;
  for (const std::string& name : whole) {
    const uint64_t hash = PartitionHash(0)(name.substr(0, name.find('/')));
    EXPECT_GE(hash, last_hash) << name;
    last_hash = hash;
  }
  // From every place in it, whether or not the entry is still there.
  for (size_t i = 0; i < whole.size(); ++i) {
    const size_t slash = whole[i].find('/');
    read.start_after = ScanPosition{whole[i].substr(0, slash), whole[i].substr(slash + 1)};
    const std::vector<std::string> rest(whole.begin() + static_cast<ptrdiff_t>(i) + 1, whole.end());
    ASSERT_THAT(Scanned(read), ElementsAreArray(rest)) << whole[i];
    EraseEntry(map, read.start_after->partition_key, read.start_after->sort_key);
    ASSERT_THAT(Scanned(read), ElementsAreArray(rest)) << whole[i] << " erased";
    StoreEntry(map, read.start_after->partition_key, read.start_after->sort_key);
  }
}

TEST(SegmentReads, ASegmentIsARangeOfThatOrder) {
  PartitionMap map(0);
  for (int p = 0; p < 300; ++p) StoreEntry(map, std::to_string(p), "s");
  SegmentRead read;
  read.source.map = &map;
  const std::vector<std::string> whole = Scanned(read);
  for (const uint32_t total : {1u, 2u, 3u, 7u, 64u, 65u, 1000u, 1'000'000u}) {
    std::vector<std::string> joined;
    for (const std::string& name : whole) {
      // Only the segments that hold something are read; what they hold says that the others are empty.
      const uint32_t segment = SegmentOf(map, name.substr(0, name.find('/')), total);
      ASSERT_LT(segment, total);
      read.segment = segment;
      read.total_segments = total;
      const std::vector<std::string> part = Scanned(read);
      ASSERT_THAT(part, ::testing::Contains(name)) << "of " << total;
      if (part.front() == name) joined.insert(joined.end(), part.begin(), part.end());
    }
    EXPECT_THAT(joined, ElementsAreArray(whole)) << "of " << total;
  }
}

}  // namespace
}  // namespace holdfast::testing
