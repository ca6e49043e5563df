#include "server/dispatch/operation_table.h"

#include <array>
#include <type_traits>
#include <utility>

#include "server/json/operations/backups/backups_json.h"
#include "server/json/operations/batches/batches_json.h"
#include "server/json/operations/items/items_json.h"
#include "server/json/operations/partiql/partiql_json.h"
#include "server/json/operations/queries/queries_json.h"
#include "server/json/operations/settings/settings_json.h"
#include "server/json/operations/streams/streams_json.h"
#include "server/json/operations/tables/tables_json.h"
#include "server/json/operations/transactions/transactions_json.h"
#include "server/message/http_message.h"

namespace holdfast::server {
namespace {

template <auto run, typename Request>
constexpr bool kTakesBudget = requires(Database& database, const Request& request, WorkBudget* budget) {
  (database.*run)(request, budget);
};

template <auto run, typename Request>
auto Run(const OperationCall& call, const Request& request) {
  if constexpr (kTakesBudget<run, Request>) {
    return (call.database.*run)(request, call.budget);
  } else {
    return (call.database.*run)(request);
  }
}

// The encoder of operations whose response has no body, or that never succeed.
constexpr auto kEncodeNothing = [](const auto&, std::string*) {};

// Decodes the request, executes it and encodes the response.
template <auto decode, auto run, auto encode>
std::optional<OperationFailure> Handle(const OperationCall& call) {
  auto request = decode(call.request);
  if (!request.ok()) return std::move(request).error();
  // Only DescribeEndpoints needs the Host header.
  if constexpr (requires { request.value().host; }) request.value().host = HeaderToUtf8(call.host);
  auto response = Run<run>(call, request.value());
  if (!response.ok()) return std::move(response).error();
  encode(response.value(), call.response);
  return std::nullopt;
}

template <auto decode, auto run, auto encode = kEncodeNothing>
constexpr Operation Row(std::string_view name, OperationTraits traits = {}) {
  using Request = std::remove_cvref_t<decltype(decode(std::declval<const rapidjson::Value&>()).value())>;
  return {name, Handle<decode, run, encode>, kTakesBudget<run, Request>, traits};
}

constexpr std::array kOperations = {
    Row<DecodeGetItem, &Database::GetItem, EncodeGetItem>("GetItem", {.on_one_item = true}),
    Row<DecodePutItem, &Database::PutItem, EncodePutItem>("PutItem", {.on_one_item = true}),
    Row<DecodeUpdateItem, &Database::UpdateItem, EncodeUpdateItem>("UpdateItem", {.on_one_item = true}),
    Row<DecodeDeleteItem, &Database::DeleteItem, EncodeDeleteItem>("DeleteItem", {.on_one_item = true}),
    Row<DecodeQuery, &Database::Query, EncodeQuery>("Query"),
    Row<DecodeScan, &Database::Scan, EncodeScan>("Scan"),
    Row<DecodeSearchVectors, &Database::SearchVectors, EncodeSearchVectors>("SearchVectors"),
    Row<DecodeBatchGetItem, &Database::BatchGetItem, EncodeBatchGetItem>("BatchGetItem"),
    Row<DecodeBatchWriteItem, &Database::BatchWriteItem, EncodeBatchWriteItem>("BatchWriteItem"),
    Row<DecodeTransactGetItems, &Database::TransactGetItems, EncodeTransactGetItems>("TransactGetItems"),
    Row<DecodeTransactWriteItems, &Database::TransactWriteItems, EncodeTransactWriteItems>("TransactWriteItems"),
    Row<DecodeExecuteStatement, &Database::ExecuteStatement, EncodeExecuteStatement>("ExecuteStatement"),
    Row<DecodeBatchExecuteStatement, &Database::BatchExecuteStatement, EncodeBatchExecuteStatement>(
        "BatchExecuteStatement"),
    Row<DecodeExecuteTransaction, &Database::ExecuteTransaction, EncodeExecuteTransaction>("ExecuteTransaction"),

    Row<DecodeCreateTable, &Database::CreateTable, EncodeCreateTable>(
        "CreateTable", {.creates_database = true, .works_on_tables = true}),
    Row<DecodeDescribeTable, &Database::DescribeTable, EncodeDescribeTable>("DescribeTable"),
    Row<DecodeUpdateTable, &Database::UpdateTable, EncodeUpdateTable>("UpdateTable", {.works_on_tables = true}),
    Row<DecodeListTables, &Database::ListTables, EncodeListTables>("ListTables"),
    Row<DecodeDeleteTable, &Database::DeleteTable, EncodeDeleteTable>("DeleteTable", {.works_on_tables = true}),
    Row<DecodeUpdateTimeToLive, &Database::UpdateTimeToLive, EncodeUpdateTimeToLive>("UpdateTimeToLive",
                                                                                     {.works_on_tables = true}),
    Row<DecodeDescribeTimeToLive, &Database::DescribeTimeToLive, EncodeDescribeTimeToLive>("DescribeTimeToLive"),
    Row<DecodeTagResource, &Database::TagResource>("TagResource"),
    Row<DecodeUntagResource, &Database::UntagResource>("UntagResource"),
    Row<DecodeListTagsOfResource, &Database::ListTagsOfResource, EncodeListTagsOfResource>("ListTagsOfResource"),
    Row<DecodeCreateBackup, &Database::CreateBackup, EncodeCreateBackup>("CreateBackup", {.works_on_tables = true}),
    Row<DecodeDescribeBackup, &Database::DescribeBackup, EncodeDescribeBackup>("DescribeBackup"),
    Row<DecodeDeleteBackup, &Database::DeleteBackup, EncodeDeleteBackup>("DeleteBackup", {.works_on_tables = true}),
    Row<DecodeListBackups, &Database::ListBackups, EncodeListBackups>("ListBackups", {.works_on_tables = true}),
    Row<DecodeRestoreTableFromBackup, &Database::RestoreTableFromBackup, EncodeRestoreTableFromBackup>(
        "RestoreTableFromBackup", {.works_on_tables = true}),
    Row<DecodeRestoreTableToPointInTime, &Database::RestoreTableToPointInTime, EncodeRestoreTableToPointInTime>(
        "RestoreTableToPointInTime", {.works_on_tables = true}),
    Row<DecodeDescribeContinuousBackups, &Database::DescribeContinuousBackups, EncodeDescribeContinuousBackups>(
        "DescribeContinuousBackups"),
    Row<DecodeUpdateContinuousBackups, &Database::UpdateContinuousBackups, EncodeUpdateContinuousBackups>(
        "UpdateContinuousBackups", {.works_on_tables = true}),
    Row<DecodeDescribeContributorInsights, &Database::DescribeContributorInsights, EncodeDescribeContributorInsights>(
        "DescribeContributorInsights"),
    Row<DecodeUpdateContributorInsights, &Database::UpdateContributorInsights, EncodeUpdateContributorInsights>(
        "UpdateContributorInsights", {.works_on_tables = true}),
    Row<DecodeListContributorInsights, &Database::ListContributorInsights, EncodeListContributorInsights>(
        "ListContributorInsights", {.works_on_tables = true}),
    Row<DecodeDescribeKinesisStreamingDestination, &Database::DescribeKinesisStreamingDestination,
        EncodeDescribeKinesisStreamingDestination>("DescribeKinesisStreamingDestination"),
    Row<DecodeEnableKinesisStreamingDestination, &Database::EnableKinesisStreamingDestination>(
        "EnableKinesisStreamingDestination"),
    Row<DecodeDisableKinesisStreamingDestination, &Database::DisableKinesisStreamingDestination>(
        "DisableKinesisStreamingDestination"),
    Row<DecodeUpdateKinesisStreamingDestination, &Database::UpdateKinesisStreamingDestination>(
        "UpdateKinesisStreamingDestination"),
    Row<DecodePutResourcePolicy, &Database::PutResourcePolicy, EncodePutResourcePolicy>("PutResourcePolicy"),
    Row<DecodeGetResourcePolicy, &Database::GetResourcePolicy, EncodeGetResourcePolicy>("GetResourcePolicy"),
    Row<DecodeDeleteResourcePolicy, &Database::DeleteResourcePolicy, EncodeDeleteResourcePolicy>(
        "DeleteResourcePolicy"),
    Row<DecodeDescribeExport, &Database::DescribeExport>("DescribeExport"),
    Row<DecodeDescribeImport, &Database::DescribeImport>("DescribeImport"),
    Row<DecodeListExports, &Database::ListExports, EncodeListExports>("ListExports"),
    Row<DecodeListImports, &Database::ListImports, EncodeListImports>("ListImports"),
    Row<DecodeListGlobalTables, &Database::ListGlobalTables, EncodeListGlobalTables>("ListGlobalTables"),
    Row<DecodeDescribeGlobalTable, &Database::DescribeGlobalTable>("DescribeGlobalTable"),
    Row<DecodeDescribeGlobalTableSettings, &Database::DescribeGlobalTableSettings>("DescribeGlobalTableSettings"),
    Row<DecodeUpdateGlobalTableSettings, &Database::UpdateGlobalTableSettings>("UpdateGlobalTableSettings"),
    Row<DecodeCreateGlobalTable, &Database::CreateGlobalTable>("CreateGlobalTable"),
    Row<DecodeUpdateGlobalTable, &Database::UpdateGlobalTable>("UpdateGlobalTable"),
    Row<DecodeDescribeTableReplicaAutoScaling, &Database::DescribeTableReplicaAutoScaling>(
        "DescribeTableReplicaAutoScaling"),
    Row<DecodeUpdateTableReplicaAutoScaling, &Database::UpdateTableReplicaAutoScaling>("UpdateTableReplicaAutoScaling"),
    Row<DecodeDescribeLimits, &Database::DescribeLimits, EncodeDescribeLimits>("DescribeLimits"),
    Row<DecodeDescribeEndpoints, &Database::DescribeEndpoints, EncodeDescribeEndpoints>("DescribeEndpoints"),
};

constexpr std::array kStreamsOperations = {
    Row<DecodeListStreams, &Database::ListStreams, EncodeListStreams>("ListStreams"),
    Row<DecodeDescribeStream, &Database::DescribeStream, EncodeDescribeStream>("DescribeStream"),
    Row<DecodeGetShardIterator, &Database::GetShardIterator, EncodeGetShardIterator>("GetShardIterator"),
    Row<DecodeGetRecords, &Database::GetRecords, EncodeGetRecords>("GetRecords"),
};

template <typename Operations>
const Operation* FindByName(const Operations& operations, std::string_view name) {
  for (const Operation& operation : operations) {
    if (operation.name == name) return &operation;
  }
  return nullptr;
}

template <typename Operations>
std::string JoinNames(const Operations& operations) {
  std::string names;
  for (const Operation& operation : operations) names.append(names.empty() ? "" : ", ").append(operation.name);
  return names;
}

}  // namespace

bool IsOperation(std::string_view name) {
  return FindByName(kOperations, name) != nullptr || FindByName(kStreamsOperations, name) != nullptr;
}

std::string OperationNames(Service service) {
  return service == Service::kDynamoDb ? JoinNames(kOperations) : JoinNames(kStreamsOperations);
}

size_t OperationNumber(const Operation* operation) {
  const auto index_in = [operation](const auto& operations) {
    const bool inside = operation >= operations.data() && operation < operations.data() + operations.size();
    return inside ? static_cast<size_t>(operation - operations.data()) : operations.size();
  };
  if (const size_t number = index_in(kOperations); number < kOperations.size()) return number;
  return kOperations.size() + index_in(kStreamsOperations);
}

std::vector<std::string_view> AllOperationNames() {
  std::vector<std::string_view> names;
  names.reserve(kOperations.size() + kStreamsOperations.size() + 1);
  for (const Operation& operation : kOperations) names.push_back(operation.name);
  for (const Operation& operation : kStreamsOperations) names.push_back(operation.name);
  names.emplace_back("other");
  return names;
}

const Operation* FindOperation(const OperationTarget& target) {
  switch (target.service) {
    case Service::kDynamoDb:
      return FindByName(kOperations, target.operation);
    case Service::kDynamoDbStreams:
      return FindByName(kStreamsOperations, target.operation);
  }
  return nullptr;
}

}  // namespace holdfast::server
