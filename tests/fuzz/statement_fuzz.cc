// Fuzzes PartiQL statements: any text must be refused with an error, or be executed. A SELECT must return as many items
// in pages of two as in one response.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/operations/items/put_item.h"
#include "engine/operations/partiql/batch_execute_statement.h"
#include "engine/operations/partiql/execute_statement.h"
#include "engine/operations/partiql/execute_transaction.h"
#include "engine/operations/tables/create_table.h"
#include "engine/partiql/statement.h"
#include "tests/engine/operations/test_database.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/fuzz/fuzz_target.h"

namespace holdfast {
namespace {

using V = AttributeValue;

// Returns whether the result is a value. Aborts if it is an error without a message.
template <typename T>
bool CheckResult(const Result<T>& result) {
  Require(result.ok() || !result.error().message.empty(), "an error without a message");
  return result.ok();
}

TableDefinition Definition() {
  TableDefinition definition = PlainTable("Tab");
  definition.attribute_definitions = {Define("a"), Define("b", ScalarAttributeType::kNumber), Define("c")};
  definition.key_schema = {Hash("a"), Range("b")};
  definition.local_secondary_indexes = {LocalIndex("Loc", {Hash("a"), Range("c")})};
  definition.local_secondary_indexes->front().projection = Project(ProjectionType::kKeysOnly);
  definition.global_secondary_indexes = {GlobalIndexOf("Glo", {Hash("c"), Range("b")})};
  return definition;
}

// A database with one table, which has six items and two indexes.
struct Database : TestDatabase {
  Database() {
    Require(CreateTable(state, Definition()).ok(), "CreateTable fails");
    for (int i = 0; i < 6; ++i) {
      PutItemRequest put;
      put.table_name = "Tab";
      put.item = AttributeMap{
          {"a", V::String(i < 4 ? "x" : "y")},      {"b", V::Number(i)},
          {"c", V::String(i % 2 == 0 ? "x" : "z")}, {"d", V::List({V::Number(1), V::Map({{"k", V::String("v")}})})},
          {"e", V::NumberSet({"1", "2"})},          {"f", V::Bool(i % 3 == 0)}};
      Require(PutItem(state, put).ok(), "PutItem fails");
    }
  }
};

// Returns `count` values, one for each `?` of a statement.
std::vector<AttributeValue> Parameters(size_t count) {
  static const std::vector<AttributeValue> kValues = {V::String("x"),
                                                      V::Number(1),
                                                      V::Number(3),
                                                      V::String("SS"),
                                                      V::NumberSet({"2"}),
                                                      V::List({V::Number(7)}),
                                                      V::Binary("\xff"),
                                                      V::StringSet({"p"}),
                                                      V::Null(),
                                                      V::Bool(true),
                                                      V::Map({{"k", V::Null()}})};
  std::vector<AttributeValue> parameters;
  for (size_t i = 0; i < count; ++i) parameters.push_back(kValues[i % kValues.size()]);
  return parameters;
}

// Aborts unless the pages of the SELECT in `request` have `item_count` items together.
void CheckPages(DatabaseState& state, ExecuteStatementRequest request, size_t item_count) {
  constexpr int kPagesMax = 100;
  request.limit = 2;
  size_t items_of_pages = 0;
  for (int page = 0; page < kPagesMax; ++page) {
    const auto response = ExecuteStatement(state, request);
    Require(CheckResult(response), "a page is refused");
    items_of_pages += response->items.size();
    if (!response->next_token.has_value()) {
      return Require(items_of_pages == item_count, "the pages have another number of items than one response");
    }
    request.next_token = response->next_token;
  }
  Require(false, "the pages do not end");
}

void Run(std::string_view text) {
  const Result<partiql::StatementRef> compiled = partiql::CompileStatement(text);
  ExecuteStatementRequest request;
  request.statement = text;
  BatchExecuteStatementRequest batch;
  BatchStatementRequest& batch_statement = batch.statements.emplace().emplace_back();
  batch_statement.statement = text;
  ExecuteTransactionRequest transaction;
  ParameterizedStatement& transaction_statement = transaction.transact_statements.emplace().emplace_back();
  transaction_statement.statement = text;
  if (CheckResult(compiled) && (*compiled)->parameter_count > 0) {
    request.parameters = Parameters((*compiled)->parameter_count);
    batch_statement.parameters = request.parameters;
    transaction_statement.parameters = request.parameters;
  }
  Database database;
  const auto batch_response = BatchExecuteStatement(database.state, batch);
  if (CheckResult(batch_response)) {
    for (const auto& one : batch_response->responses) {
      Require(!one.error.has_value() || !one.error->message.empty(), "an error without a message");
    }
  }
  CheckResult(ExecuteTransaction(database.state, transaction));
  const auto response = ExecuteStatement(database.state, request);
  if (CheckResult(response) && (*compiled)->reads()) CheckPages(database.state, request, response->items.size());
}

}  // namespace
}  // namespace holdfast

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // The operations refuse statements of more than 8,192 characters, which have at least as many bytes, before they
  // compile them; CompileStatement, which Run calls itself, does not check the length.
  if (size <= 8'192) holdfast::Run({reinterpret_cast<const char*>(data), size});
  return 0;
}
