// A request of an actor of a race as a value, and its response. Requests come by HTTP or from a call in process.
//
// The ten operations on items are typed, because the race lab reads keys and conditions in them. Every other operation
// (of PartiQL, tables, settings and streams) is an opaque call, whose footprint is everything. It counts as a write,
// unless it is PartiQL that only reads.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/base/result.h"
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

// A request of an operation other than the ten on items. `call` executes it, keeps the response for the sender of the
// request, and returns the error if there is one.
struct OpaqueRequest {
  // DynamoDB's name of the operation, `GetRecords` for example.
  std::string name;
  std::function<Status()> call;
  // For an operation of PartiQL: its statements, which witnesses and reports show; the tables that they name; and
  // whether all are SELECTs.
  std::string statements = {};
  std::vector<std::string> tables = {};
  bool only_reads = false;
};
struct OpaqueResponse {};

// Data that the sender of a request attaches to it. The executor of the request knows the derived class.
class RequestAttachment {
 public:
  virtual ~RequestAttachment() = default;
};

struct Request : std::variant<GetItemRequest, PutItemRequest, UpdateItemRequest, DeleteItemRequest, QueryRequest,
                              ScanRequest, BatchGetItemRequest, BatchWriteItemRequest, TransactGetItemsRequest,
                              TransactWriteItemsRequest, OpaqueRequest> {
  using variant::variant;

  // Null if the sender attached nothing, or if the request was changed after it was sent (IgnoreConditions,
  // TakeUnprocessed): an attachment belongs to the request as it was sent.
  std::shared_ptr<RequestAttachment> attachment = nullptr;
};
// The response to a request has the same index() as the request.
using Response = std::variant<GetItemResponse, PutItemResponse, UpdateItemResponse, DeleteItemResponse, QueryResponse,
                              ScanResponse, BatchGetItemResponse, BatchWriteItemResponse, TransactGetItemsResponse,
                              TransactWriteItemsResponse, OpaqueResponse>;

// DynamoDB's name: `GetItem`.
std::string_view OperationName(const Request& request);
// Whether the operation of that name is one of the ten on items or of PartiQL. TablesOf knows tables only of these.
bool IsOnItems(std::string_view operation);
// The letter of the operation in schedules (schedule.h): G P U D Q S, b and B for BatchGetItem and BatchWriteItem, t
// and T for TransactGetItems and TransactWriteItems, o for others.
char OperationLetter(const Request& request);
// Whether the request is ExecuteStatement, BatchExecuteStatement or ExecuteTransaction, which are OpaqueRequests.
bool IsPartiql(const Request& request);
// TransactWriteItems or TransactGetItems, which are executed in two steps.
bool IsTransaction(const Request& request);
// Whether the operation may write items; true for an OpaqueRequest, unless it only reads.
bool MayWrite(const Request& request);
// Whether the request is a read that may see an older version: GetItem, Query, Scan or BatchGetItem without
// ConsistentRead. A BatchGetItem with ConsistentRead for one of its tables counts as consistent.
bool IsEventuallyConsistent(const Request& request);
// The tables that the request names (names or ARNs, as in the request), in its order; those of an OpaqueRequest are
// known only for PartiQL.
std::vector<std::string_view> TablesOf(const Request& request);
// The index that a Query or Scan reads; empty if there is none.
std::string_view IndexOf(const Request& request);

// Makes every condition of the request on an item of `table` (of any table if `table` is "*") always true, and removes
// the names and values that only the condition used, so the request stays valid. A condition that is too long stays, so
// that the request is refused, and PartiQL is not changed. Returns whether there was a condition.
bool IgnoreConditions(std::string_view table, Request& request);

}  // namespace holdfast::race
