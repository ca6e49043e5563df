// Short functions that build Query and Scan requests to the table `Items` (item_table.h), and read all their pages.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/operations/queries/query.h"
#include "engine/operations/queries/scan.h"
#include "tests/engine/operations/item_table.h"

namespace holdfast::testing {

inline QueryRequest QueryTable(std::string key_condition, ExpressionFields fields) {
  QueryRequest request;
  request.table_name = kItems;
  request.key_condition_expression = std::move(key_condition);
  request.expression_fields = std::move(fields);
  return request;
}
inline QueryRequest QueryIndex(std::string index_name, std::string key_condition, ExpressionFields fields) {
  QueryRequest request = QueryTable(std::move(key_condition), std::move(fields));
  request.index_name = std::move(index_name);
  return request;
}
// A Query of the partition `pk` of the table.
inline QueryRequest QueryPartition(std::string_view pk) { return QueryTable("pk = :pk", Fields({{":pk", S(pk)}})); }

inline ScanRequest ScanTable(std::string table_name = kItems) {
  ScanRequest request;
  request.table_name = std::move(table_name);
  return request;
}
inline ScanRequest ScanIndex(std::string index_name) {
  ScanRequest request = ScanTable();
  request.index_name = std::move(index_name);
  return request;
}

inline Result<QueryResponse> Run(DatabaseState& database, const QueryRequest& request) {
  return Query(database, request);
}
inline Result<ScanResponse> Run(DatabaseState& database, const ScanRequest& request) { return Scan(database, request); }

// The items of the first page as text, or the error.
template <typename Request>
std::vector<std::string> FirstPage(DatabaseState& database, const Request& request) {
  const auto response = Run(database, request);
  if (!response.ok()) return {Outcome(response)};
  return FormatAll(*response->items);
}

// All pages of a request: their items as text, the number of pages, and the sums of their counts.
struct Pages {
  std::vector<std::string> items;
  size_t pages = 0;
  uint64_t count = 0;
  uint64_t scanned_count = 0;
};
template <typename Request>
Pages AllPages(DatabaseState& database, Request request) {
  Pages all;
  do {
    const auto response = Run(database, request);
    if (!response.ok()) {
      ADD_FAILURE() << Outcome(response);
      return all;
    }
    ++all.pages;
    all.count += response->count;
    all.scanned_count += response->scanned_count;
    if (response->items.has_value()) {
      for (std::string& item : FormatAll(*response->items)) all.items.push_back(std::move(item));
    }
    request.exclusive_start_key = response->last_evaluated_key;
  } while (request.exclusive_start_key.has_value());
  return all;
}

}  // namespace holdfast::testing
