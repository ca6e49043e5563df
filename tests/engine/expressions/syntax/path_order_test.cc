#include "engine/expressions/syntax/path_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace holdfast::testing {
namespace {

using Related = std::optional<std::pair<uint32_t, uint32_t>>;

PathRelation OtherRelation(PathRelation relation) {
  return relation == PathRelation::kOverlap ? PathRelation::kConflict : PathRelation::kOverlap;
}

// nullopt if the paths are unrelated.
std::optional<PathRelation> RelationOf(const DocumentPath& a, const DocumentPath& b) {
  for (size_t i = 0; i < std::min(a.elements.size(), b.elements.size()); ++i) {
    if (a.elements[i] == b.elements[i]) continue;
    if (a.elements[i].is_index != b.elements[i].is_index) return PathRelation::kConflict;
    return std::nullopt;
  }
  return PathRelation::kOverlap;
}

// The expected result of FindRelated, found by comparing every pair of paths.
Related FirstByComparingAll(const std::vector<DocumentPath>& paths, PathRelation relation) {
  for (uint32_t later = 1; later < paths.size(); ++later) {
    for (uint32_t earlier = 0; earlier < later; ++earlier) {
      if (RelationOf(paths[earlier], paths[later]) == relation) return std::pair(earlier, later);
    }
  }
  return std::nullopt;
}

TEST(FindRelated, FindsThePairWithTheLeastPositions) {
  std::mt19937 random(7);
  int related = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::vector<DocumentPath> paths(2 + random() % 7);
    for (DocumentPath& path : paths) {
      path.elements.push_back(PathElement::Name(std::string(1, static_cast<char>('a' + random() % 3))));
      for (size_t i = random() % 4; i > 0; --i) {
        const auto pick = static_cast<uint32_t>(random() % 3);
        path.elements.push_back(random() % 3 == 0 ? PathElement::Index(pick)
                                                  : PathElement::Name(std::string(1, static_cast<char>('a' + pick))));
      }
    }
    const PathOrder order = OrderPaths(paths);
    for (const PathRelation relation : {PathRelation::kOverlap, PathRelation::kConflict}) {
      const Related expected = FirstByComparingAll(paths, relation);
      // Counts the vectors of paths in which only this relation occurs: they show that the two are not confused.
      related += expected.has_value() && !FirstByComparingAll(paths, OtherRelation(relation)).has_value();
      std::string formatted;
      for (const DocumentPath& path : paths) formatted += path.ToText();
      ASSERT_EQ(FindRelated(paths, order, relation), expected) << formatted;
    }
  }
  EXPECT_GT(related, 1'000);
}

// `shared` has, for each path, the number of elements that it shares with the path before it in the order.
TEST(OrderPaths, CountsTheElementsSharedByNeighbours) {
  const std::vector<DocumentPath> paths = {{{PathElement::Name("b"), PathElement::Index(1)}},
                                           {{PathElement::Name("b"), PathElement::Name("x"), PathElement::Name("y")}},
                                           {{PathElement::Name("a")}},
                                           {{PathElement::Name("b"), PathElement::Name("x")}},
                                           {{PathElement::Name("b"), PathElement::Name("x")}}};
  const PathOrder order = OrderPaths(paths);
  ASSERT_EQ(order.size(), 5u);
  EXPECT_EQ(order.positions[0], 2u);
  // The paths 3 and 4 are equal and may have either order.
  EXPECT_EQ(order.positions[1] + order.positions[2], 7u);
  EXPECT_EQ(order.positions[3], 1u);
  EXPECT_EQ(order.positions[4], 0u);
  EXPECT_EQ(order.shared, (std::vector<uint32_t>{0, 0, 2, 2, 1}));

  const PathOrder filtered = FilterOrder(order, [](uint32_t position) { return position <= 2; });
  EXPECT_EQ(filtered.positions, (std::vector<uint32_t>{2, 1, 0}));
  EXPECT_EQ(filtered.shared, (std::vector<uint32_t>{0, 0, 1}));
}

// Comparing every pair would take minutes: only the last two paths are related.
TEST(FindRelated, ManyPathsAreNotComparedInPairs) {
  constexpr uint32_t kPaths = 400'000;
  std::vector<DocumentPath> paths(kPaths);
  for (uint32_t i = 0; i < kPaths; ++i) {
    paths[i].elements = {PathElement::Name("list"), PathElement::Index(std::min(i, kPaths - 2))};
  }
  EXPECT_EQ(FindRelated(paths, OrderPaths(paths), PathRelation::kOverlap), Related(std::pair(kPaths - 2, kPaths - 1)));
}

}  // namespace
}  // namespace holdfast::testing
