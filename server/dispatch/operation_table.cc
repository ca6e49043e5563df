#include "server/dispatch/operation_table.h"

#include <array>
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
auto Run(const OperationCall& call, const Request& request) {
  if constexpr (requires { (call.database.*run)(request, call.budget); }) {
    return (call.database.*run)(request, call.budget);
  } else {
    return (call.database.*run)(request);
  }
}

// Decodes the request, executes it and encodes the response.
template <auto decode, auto run, auto encode>
std::optional<OperationFailure> Handler(const OperationCall& call) {
  auto request = decode(call.request);
  if (!request.ok()) return std::move(request).error();
  // Only DescribeEndpoints needs the Host header.
  if constexpr (requires { request.value().host; }) request.value().host = HeaderToUtf8(call.host);
  auto response = Run<run>(call, request.value());
  if (!response.ok()) return std::move(response).error();
  encode(response.value(), call.response);
  return std::nullopt;
}

constexpr bool kCreatesDatabase = true;

constexpr std::array kOperations = {
    Operation{"GetItem", Handler<DecodeGetItem, &Database::GetItem, EncodeGetItem>},
    Operation{"PutItem", Handler<DecodePutItem, &Database::PutItem, EncodePutItem>},
    Operation{"UpdateItem", Handler<DecodeUpdateItem, &Database::UpdateItem, EncodeUpdateItem>},
    Operation{"DeleteItem", Handler<DecodeDeleteItem, &Database::DeleteItem, EncodeDeleteItem>},
    Operation{"Query", Handler<DecodeQuery, &Database::Query, EncodeQuery>},
    Operation{"Scan", Handler<DecodeScan, &Database::Scan, EncodeScan>},
    Operation{"SearchVectors", Handler<DecodeSearchVectors, &Database::SearchVectors, EncodeSearchVectors>},
    Operation{"BatchGetItem", Handler<DecodeBatchGetItem, &Database::BatchGetItem, EncodeBatchGetItem>},
    Operation{"BatchWriteItem", Handler<DecodeBatchWriteItem, &Database::BatchWriteItem, EncodeBatchWriteItem>},
    Operation{"TransactGetItems", Handler<DecodeTransactGetItems, &Database::TransactGetItems, EncodeTransactGetItems>},
    Operation{"TransactWriteItems",
              Handler<DecodeTransactWriteItems, &Database::TransactWriteItems, EncodeTransactWriteItems>},
    Operation{"ExecuteStatement", Handler<DecodeExecuteStatement, &Database::ExecuteStatement, EncodeExecuteStatement>},
    Operation{"BatchExecuteStatement",
              Handler<DecodeBatchExecuteStatement, &Database::BatchExecuteStatement, EncodeBatchExecuteStatement>},
    Operation{"ExecuteTransaction",
              Handler<DecodeExecuteTransaction, &Database::ExecuteTransaction, EncodeExecuteTransaction>},

    Operation{"CreateTable", Handler<DecodeCreateTable, &Database::CreateTable, EncodeCreateTable>, kCreatesDatabase},
    Operation{"DescribeTable", Handler<DecodeDescribeTable, &Database::DescribeTable, EncodeDescribeTable>},
    Operation{"UpdateTable", Handler<DecodeUpdateTable, &Database::UpdateTable, EncodeUpdateTable>},
    Operation{"ListTables", Handler<DecodeListTables, &Database::ListTables, EncodeListTables>},
    Operation{"DeleteTable", Handler<DecodeDeleteTable, &Database::DeleteTable, EncodeDeleteTable>},
    Operation{"UpdateTimeToLive", Handler<DecodeUpdateTimeToLive, &Database::UpdateTimeToLive, EncodeUpdateTimeToLive>},
    Operation{"DescribeTimeToLive",
              Handler<DecodeDescribeTimeToLive, &Database::DescribeTimeToLive, EncodeDescribeTimeToLive>},
    Operation{"TagResource", Handler<DecodeTagResource, &Database::TagResource, EncodeTagResource>},
    Operation{"UntagResource", Handler<DecodeUntagResource, &Database::UntagResource, EncodeUntagResource>},
    Operation{"ListTagsOfResource",
              Handler<DecodeListTagsOfResource, &Database::ListTagsOfResource, EncodeListTagsOfResource>},
    Operation{"CreateBackup", Handler<DecodeCreateBackup, &Database::CreateBackup, EncodeCreateBackup>},
    Operation{"DescribeBackup", Handler<DecodeDescribeBackup, &Database::DescribeBackup, EncodeDescribeBackup>},
    Operation{"DeleteBackup", Handler<DecodeDeleteBackup, &Database::DeleteBackup, EncodeDeleteBackup>},
    Operation{"ListBackups", Handler<DecodeListBackups, &Database::ListBackups, EncodeListBackups>},
    Operation{"RestoreTableFromBackup",
              Handler<DecodeRestoreTableFromBackup, &Database::RestoreTableFromBackup, EncodeRestoreTableFromBackup>},
    Operation{"RestoreTableToPointInTime",
              Handler<DecodeRestoreTableToPointInTime, &Database::RestoreTableToPointInTime,
                      EncodeRestoreTableToPointInTime>},
    Operation{"DescribeContinuousBackups",
              Handler<DecodeDescribeContinuousBackups, &Database::DescribeContinuousBackups,
                      EncodeDescribeContinuousBackups>},
    Operation{
        "UpdateContinuousBackups",
        Handler<DecodeUpdateContinuousBackups, &Database::UpdateContinuousBackups, EncodeUpdateContinuousBackups>},
    Operation{"DescribeContributorInsights",
              Handler<DecodeDescribeContributorInsights, &Database::DescribeContributorInsights,
                      EncodeDescribeContributorInsights>},
    Operation{"UpdateContributorInsights",
              Handler<DecodeUpdateContributorInsights, &Database::UpdateContributorInsights,
                      EncodeUpdateContributorInsights>},
    Operation{
        "ListContributorInsights",
        Handler<DecodeListContributorInsights, &Database::ListContributorInsights, EncodeListContributorInsights>},
    Operation{"DescribeKinesisStreamingDestination",
              Handler<DecodeDescribeKinesisStreamingDestination, &Database::DescribeKinesisStreamingDestination,
                      EncodeDescribeKinesisStreamingDestination>},
    Operation{"EnableKinesisStreamingDestination",
              Handler<DecodeEnableKinesisStreamingDestination, &Database::EnableKinesisStreamingDestination,
                      EncodeEnableKinesisStreamingDestination>},
    Operation{"DisableKinesisStreamingDestination",
              Handler<DecodeDisableKinesisStreamingDestination, &Database::DisableKinesisStreamingDestination,
                      EncodeDisableKinesisStreamingDestination>},
    Operation{"UpdateKinesisStreamingDestination",
              Handler<DecodeUpdateKinesisStreamingDestination, &Database::UpdateKinesisStreamingDestination,
                      EncodeUpdateKinesisStreamingDestination>},
    Operation{"PutResourcePolicy",
              Handler<DecodePutResourcePolicy, &Database::PutResourcePolicy, EncodePutResourcePolicy>},
    Operation{"GetResourcePolicy",
              Handler<DecodeGetResourcePolicy, &Database::GetResourcePolicy, EncodeGetResourcePolicy>},
    Operation{"DeleteResourcePolicy",
              Handler<DecodeDeleteResourcePolicy, &Database::DeleteResourcePolicy, EncodeDeleteResourcePolicy>},
    Operation{"ListExports", Handler<DecodeListExports, &Database::ListExports, EncodeListExports>},
    Operation{"ListImports", Handler<DecodeListImports, &Database::ListImports, EncodeListImports>},
    Operation{"ListGlobalTables", Handler<DecodeListGlobalTables, &Database::ListGlobalTables, EncodeListGlobalTables>},
    Operation{"DescribeGlobalTable",
              Handler<DecodeDescribeGlobalTable, &Database::DescribeGlobalTable, EncodeDescribeGlobalTable>},
    Operation{"DescribeGlobalTableSettings",
              Handler<DecodeDescribeGlobalTableSettings, &Database::DescribeGlobalTableSettings,
                      EncodeDescribeGlobalTableSettings>},
    Operation{"UpdateGlobalTableSettings",
              Handler<DecodeUpdateGlobalTableSettings, &Database::UpdateGlobalTableSettings,
                      EncodeUpdateGlobalTableSettings>},
    Operation{"CreateGlobalTable",
              Handler<DecodeCreateGlobalTable, &Database::CreateGlobalTable, EncodeCreateGlobalTable>},
    Operation{"UpdateGlobalTable",
              Handler<DecodeUpdateGlobalTable, &Database::UpdateGlobalTable, EncodeUpdateGlobalTable>},
    Operation{"DescribeTableReplicaAutoScaling",
              Handler<DecodeDescribeTableReplicaAutoScaling, &Database::DescribeTableReplicaAutoScaling,
                      EncodeDescribeTableReplicaAutoScaling>},
    Operation{"UpdateTableReplicaAutoScaling",
              Handler<DecodeUpdateTableReplicaAutoScaling, &Database::UpdateTableReplicaAutoScaling,
                      EncodeUpdateTableReplicaAutoScaling>},
    Operation{"DescribeLimits", Handler<DecodeDescribeLimits, &Database::DescribeLimits, EncodeDescribeLimits>},
    Operation{"DescribeEndpoints",
              Handler<DecodeDescribeEndpoints, &Database::DescribeEndpoints, EncodeDescribeEndpoints>},
};

constexpr std::array kStreamsOperations = {
    Operation{"ListStreams", Handler<DecodeListStreams, &Database::ListStreams, EncodeListStreams>},
    Operation{"DescribeStream", Handler<DecodeDescribeStream, &Database::DescribeStream, EncodeDescribeStream>},
    Operation{"GetShardIterator", Handler<DecodeGetShardIterator, &Database::GetShardIterator, EncodeGetShardIterator>},
    Operation{"GetRecords", Handler<DecodeGetRecords, &Database::GetRecords, EncodeGetRecords>},
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
