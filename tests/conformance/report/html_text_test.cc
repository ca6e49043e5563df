#include "conformance/report/html_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace holdfast::conformance {
namespace {

TEST(EscapeHtml, LeavesNoMarkup) {
  EXPECT_EQ(EscapeHtml("<script>alert(\"1\")</script>"), "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;");
  EXPECT_EQ(EscapeHtml("' onclick='x"), "&#39; onclick=&#39;x");
  EXPECT_EQ(EscapeHtml("&lt;"), "&amp;lt;");
}

TEST(EscapeHtml, KeepsCharactersAndReplacesThoseHtmlDoesNotAllow) {
  EXPECT_EQ(EscapeHtml("\U0001F600 caf\u00E9"), "\U0001F600 caf\u00E9");
  EXPECT_EQ(EscapeHtml("a\xFF<"), "a\uFFFD&lt;");
  EXPECT_EQ(EscapeHtml(std::string("\0\x1B", 2)), "\uFFFD\uFFFD");
  EXPECT_EQ(EscapeHtml("a\n\tb"), "a\n\tb");
}

}  // namespace
}  // namespace holdfast::conformance
