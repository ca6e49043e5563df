// A database with a table `Items`, and short functions that build requests to it. Its key is `pk` and `sk`, both S,
// unless the test gives another definition.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "engine/operations/items/delete_item.h"
#include "engine/operations/items/get_item.h"
#include "engine/operations/items/put_item.h"
#include "engine/operations/items/update_item.h"
#include "engine/operations/tables/create_table.h"
#include "engine/values/value_builder.h"
#include "tests/engine/operations/test_database.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/support/outcomes.h"

namespace holdfast::testing {

constexpr char kItems[] = "Items";

using Values = ExpressionAttributeValues;
using Names = ExpressionAttributeNames;
using Entries = std::initializer_list<std::pair<std::string_view, AttributeValue>>;

// Omits empty maps, which DynamoDB refuses.
inline ExpressionFields Fields(Values values, Names names = {}) {
  ExpressionFields fields;
  if (!values.empty()) fields.values = std::move(values);
  if (!names.empty()) fields.names = std::move(names);
  return fields;
}

inline AttributeMap Key(std::string_view pk, std::string_view sk) { return {{"pk", S(pk)}, {"sk", S(sk)}}; }
inline AttributeMap ItemWith(std::string_view pk, std::string_view sk, Entries more) {
  ValueBuilder builder(ValueBuilder::Root::kMap);
  const auto add = [&](std::string_view name, const AttributeValue& value) {
    builder.Name(name);
    if (ProblemBesidesNesting(value.problem()) == nullptr) return builder.Value(value.view());
    builder.NoteProblemOf(value);
    builder.Null();
  };
  builder.BeginMap();
  add("pk", S(pk));
  add("sk", S(sk));
  for (const auto& [name, value] : more) add(name, value);
  builder.EndMap();
  return std::move(builder).TakeMap();
}
// An item of `size_bytes` bytes as DynamoDB counts them: its key and an attribute `z`.
inline AttributeMap ItemOfSize(std::string_view pk, std::string_view sk, size_t size_bytes) {
  const size_t rest = size_bytes - Key(pk, sk).view().size_bytes() - 1;
  return ItemWith(pk, sk, {{"z", S(std::string(rest, 'x'))}});
}

inline PutItemRequest Put(AttributeMap item) {
  PutItemRequest request;
  request.table_name = kItems;
  request.item = std::move(item);
  return request;
}
inline GetItemRequest Get(AttributeMap key) {
  GetItemRequest request;
  request.table_name = kItems;
  request.key = std::move(key);
  return request;
}
inline DeleteItemRequest Delete(AttributeMap key) {
  DeleteItemRequest request;
  request.table_name = kItems;
  request.key = std::move(key);
  return request;
}
inline UpdateItemRequest Update(AttributeMap key, std::string expression, ExpressionFields fields = {}) {
  UpdateItemRequest request;
  request.table_name = kItems;
  request.key = std::move(key);
  request.update_expression = std::move(expression);
  request.expression_fields = std::move(fields);
  return request;
}
// `request` with a condition.
template <typename Request>
Request If(Request request, std::string condition, ExpressionFields fields = {}) {
  request.condition_expression = std::move(condition);
  request.expression_fields = std::move(fields);
  return request;
}

struct ItemTable : TestDatabase {
  explicit ItemTable(const TableDefinition& definition = PlainTable(kItems),
                     const EngineOptions& options = EngineOptions())
      : TestDatabase(options) {
    Create(definition);
  }

  void Create(const TableDefinition& definition) { ASSERT_EQ(Outcome(CreateTable(state, definition)), "ok"); }
  void Store(AttributeMap item, std::string table_name = kItems) {
    PutItemRequest request = Put(std::move(item));
    request.table_name = std::move(table_name);
    ASSERT_EQ(Outcome(PutItem(state, request)), "ok");
  }
  // The stored item as text, or `(absent)`.
  std::string Stored(AttributeMap key, std::string table_name = kItems) {
    GetItemRequest request = Get(std::move(key));
    request.table_name = std::move(table_name);
    request.consistent_read = true;
    const Result<GetItemResponse> response = GetItem(state, request);
    return response.ok() ? Format(response->item) : Outcome(response);
  }
};

}  // namespace holdfast::testing
