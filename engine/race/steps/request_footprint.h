// Computes the items that a request names, and its footprint, from the request and the schemas of its tables.
//
//   Get, BatchGet,         the items, read
//   TransactGet
//   Query, Scan            the range of the table's or index's keys, read; a local index counts as its whole partition
//   writes of any kind     the items, written (those of ConditionCheck: read); and every entry of each global index of
//                          the table, because which entries change depends on the stored item. FootprintOfWrite gives
//                          them after the execution
//   keys that do not fit   nothing: a request whose table does not exist, or whose key does not fit it, finds no item
//   other operations       everything
//
// A write to a table with a stream also writes the stream as a whole, because consumers see the order of its records.
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

// Returns null if there is no such table.
using TableFinder = std::function<std::shared_ptr<Table>(std::string_view table_name)>;

std::vector<std::optional<Target>> TargetsOf(const Request& request, const TableFinder& find_table);
Footprint FootprintOf(const Request& request, const TableFinder& find_table);

// The footprint of an executed write of one item, from its versions before and after (null: no item). If both are the
// same object, the item was only read.
Footprint FootprintOfWrite(const Table& table, const ItemName& item, const ItemRef& before, const ItemRef& after);
// The footprint of a write of the item before its versions are known.
Footprint FootprintOfPossibleWrite(const Table& table, const ItemName& item);

std::string TableSpace(std::string_view table);
std::string IndexSpace(std::string_view table, std::string_view index);

// The key attributes of an item or key as text: `room7`, or `WAREHOUSE#1/PRODUCT#2`.
std::string KeyText(const TableSchema& schema, AttributeMapView attributes);

}  // namespace holdfast::race
