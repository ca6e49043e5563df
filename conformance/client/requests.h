// The requests that races, systems, cases and benchmarks build, with the fields they need. Other requests are sent as
// JSON text through Client::Call. An empty field is left out of the request.
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "conformance/client/value.h"

namespace holdfast::conformance {

using Names = std::map<std::string, std::string>;

struct PutItemRequest {
  std::string table = {};
  Item item = {};
  std::string condition = {};
  Names names = {};
  Item values = {};
  std::string return_values = {};
};

struct UpdateItemRequest {
  std::string table = {};
  Item key = {};
  std::string update = {};
  std::string condition = {};
  Names names = {};
  Item values = {};
  std::string return_values = {};
};

struct DeleteItemRequest {
  std::string table = {};
  Item key = {};
  std::string condition = {};
  Names names = {};
  Item values = {};
  std::string return_values = {};
};

struct ConditionCheckRequest {
  std::string table = {};
  Item key = {};
  std::string condition = {};
  Names names = {};
  Item values = {};
};

struct GetItemRequest {
  std::string table = {};
  Item key = {};
  bool consistent = true;
};

struct QueryRequest {
  std::string table = {};
  std::string index = {};
  std::string key_condition = {};
  std::string filter = {};
  Names names = {};
  Item values = {};
  bool forward = true;
  bool consistent = false;
  int limit = 0;
  Item start_key = {};
};

struct ScanRequest {
  std::string table = {};
  std::string index = {};
  bool consistent = false;
  Item start_key = {};
};

struct BatchWriteItemRequest {
  std::string table = {};
  std::vector<Item> puts = {};
  std::vector<Item> deletes = {};  // keys
};

using TransactWriteAction = std::variant<PutItemRequest, UpdateItemRequest, DeleteItemRequest, ConditionCheckRequest>;

struct TransactWriteItemsRequest {
  std::vector<TransactWriteAction> actions = {};
  std::string token = {};
};

struct TransactGetItemsRequest {
  std::vector<GetItemRequest> gets = {};
};

std::string ToJson(const PutItemRequest& request);
std::string ToJson(const UpdateItemRequest& request);
std::string ToJson(const DeleteItemRequest& request);
std::string ToJson(const GetItemRequest& request);
std::string ToJson(const QueryRequest& request);
std::string ToJson(const ScanRequest& request);
std::string ToJson(const BatchWriteItemRequest& request);
std::string ToJson(const TransactWriteItemsRequest& request);
std::string ToJson(const TransactGetItemsRequest& request);

}  // namespace holdfast::conformance
