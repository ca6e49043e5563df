// Holdfast embedded: the front door. An Engine holds databases; a Database has one method per DynamoDB operation.
//
//   holdfast::Engine engine;
//   holdfast::Database& database = engine.database("000000000000", "us-east-1");
//   auto answer = database.PutItem({.table_name = "Slots", .item = AttributeMap{{"pk", AttributeValue::String("a")}}});
//   if (!answer.ok()) std::cerr << answer.error().message;
//
// Requests, responses and errors are DynamoDB's: see the header of each operation in engine/operations.
//
// Thread safety: everything here may be called from any thread. One item is linearizable, a transaction
// serializable. The engine starts no threads.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "engine/base/latch.h"
#include "engine/operations/batch_get_item.h"
#include "engine/operations/batch_write_item.h"
#include "engine/operations/create_table.h"
#include "engine/operations/database_state.h"
#include "engine/operations/delete_item.h"
#include "engine/operations/delete_table.h"
#include "engine/operations/describe_endpoints.h"
#include "engine/operations/describe_limits.h"
#include "engine/operations/describe_table.h"
#include "engine/operations/get_item.h"
#include "engine/operations/list_tables.h"
#include "engine/operations/put_item.h"
#include "engine/operations/query.h"
#include "engine/operations/scan.h"
#include "engine/operations/transact_get_items.h"
#include "engine/operations/transact_write_items.h"
#include "engine/operations/update_item.h"

namespace holdfast {

// One account's tables in one region.
class Database {
 public:
  Database(std::string account, std::string region, const EngineOptions& options, std::shared_ptr<Clock> clock,
           uint64_t seed)
      : state_(std::move(account), std::move(region), options, std::move(clock), seed) {}

  Result<CreateTableResponse> CreateTable(const CreateTableRequest& request);
  Result<DescribeTableResponse> DescribeTable(const DescribeTableRequest& request);
  Result<ListTablesResponse> ListTables(const ListTablesRequest& request);
  Result<DeleteTableResponse> DeleteTable(const DeleteTableRequest& request);
  Result<DescribeLimitsResponse> DescribeLimits(const DescribeLimitsRequest& request);
  Result<DescribeEndpointsResponse> DescribeEndpoints(const DescribeEndpointsRequest& request);

  Result<PutItemResponse> PutItem(const PutItemRequest& request);
  Result<GetItemResponse> GetItem(const GetItemRequest& request);
  Result<UpdateItemResponse> UpdateItem(const UpdateItemRequest& request);
  Result<DeleteItemResponse> DeleteItem(const DeleteItemRequest& request);
  Result<QueryResponse> Query(const QueryRequest& request);
  Result<ScanResponse> Scan(const ScanRequest& request);
  Result<BatchGetItemResponse> BatchGetItem(const BatchGetItemRequest& request);
  Result<BatchWriteItemResponse> BatchWriteItem(const BatchWriteItemRequest& request);
  Result<TransactWriteItemsResponse> TransactWriteItems(const TransactWriteItemsRequest& request);
  Result<TransactGetItemsResponse> TransactGetItems(const TransactGetItemsRequest& request);

 private:
  DatabaseState state_;
};

class Engine {
 public:
  // `clock`: the system's if null. `seed`: where the databases' generated ids come from.
  explicit Engine(EngineOptions options = {}, std::shared_ptr<Clock> clock = nullptr,
                  uint64_t seed = UnpredictableSeed());

  // The database of an account and a region, created empty when first named. Lives as long as the engine.
  Database& database(std::string_view account, std::string_view region);

 private:
  const EngineOptions options_;
  const std::shared_ptr<Clock> clock_;
  Random random_;
  Latch latch_;
  absl::flat_hash_map<std::string, std::unique_ptr<Database>> databases_ ABSL_GUARDED_BY(latch_);
};

}  // namespace holdfast
