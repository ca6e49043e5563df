#include "engine/operations/queries/search_vectors.h"

#include <gtest/gtest.h>

#include "tests/engine/operations/item_table.h"

namespace holdfast::testing {
namespace {

SearchVectorsRequest Search(std::string table, std::string index, int32_t top_k = 5) {
  return {std::move(table), std::move(index), std::vector<AttributeValue>{AttributeValue::Number(1)}, top_k};
}

TEST(SearchVectors, FindsNoVectorIndexInAnyTable) {
  ItemTable table(IndexedTable(kItems));
  const std::string no_index = "The table does not have the specified index: ";
  EXPECT_EQ(Outcome(SearchVectors(table.state, Search(kItems, "vectors"))), no_index + "vectors");
  EXPECT_EQ(Outcome(SearchVectors(table.state, Search(kItems, "global"))), no_index + "global");
  EXPECT_EQ(Outcome(SearchVectors(table.state, Search("Nothing", "vectors"))), kTableNotFound);
}

TEST(SearchVectors, ChecksItsMembersBeforeItLooksForTheTable) {
  TestDatabase database;
  SearchVectorsRequest request = Search("Nothing", "ab");
  request.text_size = 77;
  request.top_k.reset();
  EXPECT_EQ(Outcome(SearchVectors(database.state, request)), "missing field `TopK` at line 1 column 77");
  request.table_name.reset();
  EXPECT_EQ(Outcome(SearchVectors(database.state, request)), "missing field `TableName` at line 1 column 77");
  request = Search("Nothing", "ab");
  request.text_size = 77;
  request.search_vector.reset();
  EXPECT_EQ(Outcome(SearchVectors(database.state, request)), "missing field `SearchVector` at line 1 column 77");
  request.index_name.reset();
  EXPECT_EQ(Outcome(SearchVectors(database.state, request)), "missing field `IndexName` at line 1 column 77");
  EXPECT_EQ(Outcome(SearchVectors(database.state, Search("Nothing", "ab"))),
            "1 validation error detected: Value 'ab' at 'indexName' failed to satisfy constraint: Member must have "
            "length greater than or equal to 3");
  for (const int32_t top_k : {0, 101, -1}) {
    EXPECT_EQ(Outcome(SearchVectors(database.state, Search("Nothing", "vectors", top_k))),
              "Provided TopK value '" + std::to_string(top_k) +
                  "' is out of valid range. The value must be between 1 and 100 inclusive");
  }
}

}  // namespace
}  // namespace holdfast::testing
