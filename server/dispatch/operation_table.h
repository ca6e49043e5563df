// The table of all operations that the server supports.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/base/error.h"
#include "engine/engine.h"
#include "server/dispatch/target_header.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

class HintLog;
class Upstream;

struct OperationCall {
  Database& database;
  const rapidjson::Value& request;
  // The request's Host header, which DescribeEndpoints returns.
  std::string_view host;
  // The response body is appended here if the operation succeeds.
  std::string* response;
  // Bounds the work of the call, if Operation::takes_budget; null: no bound. If it is exhausted, nothing was changed or
  // appended to `response`, and the call may be repeated without a budget.
  WorkBudget* budget = nullptr;
  // Null, or the endpoint to which RunOperation (run_operation.h) sends `body`, the request as it was received, instead
  // of calling Operation::run.
  Upstream* upstream = nullptr;
  std::string_view body = {};
  // Null, or receives hints about requests that are refused.
  HintLog* hints = nullptr;
};

using OperationFailure = std::variant<Error, WireError>;

struct OperationTraits {
  // The operation can store something in an empty database, so a database that does not exist is created for it. No
  // other operation can: before the first CreateTable there is nothing that it could change.
  bool creates_database = false;
  // The operation works on whole tables or backups and may wait for all latches of a table, or it takes milliseconds if
  // the database has thousands of tables or backups.
  bool works_on_tables = false;
  // The operation reads or writes one item, which bounds its work.
  bool on_one_item = false;
};

struct Operation {
  std::string_view name;
  // Decodes the request, executes it on `call.database`, and appends the encoded response to `call.response`. If
  // decoding or execution fails, returns the failure and appends nothing.
  std::optional<OperationFailure> (*run)(const OperationCall& call);
  // Whether `run` uses OperationCall::budget: reads and writes of items, and GetRecords.
  bool takes_budget = false;
  OperationTraits traits;
};

// Null if the service has no such operation.
const Operation* FindOperation(const OperationTarget& target);
// Whether one of the two services has an operation of that name.
bool IsOperation(std::string_view name);
// The names of a service's operations, for messages.
std::string OperationNames(Service service);

// The index of an operation in AllOperationNames; the last index for null, an operation that this server does not have.
size_t OperationNumber(const Operation* operation);
// The names of all operations of both services, followed by `other`.
std::vector<std::string_view> AllOperationNames();

}  // namespace holdfast::server
