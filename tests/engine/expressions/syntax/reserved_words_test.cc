#include "engine/expressions/syntax/reserved_words.h"

#include <gtest/gtest.h>

#include <string>

namespace holdfast {
namespace {

TEST(ReservedWords, AreReservedInUpperAndLowerCase) {
  for (const std::string word : {"ABORT", "status", "Name", "tTL", "ITEM", "SIZE", "FLATTERN", "INNTER", "LOGED",
                                 "ZONE", "COUNT", "VALUE", "and", "COMPRESS", "AUTHORIZATION"}) {
    EXPECT_TRUE(IsReservedWord(word)) << word;
  }
}

TEST(ReservedWords, OtherWordsAreNotReserved) {
  for (const std::string word : {"", "a", "pk", "sk", "statuses", "nam", "bookingId", "quantity_", "reservedQty",
                                 "availableQty", "AUTHORIZATIONS", "version"}) {
    EXPECT_FALSE(IsReservedWord(word)) << word;
  }
  EXPECT_FALSE(IsReservedWord(std::string(4096, 'A')));
  EXPECT_FALSE(IsReservedWord(std::string("NAME\0", 5)));
}

}  // namespace
}  // namespace holdfast
