#include "server/json/base64_text.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/values/base64.h"
#include "tests/server/json/parsed.h"

namespace holdfast::server {
namespace {

constexpr char kInvalid[] = "Invalid last non-pad Base64 character dectected";

TEST(Base64Text, DecodesEncodedText) {
  std::string bytes;
  for (int i = 0; i < 600; ++i) {
    std::string read = "left over";
    ASSERT_TRUE(DecodeBase64(EncodeBase64(bytes), &read).ok());
    ASSERT_EQ(read, bytes);
    bytes.push_back(static_cast<char>(i * 37));
  }
}

TEST(Base64Text, RefusesTextThatIsNotCanonical) {
  struct Case {
    std::string_view text;
    std::string_view message;
  };
  const Case kCases[] = {
      {"AAAAA", "Base64 encoded length is expected a multiple of 4 bytes but found: 5"},
      {"=", "Base64 encoded length is expected a multiple of 4 bytes but found: 1"},
      {"AA==\n", "Base64 encoded length is expected a multiple of 4 bytes but found: 5"},
      {"AB==", kInvalid},
      {"AAB=", kInvalid},
      {"A===", kInvalid},
      {"====", kInvalid},
      {"=AAA", kInvalid},
      {"A=AA", kInvalid},
      {"AA=A", kInvalid},
      {"AA==AAAA", kInvalid},
      {"AAA-", kInvalid},
      {"AA_A", kInvalid},
      {"AA A", kInvalid},
      {"\xC3\xA9\xC3\xA9", kInvalid},
      {"AAAA????", kInvalid},
  };
  for (const Case& c : kCases) {
    std::string bytes;
    EXPECT_EQ(Message(DecodeBase64(c.text, &bytes)), c.message) << c.text;
  }
}

}  // namespace
}  // namespace holdfast::server
