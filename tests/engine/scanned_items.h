// Reads all pages of a Scan, for tests of whole databases.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "engine/engine.h"
#include "engine/operations/queries/scan.h"
#include "tests/support/outcomes.h"

namespace holdfast::testing {

inline ScanRequest ScanOf(std::string table, std::optional<std::string> index = std::nullopt) {
  ScanRequest request;
  request.table_name = std::move(table);
  request.index_name = std::move(index);
  return request;
}

// Calls `visit(item)`, with an AttributeMapView, for each item in the order of the Scan, and returns how many there
// were. The test fails if a page is refused.
template <typename Visit>
size_t ForEachItem(Database& database, ScanRequest request, Visit visit) {
  size_t count = 0;
  do {
    const Result<ScanResponse> page = database.Scan(request);
    EXPECT_EQ(Outcome(page), "ok");
    if (!page.ok()) break;
    for (const ResponseItem& item : *page->items) visit(item.view());
    count += page->items->size();
    request.exclusive_start_key = page->last_evaluated_key;
  } while (request.exclusive_start_key.has_value());
  return count;
}

}  // namespace holdfast::testing
