#include "conformance/report/page_style.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace holdfast::conformance {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Style, DefinesTheColoursOfDrawingsForLightAndDark) {
  const std::string style(kPageStyle);
  const size_t dark = style.find("@media (prefers-color-scheme: dark)");
  ASSERT_NE(dark, std::string::npos);
  for (const char* property : {"--ink: #", "--bad: #", "--line: #", "--paper: #"}) {
    EXPECT_LT(style.find(property), dark) << property;
    EXPECT_NE(style.find(property, dark), std::string::npos) << property;
  }
}

TEST(Style, FetchesNothingAndDoesNotEndItsStyleElement) {
  const std::string style(kPageStyle);
  EXPECT_THAT(style, Not(HasSubstr("url(")));
  EXPECT_THAT(style, Not(HasSubstr("@import")));
  EXPECT_THAT(style, Not(HasSubstr("</")));
}

}  // namespace
}  // namespace holdfast::conformance
