// A database: one method for each DynamoDB operation, and snapshots, forks and the clock. engine.h says what holds for
// all methods: errors, lifetimes, thread safety and waiting.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "engine/base/clock.h"
#include "engine/base/latch.h"
#include "engine/base/result.h"
#include "engine/base/shared_latch.h"
#include "engine/base/work_budget.h"
#include "engine/database/engine_options.h"
#include "engine/database/time_to_live_sweep.h"

namespace holdfast {
class Engine;
class Table;
struct DatabaseState;
struct ReplicaUpdate;
struct TableKey;

// Requests and responses: defined by the headers in engine/operations.
// clang-format off
struct BatchExecuteStatementRequest; struct BatchExecuteStatementResponse;
struct BatchGetItemRequest; struct BatchGetItemResponse;
struct BatchWriteItemRequest; struct BatchWriteItemResponse;
struct CreateBackupRequest; struct CreateBackupResponse;
struct CreateGlobalTableRequest; struct CreateGlobalTableResponse;
struct TableDefinition; using CreateTableRequest = TableDefinition; struct CreateTableResponse;
struct DeleteBackupRequest; struct DeleteBackupResponse;
struct DeleteItemRequest; struct DeleteItemResponse;
struct DeleteResourcePolicyRequest; struct DeleteResourcePolicyResponse;
struct DeleteTableRequest; struct DeleteTableResponse;
struct DescribeBackupRequest; struct DescribeBackupResponse;
struct DescribeContinuousBackupsRequest; struct DescribeContinuousBackupsResponse;
struct DescribeContributorInsightsRequest; struct DescribeContributorInsightsResponse;
struct DescribeEndpointsRequest; struct DescribeEndpointsResponse;
struct DescribeExportRequest; struct DescribeExportResponse;
struct DescribeGlobalTableRequest; struct DescribeGlobalTableResponse;
struct DescribeGlobalTableSettingsRequest; struct DescribeGlobalTableSettingsResponse;
struct DescribeImportRequest; struct DescribeImportResponse;
struct DescribeKinesisStreamingDestinationRequest; struct DescribeKinesisStreamingDestinationResponse;
struct DescribeLimitsRequest; struct DescribeLimitsResponse;
struct DescribeStreamRequest; struct DescribeStreamResponse;
struct DescribeTableRequest; struct DescribeTableResponse;
struct DescribeTableReplicaAutoScalingRequest; struct DescribeTableReplicaAutoScalingResponse;
struct DescribeTimeToLiveRequest; struct DescribeTimeToLiveResponse;
struct DisableKinesisStreamingDestinationRequest; struct DisableKinesisStreamingDestinationResponse;
struct EnableKinesisStreamingDestinationRequest; struct EnableKinesisStreamingDestinationResponse;
struct ExecuteStatementRequest; struct ExecuteStatementResponse;
struct ExecuteTransactionRequest; struct ExecuteTransactionResponse;
struct GetItemRequest; struct GetItemResponse;
struct GetRecordsRequest; struct GetRecordsResponse;
struct GetResourcePolicyRequest; struct GetResourcePolicyResponse;
struct GetShardIteratorRequest; struct GetShardIteratorResponse;
struct ListBackupsRequest; struct ListBackupsResponse;
struct ListContributorInsightsRequest; struct ListContributorInsightsResponse;
struct ListExportsRequest; struct ListExportsResponse;
struct ListGlobalTablesRequest; struct ListGlobalTablesResponse;
struct ListImportsRequest; struct ListImportsResponse;
struct ListStreamsRequest; struct ListStreamsResponse;
struct ListTablesRequest; struct ListTablesResponse;
struct ListTagsOfResourceRequest; struct ListTagsOfResourceResponse;
struct PutItemRequest; struct PutItemResponse;
struct PutResourcePolicyRequest; struct PutResourcePolicyResponse;
struct QueryRequest; struct QueryResponse;
struct RestoreTableFromBackupRequest; struct RestoreTableFromBackupResponse;
struct RestoreTableToPointInTimeRequest; struct RestoreTableToPointInTimeResponse;
struct ScanRequest; struct ScanResponse;
struct SearchVectorsRequest; struct SearchVectorsResponse;
struct TagResourceRequest; struct TagResourceResponse;
struct TransactGetItemsRequest; struct TransactGetItemsResponse;
struct TransactWriteItemsRequest; struct TransactWriteItemsResponse;
struct UntagResourceRequest; struct UntagResourceResponse;
struct UpdateContinuousBackupsRequest; struct UpdateContinuousBackupsResponse;
struct UpdateContributorInsightsRequest; struct UpdateContributorInsightsResponse;
struct UpdateGlobalTableRequest; struct UpdateGlobalTableResponse;
struct UpdateGlobalTableSettingsRequest; struct UpdateGlobalTableSettingsResponse;
struct UpdateItemRequest; struct UpdateItemResponse;
struct UpdateKinesisStreamingDestinationRequest; struct UpdateKinesisStreamingDestinationResponse;
struct TableUpdate; using UpdateTableRequest = TableUpdate; struct UpdateTableResponse;
struct UpdateTableReplicaAutoScalingRequest; struct UpdateTableReplicaAutoScalingResponse;
struct UpdateTimeToLiveRequest; struct UpdateTimeToLiveResponse;
// clang-format on

// The state of a database at one moment: tables, items, streams, backups, remembered idempotency tokens, status changes
// that are still to come, and the clock. Immutable; copies share one state, cost nothing, and may be used on different
// threads.
//
// A snapshot keeps the versions of items that were stored at that moment, also after they were overwritten or deleted.
// Their memory counts towards EngineOptions::max_memory_bytes until the last copy of the snapshot, and the last
// database that shares them, is gone. A snapshot keeps neither the database nor the engine alive, and may outlive both.
// Destroying the last copy takes time in proportion to the items that nothing else shares; if there is a background
// worker, it destroys the large tables.
class Snapshot {
 private:
  friend class Database;
  explicit Snapshot(std::shared_ptr<const DatabaseState> state) : state_(std::move(state)) {}

  std::shared_ptr<const DatabaseState> state_;
};

// The tables and streams of one account in one region, with a clock of their own.
//
// A program gets databases from an Engine or from Fork, or constructs them. No call may be under way when a database is
// destroyed.
class Database {
 public:
  // An empty database outside of every engine. `account` and `region` become part of ARNs and are not checked. `clock`
  // becomes the database's own clock: ChangeClock and Restore set it. Ids that the database generates follow from
  // `seed`.
  Database(std::string account, std::string region, const EngineOptions& options, std::shared_ptr<DatabaseClock> clock,
           uint64_t seed);
  ~Database();

  // ---- Tables.
  //
  // TableName is a name of 3 to 255 characters or, except for CreateTable, a table's ARN.
  //
  // A change of a table is complete when its operation returns; only the response still shows it under way (CREATING,
  // UPDATING, DELETING). There are two exceptions: with EngineOptions::realistic_timing changes take about as long as
  // the service's, by the database's clock; and a background worker may build a new index after UpdateTable has
  // returned. While such a change is under way, operations that DynamoDB does not allow during it fail, in most cases
  // with ResourceInUseException.

  // Creates an empty table, with its indexes and its stream if the request has any. Errors: ResourceInUseException if a
  // table of that name exists; LimitExceededException if the throughput exceeds the default quotas (40,000 units for a
  // table or index, 80,000 for all of the database's).
  Result<CreateTableResponse> CreateTable(const CreateTableRequest& request);
  // Returns a table's schema, settings and status, and its number of items and their size, which are up to date.
  Result<DescribeTableResponse> DescribeTable(const DescribeTableRequest& request);
  // Changes the settings of a table and its global indexes, creates a global index, or deletes one: all of the request
  // or nothing. A new index gets its entries for the existing items before this returns, which takes time in proportion
  // to them. If there are more than 2,000 items and a background worker is registered, the worker builds the index:
  // until it is ACTIVE, writes maintain it, and Query and Scan of it fail with ValidationException. Errors:
  // ResourceNotFoundException also for an index; ResourceInUseException; LimitExceededException for the quotas of
  // CreateTable, a 21st global index, a second index created or deleted before the first is done, and too many
  // decreases of throughput on one day (realistic timing only); ThrottlingException for deletion protection changed
  // twice within 15 seconds (realistic timing only).
  //
  // ReplicaUpdates create a replica of the table in another Region, or delete it: in that Region's database of the same
  // account and fork name, in the same engine. A replica shares the existing items and has a stream, indexes and time
  // to live like the table's. From then on each write in one Region is applied in the others, too, by
  // Engine::RunBackgroundWork: without a worker replicas wait for the program to call it. For each item the last write
  // wins, in the order in which the engine executed the writes of all Regions. Conditions see the items of their own
  // Region only, and transactions are atomic in their own Region only. Changes of indexes, time to live, throughput
  // limits and table class reach the other Regions in the same way. In a copy of a database (snapshot, fork, restore)
  // no table has replicas; a database that is reset, restored or dropped leaves its global tables, whose other replicas
  // go on. LimitExceededException if a replica needs a database beyond EngineOptions::databases_max.
  Result<UpdateTableResponse> UpdateTable(const UpdateTableRequest& request);
  // Returns the names of tables, ascending by bytes, after ExclusiveStartTableName: at most Limit of them (1 to 100, by
  // default 100). LastEvaluatedTableName is present if more remain.
  Result<ListTablesResponse> ListTables(const ListTablesRequest& request);
  // Deletes a table with its items and indexes. Requests that found the table before its deletion still finish. Its
  // stream ends and can be read for another 24 hours. A large table's memory is freed by the background worker; if
  // there is none, by the last call or copy of the database that uses it, which usually is this call. Errors:
  // ResourceInUseException, with realistic timing also while a backup of the table is being created; a
  // ValidationException also if the table is protected against deletion, or if replicas were added to it by requests in
  // this Region less than 24 hours ago and still exist.
  Result<DeleteTableResponse> DeleteTable(const DeleteTableRequest& request);

  // Sets the attribute that holds the time at which an item expires, as a Number of seconds since 1970, or disables
  // expiry. Returns the specification of the request. Items that have expired stay visible until a sweep deletes them
  // (SweepExpiredItems, ChangeClock, Engine::RunBackgroundWork). Enabling expiry sorts the existing items by that time:
  // this costs as much as the building of an index by UpdateTable, and under the same conditions a background worker
  // does it. Errors: ResourceInUseException; a ValidationException also if nothing would change, if expiry is enabled
  // by another attribute, and, with realistic timing, less than 31 minutes after the previous change.
  Result<UpdateTimeToLiveResponse> UpdateTimeToLive(const UpdateTimeToLiveRequest& request);
  // Returns whether items expire, and by which attribute. Errors: a ValidationException also while the table is
  // CREATING or DELETING; with realistic timing, ThrottlingException for more than four calls a second.
  Result<DescribeTimeToLiveResponse> DescribeTimeToLive(const DescribeTimeToLiveRequest& request);

  // Tags of a table or stream, at most 50. ResourceArn is its ARN. Errors: ResourceNotFoundException if there is no
  // such resource, or if the table is being created.
  //
  // Adds tags, or replaces the values of those that are there: all of the request or nothing.
  Result<TagResourceResponse> TagResource(const TagResourceRequest& request);
  // Removes tags. A key that the resource does not have is no error.
  Result<UntagResourceResponse> UntagResource(const UntagResourceRequest& request);
  // Returns all tags of a resource, in one page.
  Result<ListTagsOfResourceResponse> ListTagsOfResource(const ListTagsOfResourceRequest& request);

  // Backups. For these operations but ListBackups, a table that does not exist is a TableNotFoundException; a malformed
  // BackupArn is a ValidationException, and the BackupArn of an unknown backup is a BackupNotFoundException. A backup
  // shares the items of its table, so making it takes microseconds, however large the table is. The backup keeps the
  // items that the table changes or deletes afterwards; they count towards EngineOptions::max_memory_bytes, beyond
  // which CreateBackup and restores are refused. Backups stay when their table is deleted; snapshots, restores of
  // snapshots and forks include them.
  //
  // Makes a backup of a table as it is at one moment. Errors: TableInUseException while the table is being created or
  // deleted; BackupInUseException, with realistic timing only, while another backup of the table is being created.
  Result<CreateBackupResponse> CreateBackup(const CreateBackupRequest& request);
  // Returns a backup, with schema and settings of the table as they were.
  Result<DescribeBackupResponse> DescribeBackup(const DescribeBackupRequest& request);
  // Deletes a backup. Errors: BackupInUseException while it is being created, or a table is restored from it.
  Result<DeleteBackupResponse> DeleteBackup(const DeleteBackupRequest& request);
  // Returns backups, also of deleted tables: those of type USER unless BackupType says otherwise, ascending by ARN, at
  // most Limit of them (1 to 100, by default 100), of one table if TableName is given. LastEvaluatedBackupArn is
  // present if more remain.
  Result<ListBackupsResponse> ListBackups(const ListBackupsRequest& request);
  // Makes a table from a backup, with the source's key, indexes, billing mode, throughput, encryption and class, as far
  // as the request has no overrides, and without its stream, time to live, tags, policy, point-in-time recovery and
  // deletion protection. Items are shared, not copied. Global indexes are built again, and so are partitions if the
  // request leaves local indexes out: this costs as much as the building of an index by UpdateTable, under the same
  // conditions a background worker does it, and the table is CREATING until then. Errors: TableAlreadyExistsException;
  // TableInUseException if the table of that name is being created or deleted; BackupInUseException while the backup is
  // being created; LimitExceededException while 50 restores are under way, and for the quotas of CreateTable.
  Result<RestoreTableFromBackupResponse> RestoreTableFromBackup(const RestoreTableFromBackupRequest& request);
  // Makes a table in the same way from a table with point-in-time recovery: with the items that the source had at the
  // end of the second of RestoreDateTime, and with its present settings. UseLatestRestorableTime stands for the latest
  // time that DescribeContinuousBackups returns: five minutes ago, but not before the earliest one. Errors: also
  // PointInTimeRecoveryUnavailableException if recovery is off, and InvalidRestoreTimeException for a time that cannot
  // be restored.
  Result<RestoreTableToPointInTimeResponse> RestoreTableToPointInTime(const RestoreTableToPointInTimeRequest& request);
  // Returns whether point-in-time recovery is on, and the earliest and the latest time that can be restored.
  Result<DescribeContinuousBackupsResponse> DescribeContinuousBackups(const DescribeContinuousBackupsRequest& request);
  // Turns point-in-time recovery on, with a period of 1 to 35 days (by default 35), or off. Returns the new
  // description. While it is on, the engine keeps a version of the items for each second in which the table is written.
  // The versions of all tables together may take EngineOptions::recovery_bytes_max; beyond that, a table that is
  // written forgets its oldest versions. DeleteTable of such a table leaves a backup of type SYSTEM, for 35 days.
  Result<UpdateContinuousBackupsResponse> UpdateContinuousBackups(const UpdateContinuousBackupsRequest& request);

  // Contributor insights are remembered and described, and have no other effect: nothing is collected. A global index
  // that does not exist is a ResourceNotFoundException.
  //
  // Returns the setting of a table or, if IndexName is given, of a global index.
  Result<DescribeContributorInsightsResponse> DescribeContributorInsights(
      const DescribeContributorInsightsRequest& request);
  // Turns contributor insights on or off for a table or a global index.
  Result<UpdateContributorInsightsResponse> UpdateContributorInsights(const UpdateContributorInsightsRequest& request);
  // Returns the tables and indexes whose contributor insights were ever turned on or off, or those of one table,
  // ascending by `<table>/<index>`: at most MaxResults of them (up to 100, by default 100). NextToken is present if
  // more remain.
  Result<ListContributorInsightsResponse> ListContributorInsights(const ListContributorInsightsRequest& request);
  // Returns the table's name: no table has a Kinesis destination.
  Result<DescribeKinesisStreamingDestinationResponse> DescribeKinesisStreamingDestination(
      const DescribeKinesisStreamingDestinationRequest& request);
  // These three always fail, with ValidationException if the table exists: there is no Kinesis.
  Result<EnableKinesisStreamingDestinationResponse> EnableKinesisStreamingDestination(
      const EnableKinesisStreamingDestinationRequest& request);
  Result<DisableKinesisStreamingDestinationResponse> DisableKinesisStreamingDestination(
      const DisableKinesisStreamingDestinationRequest& request);
  Result<UpdateKinesisStreamingDestinationResponse> UpdateKinesisStreamingDestination(
      const UpdateKinesisStreamingDestinationRequest& request);

  // The resource-based policy of a table or stream. It is stored and returned; it permits and denies nothing. Errors:
  // ResourceNotFoundException if there is no such resource; PolicyNotFoundException if the resource has no policy
  // (GetResourcePolicy only), or not the one that ExpectedRevisionId names.
  //
  // Attaches a policy of at most 20,480 bytes, or replaces it. Returns its revision id, which is unchanged if the
  // policy is the same as before. ExpectedRevisionId NO_POLICY requires that the resource has no policy yet.
  Result<PutResourcePolicyResponse> PutResourcePolicy(const PutResourcePolicyRequest& request);
  // Returns the policy and its revision id.
  Result<GetResourcePolicyResponse> GetResourcePolicy(const GetResourcePolicyRequest& request);
  // Deletes the policy. Returns the revision id of the deleted policy; it is empty if there was none.
  Result<DeleteResourcePolicyResponse> DeleteResourcePolicy(const DeleteResourcePolicyRequest& request);

  // Exports, imports and global tables (version 2017.11.29) cannot be made here. These three check their request and
  // return an empty list.
  Result<ListExportsResponse> ListExports(const ListExportsRequest& request);
  Result<ListImportsResponse> ListImports(const ListImportsRequest& request);
  Result<ListGlobalTablesResponse> ListGlobalTables(const ListGlobalTablesRequest& request);
  // These two always fail, with ExportNotFoundException and ImportNotFoundException if the request is valid.
  Result<DescribeExportResponse> DescribeExport(const DescribeExportRequest& request);
  Result<DescribeImportResponse> DescribeImport(const DescribeImportRequest& request);
  // These three always fail, with GlobalTableNotFoundException if the request is valid.
  Result<DescribeGlobalTableResponse> DescribeGlobalTable(const DescribeGlobalTableRequest& request);
  Result<DescribeGlobalTableSettingsResponse> DescribeGlobalTableSettings(
      const DescribeGlobalTableSettingsRequest& request);
  Result<UpdateGlobalTableSettingsResponse> UpdateGlobalTableSettings(const UpdateGlobalTableSettingsRequest& request);
  // These two always fail, with ValidationException, as on AWS.
  Result<CreateGlobalTableResponse> CreateGlobalTable(const CreateGlobalTableRequest& request);
  Result<UpdateGlobalTableResponse> UpdateGlobalTable(const UpdateGlobalTableRequest& request);
  // These two always fail: with ResourceNotFoundException if the table has no replicas in other Regions, as on AWS, and
  // with ValidationException if it has any, because there is no auto scaling.
  Result<DescribeTableReplicaAutoScalingResponse> DescribeTableReplicaAutoScaling(
      const DescribeTableReplicaAutoScalingRequest& request);
  Result<UpdateTableReplicaAutoScalingResponse> UpdateTableReplicaAutoScaling(
      const UpdateTableReplicaAutoScalingRequest& request);

  // Returns the service's default quotas of throughput, in capacity units. Never fails.
  Result<DescribeLimitsResponse> DescribeLimits(const DescribeLimitsRequest& request);
  // Returns one endpoint: the request's `host` or, if that is empty, AWS's for the region. Never fails.
  Result<DescribeEndpointsResponse> DescribeEndpoints(const DescribeEndpointsRequest& request);

  // ---- Items.
  //
  // TableName is a table's name or ARN. A table that is still being created is not found.
  //
  // Reads see every write that returned before they began, in tables and in indexes. ConsistentRead is not needed for
  // that: it only doubles the capacity reported, and is a ValidationException on a global index.
  //
  // Writes. An item has at most 409,600 bytes, its entries in local indexes included; a larger one is a
  // ValidationException. A write changes the item, its index entries and the stream in one step. Errors of PutItem,
  // UpdateItem and DeleteItem:
  //   - ConditionalCheckFailedException: the condition is false. Error::detail has the stored item if
  //     ReturnValuesOnConditionCheckFailure is ALL_OLD and there is an item; otherwise it is null.
  //   - ItemCollectionSizeLimitExceededException (not DeleteItem): the items of one partition key of a table with local
  //     indexes would exceed EngineOptions::item_collection_bytes_max, 10 GiB by default.
  //   - ValidationException (not DeleteItem): stored data takes more than EngineOptions::max_memory_bytes.
  //
  // `budget` bounds the work of a request, so that a thread that must not block can attempt it. Null: no bound. The
  // caller owns the budget; it is used during the call only, and by one thread. A request that needs more returns
  // ErrorKind::kWorkBudgetExhausted, which stands for no exception of DynamoDB's, and has changed nothing; the caller
  // can repeat the request without a budget. See engine/base/work_budget.h.

  // Creates an item, or replaces the whole item with the same key. Returns the replaced item, if ReturnValues is
  // ALL_OLD.
  Result<PutItemResponse> PutItem(const PutItemRequest& request, WorkBudget* budget = nullptr);
  // Returns the item with a key, or the projected part of it; absent if there is none, which is no error.
  Result<GetItemResponse> GetItem(const GetItemRequest& request, WorkBudget* budget = nullptr);
  // Changes attributes of an item. Creates the item if there is none, unless every action is a REMOVE or DELETE.
  // Returns what ReturnValues asks for: the whole item, or the updated attributes, before or after. Errors: a
  // ValidationException also if the update cannot be applied to the stored item: an operand is missing or of another
  // type, or a path is invalid.
  Result<UpdateItemResponse> UpdateItem(const UpdateItemRequest& request, WorkBudget* budget = nullptr);
  // Deletes the item with a key, if there is one. Returns it, if ReturnValues is ALL_OLD.
  Result<DeleteItemResponse> DeleteItem(const DeleteItemRequest& request, WorkBudget* budget = nullptr);
  // Returns items of one partition of a table or index in the order of the sort key, a page at a time. A page ends
  // after Limit items or 1 MiB, both counted before the filter; the item that crosses 1 MiB is included.
  // LastEvaluatedKey is present exactly if one of these two limits ended the page, even if no item follows. Each page
  // shows the partition as of one moment.
  Result<QueryResponse> Query(const QueryRequest& request, WorkBudget* budget = nullptr);
  // Returns the items of a table or index, or of one of up to 1,000,000 segments of it, in the order of a hash of the
  // partition key. Pages end as those of Query do. A page is not of one moment: it shows each part of the table as it
  // was when the scan came to it, so it may show some of the writes of a transaction that commits meanwhile and not
  // others.
  Result<ScanResponse> Scan(const ScanRequest& request, WorkBudget* budget = nullptr);
  // Always fails: no table has a vector index. A valid request for a table that exists gets the ValidationException for
  // an index that does not exist.
  Result<SearchVectorsResponse> SearchVectors(const SearchVectorsRequest& request);
  // Returns items of one or more tables by 1 to 100 keys. The reads are independent: they are not of one moment. Keys
  // without an item are left out. If the next item would bring the sizes of the items above 16 MiB, the read ends, and
  // the remaining keys are returned as UnprocessedKeys. So are those that were throttled; if all were, the batch fails
  // with that error.
  Result<BatchGetItemResponse> BatchGetItem(const BatchGetItemRequest& request, WorkBudget* budget = nullptr);
  // Puts and deletes 1 to 25 items of one or more tables, in the order of the request, as independent writes. The
  // request is checked before the first write. A write that then fails (ItemCollectionSizeLimitExceededException, or
  // the limit of memory) ends the batch with its error, and the writes before it stay. UnprocessedItems has the writes
  // that were throttled (EngineOptions::throttle_by_capacity); if all were, the batch fails with that error.
  Result<BatchWriteItemResponse> BatchWriteItem(const BatchWriteItemRequest& request, WorkBudget* budget = nullptr);
  // Puts, updates, deletes and checks 1 to 100 items of one or more tables: all actions at one moment, or none. No item
  // may occur twice, and the items, keys and expression values of the request may have 4 MiB together. The call waits
  // for other writers of its items instead of failing with a conflict, with the one exception below. Errors:
  //   - TransactionCanceledException: Error::detail has a reason for each action, in the order of the request, with
  //     code None, ConditionalCheckFailed, ItemCollectionSizeLimitExceeded or ValidationError; ThrottlingError or
  //     ProvisionedThroughputExceeded (EngineOptions::throttle_by_capacity); or TransactionConflict, if the expressions
  //     read more than 16 MiB of items that other writers keep changing.
  //   - With ClientRequestToken: IdempotentParameterMismatchException if a transaction with other parameters had the
  //     token; TransactionInProgressException if the same transaction is under way.
  // A token is remembered for ten minutes of the database's clock after its transaction has succeeded. The same request
  // then succeeds without being executed again, and reports the capacity of a read.
  Result<TransactWriteItemsResponse> TransactWriteItems(const TransactWriteItemsRequest& request,
                                                        WorkBudget* budget = nullptr);
  // Returns 1 to 100 different items of one or more tables, all of one moment and in the order of the request; absent
  // where there is no item. The items may have 4 MiB together. Errors: TransactionCanceledException for a key or
  // projection that does not fit its table, or if a read is throttled; Error::detail has a reason for each action.
  Result<TransactGetItemsResponse> TransactGetItems(const TransactGetItemsRequest& request,
                                                    WorkBudget* budget = nullptr);

  // ---- PartiQL. Statements take the same paths as the operations above: a SELECT is a GetItem, up to 50 Queries, or a
  // Scan; INSERT, UPDATE and DELETE are writes of one item.

  // Executes one statement. A SELECT returns a page, as Query and Scan do. Errors:
  //   - DuplicateItemException: an INSERT of an item that exists.
  //   - ConditionalCheckFailedException: an UPDATE of an item that does not exist, or a WHERE that is false for the
  //     item of an UPDATE or DELETE; Error::detail has the item if ReturnValuesOnConditionCheckFailure asks for it.
  //   - ItemCollectionSizeLimitExceededException, under the condition for which PutItem returns it.
  Result<ExecuteStatementResponse> ExecuteStatement(const ExecuteStatementRequest& request,
                                                    WorkBudget* budget = nullptr);
  // Executes 1 to 25 statements, all reads or all writes, each of a different item and each independently of the
  // others: the error of a statement is at the position of that statement in the response.
  Result<BatchExecuteStatementResponse> BatchExecuteStatement(const BatchExecuteStatementRequest& request,
                                                              WorkBudget* budget = nullptr);
  // Executes 1 to 100 statements, all reads or all writes (of which some may be EXISTS), each of a different item: all
  // at one moment, or none. Errors and tokens are those of TransactGetItems and TransactWriteItems; an INSERT of an
  // item that exists has the reason DuplicateItem, a table that does not exist the reason ResourceNotFound.
  Result<ExecuteTransactionResponse> ExecuteTransaction(const ExecuteTransactionRequest& request,
                                                        WorkBudget* budget = nullptr);

  // ---- Streams. A record can be read as soon as the write that made it has returned, and for 24 hours of the
  // database's clock. Records of one item are in one shard or its descendants, in the order of the writes. Errors:
  // also ResourceNotFoundException for a stream (GetShardIterator, GetRecords: or shard) that does not exist or no
  // longer exists.

  // Returns streams, also those disabled within the last 24 hours: those of all tables or of TableName (not an ARN), at
  // most Limit of them (1 to 100, by default 100). LastEvaluatedStreamArn is present if more remain. Errors: with
  // realistic timing, ThrottlingException for more than five calls a second.
  Result<ListStreamsResponse> ListStreams(const ListStreamsRequest& request);
  // Returns a stream's status, and at most Limit of its shards (1 to 100, by default 100), ascending by id. Errors:
  // with realistic timing, ThrottlingException for more than ten calls a second.
  Result<DescribeStreamResponse> DescribeStream(const DescribeStreamRequest& request);
  // Returns a position in a shard, as a text that GetRecords accepts for 15 minutes, any number of times. Errors:
  // TrimmedDataAccessException for a sequence number before the oldest record that is left.
  Result<GetShardIteratorResponse> GetShardIterator(const GetShardIteratorRequest& request);
  // Returns the records from an iterator on: at most Limit of them (1 to 1,000, by default 1,000) and at most 1 MiB,
  // unless the first alone is larger. There may be none. NextShardIterator is absent once a closed shard was read to
  // its end. Errors: ExpiredIteratorException; TrimmedDataAccessException.
  Result<GetRecordsResponse> GetRecords(const GetRecordsRequest& request, WorkBudget* budget = nullptr);

  // ---- Copies and replacements of the whole state.
  //
  // Each of these methods waits for the calls that are under way, and calls that begin later wait for it: so a copy
  // shows the state and the clock as of one moment, and a replacement takes effect at one moment. The time that other
  // calls wait depends on the number of tables and streams, and not on the number of items: databases and snapshots
  // share items until one of them changes them. The replaced state is destroyed afterwards, while other calls go on;
  // that takes time in proportion to the items that nothing else shares, or is left to the background worker.

  // Returns the state at this moment.
  Snapshot TakeSnapshot() const;
  // Restores the state that the snapshot holds, with its clock and its generator of ids; then makes the status changes
  // that are due by that clock and, if the snapshot was taken between a ChangeClock and its sweep, that sweep. Items
  // that expired while the clock ran wait for the next sweep. The snapshot may be of another database of the same
  // engine: account and region stay those of this one. Commit numbers are not set back, so that a stream consumer that
  // has read records of undone writes still finds every later record after its position.
  void Restore(const Snapshot& snapshot);
  // Returns an independent copy of this database, with the same time, in `account` and `region`. Status changes and
  // deletions are made in it as by Restore. The caller owns it; no engine knows it.
  std::unique_ptr<Database> Fork(std::string account, std::string region) const;
  // Forks into the account and region of this database.
  std::unique_ptr<Database> Fork() const;
  // Removes all tables, streams, backups and idempotency tokens, and starts the generator of ids anew. Does not reset
  // the clock and the commit numbers.
  void Reset();

  // ---- Time. Streams, expiry, idempotency tokens, time stamps and status changes follow the database's clock. The
  // clock follows the engine's source of time (Engine::Engine) until it is stopped; then it stands still until it is
  // moved.
  //
  // While the clock follows its source, RunDueTransitions (with realistic timing only) and SweepExpiredItems have to be
  // called from time to time, or the engine needs a background worker, which calls both.

  // The time by the database's clock.
  absl::Time Now() const { return clock_->Now(); }
  // Whether the clock is stopped.
  bool IsClockStopped() const { return clock_->is_virtual(); }
  // Moves, stops or starts the clock between calls: each call, snapshot and fork has the clock wholly before or wholly
  // after the change. Then makes the status changes that are due, deletes the items that a sweep deletes
  // (SweepExpiredItems), and frees the memory of expired idempotency tokens and stream records. The time is clamped to
  // [kTimeMin, kTimeMax] (engine/base/clock.h). If it goes back, status changes that are still to come keep what
  // remained of their delay.
  void ChangeClock(const ClockChange& change);
  // Stops the clock at `now`.
  void StopClock(absl::Time now) { ChangeClock({.stop_at = now}); }
  // Stops the clock if it is not stopped, and moves it forward by `duration`, or backward if that is negative.
  void AdvanceClock(absl::Duration duration) { ChangeClock({.advance = duration}); }
  // Has the clock follow its source again.
  void StartClock() { ChangeClock({.follow_source = true}); }

  // Makes the status changes that are due by the clock. CreateTable, DescribeTable, UpdateTable, ListTables,
  // DeleteTable, DescribeStream, UpdateTimeToLive, DescribeTimeToLive and the operations on backups, except
  // DescribeContinuousBackups, do this first.
  void RunDueTransitions();
  // Calls FinishBuilds, then deletes the items whose time to live has been over for Engine::SetTimeToLiveDelay by the
  // clock, as writes that appear in streams. Returns how many it deleted. See engine/database/time_to_live_sweep.h.
  size_t SweepExpiredItems();
  // Completes the builds (of indexes, of orders of expiry and of restored tables) that were left to the background
  // worker. FinishBuilds and SweepExpiredItems work in slices of less than a millisecond, between which the database
  // can be copied and replaced.
  void FinishBuilds();
  // Runs one slice of the pending work. If the clock follows its source, makes the status changes that are due. Then
  // runs a slice of a build, if there is one (FinishBuilds), and applies some of the changes that replicas have
  // received from other Regions. With `sweep`, also forgets some expired idempotency tokens, frees some trimmed stream
  // records and, if no build remains and the clock follows its source, deletes some expired items. Returns whether
  // there is more to do at once. Calls on several threads take turns.
  bool RunBackgroundSlice(bool sweep);

  // ---- Size.
  struct Size {
    size_t tables = 0;
    size_t items = 0;
    // The sum of the sizes of all items; index entries are not counted.
    size_t item_bytes = 0;
    // What a copy takes for tables, global indexes and streams, without items, entries and records.
    size_t copy_bytes = 0;
  };
  // Adds up the tables' counters, in time proportional to the number of tables and streams. Writes go on meanwhile, so the sums
  // need not be of one moment.
  Size CountSize() const;

  // ---- For engine/race, which observes single items and the numbers of the commits that wrote them (Item::commit).

  // The number of the last commit; 0 before the first. It never goes back.
  uint64_t last_commit() const;
  // The table of that name or ARN, as operations on items find it; null if they find none. Callers must only read it.
  // Restore and Reset replace it.
  std::shared_ptr<Table> FindTable(std::string_view table_name) const;
  // Deletes one item of a table, as a sweep without a delay would, if there is one with that key and its time to live
  // is over. Returns whether it was deleted.
  bool DeleteIfExpired(std::string_view table_name, const TableKey& key);
  // Stops the clock where it is, if it is not stopped. Unlike StopClock it deletes nothing: expired items stay until
  // the next sweep.
  void StopClockWithoutSweep();

 private:
  friend class Engine;

  // The database takes the clock of `state`, which all its later states share.
  Database(uint64_t seed, std::unique_ptr<DatabaseState> state);

  // Calls `operation(state, request)` with state_latch_ shared, so that the state is not replaced meanwhile. Some
  // operations also take a bound on their work. Defined in database.cc, InState in replica_updates.cc: each is used
  // only there.
  template <typename Response, typename Request, typename... Budget>
  Result<Response> Run(Result<Response> (*operation)(DatabaseState&, const Request&, Budget...), const Request& request,
                       Budget... budget);
  // Calls `function(DatabaseState&)` in the same way.
  template <typename Function>
  auto InState(Function function);
  // The steps of UpdateTable with ReplicaUpdates that follow PlanReplicaUpdate. `other`: the database of the replica.
  Result<UpdateTableResponse> CreateReplica(Database& other, const ReplicaUpdate& update,
                                            const UpdateTableRequest& request);
  Result<UpdateTableResponse> DeleteReplica(Database& other, const ReplicaUpdate& update);

  // The first part of ChangeClock: moves the clock, with memory from the reserve if necessary. CatchUp is the second
  // part.
  void MoveClock(const ClockChange& change);
  // Runs the transitions that are due. Then sweeps expired items, idempotency tokens and stream records, unless another
  // CatchUp has already done so after the last change of the clock, in this database or in the one that it was copied
  // from.
  void CatchUp();
  enum class ClockOnRestore { kRestore, kKeep };
  // Replaces the state. Returns the previous one, which may take long to destroy.
  std::unique_ptr<DatabaseState> Replace(const Snapshot& snapshot, ClockOnRestore clock);
  std::unique_ptr<DatabaseState> ReplaceWithEmpty();
  // The first part of Fork; CatchUp is the second part.
  std::unique_ptr<Database> Copy(std::string account, std::string region) const;
  // Whether the database has no tables, streams and backups, and its clock is set like the engine's.
  bool IsEmpty(const DatabaseClock& engine_clock) const;

  const uint64_t seed_;
  const std::shared_ptr<DatabaseClock> clock_;
  // The engine that has the databases of other Regions, and the name of the fork to look up there. `engine_` itself is
  // null in a database outside of every engine; what it points to is null after the engine was destroyed. Set before
  // other threads can reach the database.
  std::shared_ptr<const std::atomic<Engine*>> engine_;
  std::string fork_;
  // Held shared by every call, and exclusively to copy or replace the state and to change the clock.
  mutable SharedLatch state_latch_{LatchLevel::kDatabaseState};
  std::unique_ptr<DatabaseState> state_ ABSL_GUARDED_BY(state_latch_);
  // How often the state has been replaced.
  uint64_t replacements_ ABSL_GUARDED_BY(state_latch_) = 0;
  // When the engine last returned this database from a lookup (to about a second), or this database last applied a
  // change of another Region: by the machine's clock, in milliseconds since 1970.
  mutable std::atomic<int64_t> last_used_millis_{0};
  // Whether the engine has returned a reference, which has to stay valid.
  std::atomic<bool> pinned_{false};
  // Locked before state_latch_. Held during a slice, so that workers do not run slices of one database at the same
  // time.
  Latch background_latch_;
  SweepPosition sweep_position_ ABSL_GUARDED_BY(background_latch_);
};

}  // namespace holdfast
