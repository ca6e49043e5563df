// A request of one of DynamoDB's operations as a value, and its response: what an actor of a race asks for, whatever
// brought it (HTTP, or a call in process).
//
// The ten operations on items are typed, because the race lab reads keys and conditions in them. All others (of tables,
// settings and streams) are calls that it runs without looking inside, as if each touched everything.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/operations/batches/batch_get_item.h"
#include "engine/operations/batches/batch_write_item.h"
#include "engine/operations/items/delete_item.h"
#include "engine/operations/items/get_item.h"
#include "engine/operations/items/put_item.h"
#include "engine/operations/items/update_item.h"
#include "engine/operations/queries/query.h"
#include "engine/operations/queries/scan.h"
#include "engine/operations/transactions/transact_get_items.h"
#include "engine/operations/transactions/transact_write_items.h"

namespace holdfast::race {

// Any other operation. `call` executes it and keeps its response, which belongs to whatever made the request.
struct OtherRequest {
  // DynamoDB's name of the operation, `GetRecords` for example.
  std::string name;
  std::function<void()> call;
};
struct OtherResponse {};

using Request = std::variant<GetItemRequest, PutItemRequest, UpdateItemRequest, DeleteItemRequest, QueryRequest,
                             ScanRequest, BatchGetItemRequest, BatchWriteItemRequest, TransactGetItemsRequest,
                             TransactWriteItemsRequest, OtherRequest>;
// Has the alternative of the same place as its request.
using Response = std::variant<GetItemResponse, PutItemResponse, UpdateItemResponse, DeleteItemResponse, QueryResponse,
                              ScanResponse, BatchGetItemResponse, BatchWriteItemResponse, TransactGetItemsResponse,
                              TransactWriteItemsResponse, OtherResponse>;

// DynamoDB's name: `GetItem`.
std::string_view OperationName(const Request& request);
// One letter for each operation, as schedules have it (schedule.h): G P U D Q S, b and B for BatchGetItem and
// BatchWriteItem, t and T for TransactGetItems and TransactWriteItems, o for others.
char OperationLetter(const Request& request);
// TransactWriteItems or TransactGetItems: executed in two steps.
bool IsTransaction(const Request& request);
// Whether the operation may write items. Of OtherRequest nothing is known: true.
bool MayWrite(const Request& request);
// A read that may be answered from an older version: Get, Query, Scan or BatchGet, and not ConsistentRead. A
// BatchGetItem of several tables counts as consistent.
bool IsEventuallyConsistent(const Request& request);
// The tables that the request names (names or ARNs, as they were written), in its order; empty for OtherRequest.
std::vector<std::string_view> TablesOf(const Request& request);
// The index that a Query or Scan reads; empty if there is none.
std::string_view IndexOf(const Request& request);

// Makes every condition true that the request puts on an item of `table`, or of any table if that is "*": the guard
// mutation. Expressions stay valid, with the names and values they use. Returns whether there was a condition.
bool IgnoreConditions(std::string_view table, Request& request);

}  // namespace holdfast::race
