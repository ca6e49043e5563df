#include "conformance/cases/steps/shorthands.h"

#include <gtest/gtest.h>

namespace holdfast::conformance {
namespace {

const Shorthands kShorthands{"run-42-cases", [](std::string_view name) { return std::string(name) + "#case"; }};

TEST(Shorthands, NameTheTable) {
  EXPECT_EQ(kShorthands.Expand(R"("TableName":"$table","x":"$table-nowhere")"),
            R"("TableName":"run-42-cases","x":"run-42-cases-nowhere")");
  EXPECT_EQ(kShorthands.Expand("$run-a"), "42-a");
}

TEST(Shorthands, WriteKeys) {
  EXPECT_EQ(kShorthands.Expand("{$key(unit),\"n\":1}"), R"({"pk":{"S":"unit#case"},"sk":{"S":"0"},"n":1})");
  EXPECT_EQ(kShorthands.Expand("{$key(unit/b)}"), R"({"pk":{"S":"unit#case"},"sk":{"S":"b"}})");
  EXPECT_EQ(kShorthands.Expand("$pk(unit)!"), "unit#case!");
  EXPECT_EQ(kShorthands.Expand("{$at(unit)}"),
            R"({"TableName":"run-42-cases","Key":{"pk":{"S":"unit#case"},"sk":{"S":"0"}}})");
}

TEST(Shorthands, LeaveOtherTextAlone) {
  EXPECT_EQ(kShorthands.Expand(""), "");
  EXPECT_EQ(kShorthands.Expand("5 $ and $price (a)"), "5 $ and $price (a)");
}

}  // namespace
}  // namespace holdfast::conformance
