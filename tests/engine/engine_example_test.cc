// The example in engine/engine.h and README.md is the program below, which compiles and runs.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

#include "engine/engine.h"
#include "engine/operations/items/put_item.h"
#include "engine/operations/tables/create_table.h"

namespace {

int RunExample() {
  // Begin of the example.
  using namespace holdfast;
  Engine engine;
  Database& database = engine.database("000000000000", "us-east-1");

  CreateTableRequest table;
  table.table_name = "Slots";
  table.attribute_definitions = {AttributeDefinition{"pk", ScalarAttributeType::kString}};
  table.key_schema = {KeySchemaElement{"pk", KeyType::kHash}};
  table.billing_mode = BillingMode::kPayPerRequest;
  if (!database.CreateTable(table).ok()) return 1;

  PutItemRequest put;
  put.table_name = "Slots";
  put.item = AttributeMap{{"pk", AttributeValue::String("SLOT#1")}, {"seats", AttributeValue::Number(4)}};
  put.condition_expression = "attribute_not_exists(pk)";
  const Result<PutItemResponse> response = database.PutItem(put);
  if (!response.ok()) std::cerr << response.error().message << "\n";
  return response.ok() ? 0 : 1;
  // End of the example.
}

// The lines of a file between the lines `begin` and `end`, without the `//   ` of comment lines.
std::string LinesBetween(const std::filesystem::path& file, const std::string& begin, const std::string& end) {
  constexpr std::string_view kComment = "//   ";
  std::ifstream input(file);
  std::string text;
  bool inside = false;
  for (std::string line; std::getline(input, line);) {
    if (inside && line == end) return text;
    if (inside && line != "//") text += line.starts_with(kComment) ? line.substr(kComment.size()) : line;
    if (inside) text += '\n';
    inside = inside || line == begin;
  }
  return "no lines between '" + begin + "' and '" + end + "' in " + file.string();
}

TEST(EngineExampleTest, Runs) { EXPECT_EQ(RunExample(), 0); }

// The sources are found by the path of this file, which CMake gives as an absolute one.
TEST(EngineExampleTest, HeaderAndReadmeContainTheProgram) {
  const std::filesystem::path here = __FILE__;
  const std::filesystem::path root = here.parent_path().parent_path().parent_path();
  if (!std::filesystem::exists(root / "README.md")) GTEST_SKIP() << "the sources are not in " << root;
  const std::string includes = LinesBetween(here, "#include <string_view>", "namespace {");
  EXPECT_EQ(LinesBetween(root / "engine" / "engine.h", "//   #include <iostream>", "//   int main() {"), includes);
  EXPECT_EQ(LinesBetween(root / "README.md", "#include <iostream>", "int main() {"), includes);
  const std::string example = LinesBetween(here, "  // Begin of the example.", "  // End of the example.");
  EXPECT_EQ(LinesBetween(root / "engine" / "engine.h", "//   int main() {", "//   }"), example);
  EXPECT_EQ(LinesBetween(root / "README.md", "int main() {", "}"), example);
}

}  // namespace
