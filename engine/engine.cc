#include "engine/engine.h"

#include <utility>

namespace holdfast {

Result<CreateTableResponse> Database::CreateTable(const CreateTableRequest& request) {
  return holdfast::CreateTable(state_, request);
}
Result<DescribeTableResponse> Database::DescribeTable(const DescribeTableRequest& request) {
  return holdfast::DescribeTable(state_, request);
}
Result<ListTablesResponse> Database::ListTables(const ListTablesRequest& request) {
  return holdfast::ListTables(state_, request);
}
Result<DeleteTableResponse> Database::DeleteTable(const DeleteTableRequest& request) {
  return holdfast::DeleteTable(state_, request);
}
Result<DescribeLimitsResponse> Database::DescribeLimits(const DescribeLimitsRequest& request) {
  return holdfast::DescribeLimits(state_, request);
}
Result<DescribeEndpointsResponse> Database::DescribeEndpoints(const DescribeEndpointsRequest& request) {
  return holdfast::DescribeEndpoints(state_, request);
}
Result<PutItemResponse> Database::PutItem(const PutItemRequest& request) { return holdfast::PutItem(state_, request); }
Result<GetItemResponse> Database::GetItem(const GetItemRequest& request) { return holdfast::GetItem(state_, request); }
Result<UpdateItemResponse> Database::UpdateItem(const UpdateItemRequest& request) {
  return holdfast::UpdateItem(state_, request);
}
Result<DeleteItemResponse> Database::DeleteItem(const DeleteItemRequest& request) {
  return holdfast::DeleteItem(state_, request);
}
Result<QueryResponse> Database::Query(const QueryRequest& request) { return holdfast::Query(state_, request); }
Result<ScanResponse> Database::Scan(const ScanRequest& request) { return holdfast::Scan(state_, request); }
Result<BatchGetItemResponse> Database::BatchGetItem(const BatchGetItemRequest& request) {
  return holdfast::BatchGetItem(state_, request);
}
Result<BatchWriteItemResponse> Database::BatchWriteItem(const BatchWriteItemRequest& request) {
  return holdfast::BatchWriteItem(state_, request);
}
Result<TransactWriteItemsResponse> Database::TransactWriteItems(const TransactWriteItemsRequest& request) {
  return holdfast::TransactWriteItems(state_, request);
}
Result<TransactGetItemsResponse> Database::TransactGetItems(const TransactGetItemsRequest& request) {
  return holdfast::TransactGetItems(state_, request);
}

Engine::Engine(EngineOptions options, std::shared_ptr<Clock> clock, uint64_t seed)
    : options_(options), clock_(clock != nullptr ? std::move(clock) : std::make_shared<SystemClock>()), random_(seed) {}

Database& Engine::database(std::string_view account, std::string_view region) {
  std::string name(account);
  name += '/';
  name += region;
  LatchLock lock(&latch_);
  std::unique_ptr<Database>& database = databases_[std::move(name)];
  if (database == nullptr) {
    database = std::make_unique<Database>(std::string(account), std::string(region), options_, clock_, random_.Next());
  }
  return *database;
}

}  // namespace holdfast
