// Computes the items that a request names, and its footprint, from the request and the schemas of its tables.
//
//   Get, BatchGet,         the items, read
//   TransactGet
//   Query                  the range of keys of the table or global index, read; for a local index, the whole partition
//                          of the table; without a KeyConditionExpression, the whole table or global index
//   Scan                   the whole table or global index, read
//   writes of any kind     the items, written (those of ConditionCheck: read); and every entry of each global index of
//                          the table, because which entries change depends on the stored item. FootprintOfWrite gives
//                          the changed entries after the execution
//   invalid requests       nothing for a key that does not fit its table, for a table that does not exist, or for an
//                          invalid KeyConditionExpression: no item is found
//   other operations       everything; of PartiQL also the tables, as wholes
//
// A write to a table with a stream also writes the stream as a whole, because consumers see the order of its records.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/database.h"
#include "engine/race/steps/footprint.h"
#include "engine/race/steps/operation.h"
#include "engine/race/steps/step_executor.h"
#include "engine/tables/table.h"

namespace holdfast::race {

// Returns null if there is no such table.
using TableFinder = std::function<std::shared_ptr<Table>(std::string_view table_name)>;
// Finds a table of `database`, which must outlive it, by its name or by any ARN with that name: a database that mirrors
// an endpoint's tables does not have the account and the Region of their ARNs.
TableFinder FinderByBareName(const Database& database);

// What StepExecutor::TargetsOf returns.
std::vector<std::optional<Target>> TargetsOf(const Request& request, const TableFinder& find_table);
// The targets of the members that a BatchWriteItem's response returns as unprocessed; none for other outcomes.
std::vector<std::optional<Target>> UnprocessedTargets(const Result<Response>& outcome, const TableFinder& find_table);
// Whether one of the targets is the item.
bool Contains(const std::vector<std::optional<Target>>& targets, const ItemName& item);
Footprint FootprintOf(const Request& request, const TableFinder& find_table);

// The footprint of an executed write of one item, from its versions before and after (null: no item). If both are the
// same object, nothing was written, and the footprint only reads the item.
Footprint FootprintOfWrite(const Table& table, const ItemName& item, const ItemRef& before, const ItemRef& after);
// The largest footprint that a write of the item can have. Used before the execution, when it is not known which index
// entries the write will change.
Footprint FootprintOfPossibleWrite(const Table& table, const ItemName& item);

std::string TableSpace(std::string_view table);
std::string IndexSpace(std::string_view table, std::string_view index);

// The key attributes of an item or key as text: `room7`, or `WAREHOUSE#1/PRODUCT#2`.
std::string KeyText(const TableSchema& schema, AttributeMapView attributes);

}  // namespace holdfast::race
