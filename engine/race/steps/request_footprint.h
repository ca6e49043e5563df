// The items that a request names, and its footprint, from the request and the schemas of its tables.
//
//   Get, BatchGet          the items, read
//   Query, Scan            the range of the table's or index's keys, read; a local index counts as its whole partition
//   writes of any kind     the items, written; and of each global index of the table every entry, because which ones
//                          change follows from what is stored (FootprintOfWrite)
//   what does not fit      nothing: an item is not found by a key that does not fit the table
//   others                 everything
//
// Of a write to a table with a stream the order of its records is written, too: a consumer sees it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/race/steps/footprint.h"
#include "engine/race/steps/operation.h"
#include "engine/race/steps/step_executor.h"
#include "engine/tables/table.h"

namespace holdfast::race {

// Null if there is no such table.
using TableFinder = std::function<std::shared_ptr<Table>(std::string_view table_name)>;

std::vector<std::optional<Target>> TargetsOf(const Request& request, const TableFinder& find_table);
Footprint FootprintOf(const Request& request, const TableFinder& find_table);

// Of one item that was written, with its versions before and after (null: there is none). If they are the same, the
// item was only read.
Footprint FootprintOfWrite(const Table& table, const ItemName& item, const ItemRef& before, const ItemRef& after);
// Of an item that may be written, whatever its versions are.
Footprint FootprintOfPossibleWrite(const Table& table, const ItemName& item);

std::string TableSpace(std::string_view table);
std::string IndexSpace(std::string_view table, std::string_view index);

// `room7`, or `WAREHOUSE#1/PRODUCT#2`: the key attributes of an item or key.
std::string KeyText(const TableSchema& schema, AttributeMapView attributes);

}  // namespace holdfast::race
