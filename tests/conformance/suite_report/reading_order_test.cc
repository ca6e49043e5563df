#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/suite_report/run_report.h"

namespace holdfast::conformance {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TEST(InReadingOrder, PutsCountsCommonToAllRacesFirst) {
  EXPECT_THAT(InReadingOrder({{"zebras", 1},
                              {"unknown outcomes", 2},
                              {"operations", 3},
                              {"a stale read", 4},
                              {"transaction conflicts", 5},
                              {"overlapping operations", 6},
                              {"conditions refused", 7}}),
              ElementsAre(Pair("operations", 3), Pair("overlapping operations", 6), Pair("conditions refused", 7),
                          Pair("transaction conflicts", 5), Pair("unknown outcomes", 2), Pair("a stale read", 4),
                          Pair("zebras", 1)));
}

}  // namespace
}  // namespace holdfast::conformance
