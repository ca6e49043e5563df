// Holdfast embedded: the front door. An Engine holds databases; a Database has one method per DynamoDB
// operation.
//
//   holdfast::Engine engine;
//   holdfast::Database& database = engine.database("000000000000", "us-east-1");
//   auto answer = database.PutItem({.table_name = "Slots", .item = AttributeMap{{"pk",
//   AttributeValue::String("a")}}}); if (!answer.ok()) std::cerr << answer.error().message;
//
// Requests, responses and errors are DynamoDB's: see the header of each operation in engine/operations.
//
// Thread safety: everything here may be called from any thread. One item is linearizable, a transaction
// serializable. The engine starts no threads.
#pragma once

#include <compare>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "engine/base/latch.h"
#include "engine/base/shared_latch.h"
#include "engine/operations/batch_get_item.h"
#include "engine/operations/batch_write_item.h"
#include "engine/operations/create_table.h"
#include "engine/operations/database_state.h"
#include "engine/operations/delete_item.h"
#include "engine/operations/delete_resource_policy.h"
#include "engine/operations/delete_table.h"
#include "engine/operations/describe_continuous_backups.h"
#include "engine/operations/describe_contributor_insights.h"
#include "engine/operations/describe_endpoints.h"
#include "engine/operations/describe_global_table.h"
#include "engine/operations/describe_kinesis_streaming_destination.h"
#include "engine/operations/describe_limits.h"
#include "engine/operations/describe_stream.h"
#include "engine/operations/describe_table.h"
#include "engine/operations/describe_time_to_live.h"
#include "engine/operations/get_item.h"
#include "engine/operations/get_records.h"
#include "engine/operations/get_resource_policy.h"
#include "engine/operations/get_shard_iterator.h"
#include "engine/operations/list_backups.h"
#include "engine/operations/list_contributor_insights.h"
#include "engine/operations/list_exports.h"
#include "engine/operations/list_global_tables.h"
#include "engine/operations/list_imports.h"
#include "engine/operations/list_streams.h"
#include "engine/operations/list_tables.h"
#include "engine/operations/list_tags_of_resource.h"
#include "engine/operations/put_item.h"
#include "engine/operations/put_resource_policy.h"
#include "engine/operations/query.h"
#include "engine/operations/scan.h"
#include "engine/operations/tag_resource.h"
#include "engine/operations/transact_get_items.h"
#include "engine/operations/transact_write_items.h"
#include "engine/operations/untag_resource.h"
#include "engine/operations/update_continuous_backups.h"
#include "engine/operations/update_contributor_insights.h"
#include "engine/operations/update_item.h"
#include "engine/operations/update_table.h"
#include "engine/operations/update_time_to_live.h"
#include "engine/read/work_budget.h"

namespace holdfast {

// What a database held at one moment. A value: copies share, and cost nothing. Taking one and restoring it
// cost the number of tables, not of items.
class Snapshot {
 private:
  friend class Database;
  explicit Snapshot(std::shared_ptr<const DatabaseState> state) : state_(std::move(state)) {}

  std::shared_ptr<const DatabaseState> state_;
};

// One account's tables in one region.
class Database {
 public:
  Database(std::string account, std::string region, const EngineOptions& options, std::shared_ptr<DatabaseClock> clock,
           uint64_t seed)
      : seed_(seed),
        clock_(clock),
        state_(
            std::make_unique<DatabaseState>(std::move(account), std::move(region), options, std::move(clock), seed)) {}

  Result<CreateTableResponse> CreateTable(const CreateTableRequest& request);
  Result<DescribeTableResponse> DescribeTable(const DescribeTableRequest& request);
  Result<UpdateTableResponse> UpdateTable(const UpdateTableRequest& request);
  Result<ListTablesResponse> ListTables(const ListTablesRequest& request);
  Result<DeleteTableResponse> DeleteTable(const DeleteTableRequest& request);
  Result<UpdateTimeToLiveResponse> UpdateTimeToLive(const UpdateTimeToLiveRequest& request);
  Result<DescribeTimeToLiveResponse> DescribeTimeToLive(const DescribeTimeToLiveRequest& request);
  Result<TagResourceResponse> TagResource(const TagResourceRequest& request);
  Result<UntagResourceResponse> UntagResource(const UntagResourceRequest& request);
  Result<ListTagsOfResourceResponse> ListTagsOfResource(const ListTagsOfResourceRequest& request);
  Result<DescribeContinuousBackupsResponse> DescribeContinuousBackups(const DescribeContinuousBackupsRequest& request);
  Result<UpdateContinuousBackupsResponse> UpdateContinuousBackups(const UpdateContinuousBackupsRequest& request);
  Result<DescribeContributorInsightsResponse> DescribeContributorInsights(
      const DescribeContributorInsightsRequest& request);
  Result<UpdateContributorInsightsResponse> UpdateContributorInsights(const UpdateContributorInsightsRequest& request);
  Result<ListContributorInsightsResponse> ListContributorInsights(const ListContributorInsightsRequest& request);
  Result<DescribeKinesisStreamingDestinationResponse> DescribeKinesisStreamingDestination(
      const DescribeKinesisStreamingDestinationRequest& request);
  Result<PutResourcePolicyResponse> PutResourcePolicy(const PutResourcePolicyRequest& request);
  Result<GetResourcePolicyResponse> GetResourcePolicy(const GetResourcePolicyRequest& request);
  Result<DeleteResourcePolicyResponse> DeleteResourcePolicy(const DeleteResourcePolicyRequest& request);
  Result<ListBackupsResponse> ListBackups(const ListBackupsRequest& request);
  Result<ListExportsResponse> ListExports(const ListExportsRequest& request);
  Result<ListImportsResponse> ListImports(const ListImportsRequest& request);
  Result<ListGlobalTablesResponse> ListGlobalTables(const ListGlobalTablesRequest& request);
  Result<DescribeGlobalTableResponse> DescribeGlobalTable(const DescribeGlobalTableRequest& request);
  Result<DescribeLimitsResponse> DescribeLimits(const DescribeLimitsRequest& request);
  Result<DescribeEndpointsResponse> DescribeEndpoints(const DescribeEndpointsRequest& request);

  // Reads of many items may be handed a bound on their work; without one they run to their end. See
  // engine/read/work_budget.h.
  Result<PutItemResponse> PutItem(const PutItemRequest& request);
  Result<GetItemResponse> GetItem(const GetItemRequest& request);
  Result<UpdateItemResponse> UpdateItem(const UpdateItemRequest& request);
  Result<DeleteItemResponse> DeleteItem(const DeleteItemRequest& request);
  Result<QueryResponse> Query(const QueryRequest& request, WorkBudget* budget = nullptr);
  Result<ScanResponse> Scan(const ScanRequest& request, WorkBudget* budget = nullptr);
  Result<BatchGetItemResponse> BatchGetItem(const BatchGetItemRequest& request, WorkBudget* budget = nullptr);
  Result<BatchWriteItemResponse> BatchWriteItem(const BatchWriteItemRequest& request);
  Result<TransactWriteItemsResponse> TransactWriteItems(const TransactWriteItemsRequest& request);
  Result<TransactGetItemsResponse> TransactGetItems(const TransactGetItemsRequest& request,
                                                    WorkBudget* budget = nullptr);

  Result<ListStreamsResponse> ListStreams(const ListStreamsRequest& request);
  Result<DescribeStreamResponse> DescribeStream(const DescribeStreamRequest& request);
  Result<GetShardIteratorResponse> GetShardIterator(const GetShardIteratorRequest& request);
  Result<GetRecordsResponse> GetRecords(const GetRecordsRequest& request);

  // ---- Copies. Each waits for the calls that are under way, so that it is of one moment, or takes effect at
  // one.
  Snapshot TakeSnapshot() const;
  // The database is as it was then, its clock and the ids it makes included.
  void Restore(const Snapshot& snapshot);
  // An independent database with the same content, in an account and region of its own.
  std::unique_ptr<Database> Fork(std::string account, std::string region) const;
  // The same in this account and region.
  std::unique_ptr<Database> Fork() const;
  // Empty, as it was when it was made; the clock goes on.
  void Reset();

  // ---- Time. Streams, expiry, time windows and status changes follow the database's clock.
  absl::Time Now() const { return clock_->Now(); }
  bool HasVirtualClock() const { return clock_->is_virtual(); }
  // Stops the clock: it stands until it is moved. Runs what has fallen due and deletes what has expired, as the next
  // one does.
  void StopClock(absl::Time now);
  void AdvanceClock(absl::Duration duration);
  // Lets it go with the engine's clock again. Then somebody must call the two below now and then.
  void StartClock() { clock_->Start(); }
  void RunDueWork();
  // Deletes the items whose time to live is over, and answers how many: see engine/operations/time_to_live_sweep.h.
  size_t SweepExpiredItems();

 private:
  Database(uint64_t seed, std::shared_ptr<DatabaseClock> clock, std::unique_ptr<DatabaseState> state)
      : seed_(seed), clock_(std::move(clock)), state_(std::move(state)) {}

  // Calls `operation(state, request)` while nobody puts another state in the place of this one.
  template <typename Response, typename Request>
  Result<Response> Run(Result<Response> (*operation)(DatabaseState&, const Request&), const Request& request);
  // The same for operations that take a bound on their work.
  template <typename Response, typename Request>
  Result<Response> RunRead(Result<Response> (*operation)(DatabaseState&, const Request&, WorkBudget*),
                           const Request& request, WorkBudget* budget);

  const uint64_t seed_;
  const std::shared_ptr<DatabaseClock> clock_;
  // Shared by every call, had alone to copy or replace the state.
  mutable SharedLatch state_latch_;
  std::unique_ptr<DatabaseState> state_ ABSL_GUARDED_BY(state_latch_);
};

// What an engine's databases are known by.
struct DatabaseName {
  std::string account;
  std::string region;
  // Empty: not a fork.
  std::string fork;

  template <typename H>
  friend H AbslHashValue(H hash, const DatabaseName& name) {
    return H::combine(std::move(hash), name.account, name.region, name.fork);
  }
  friend auto operator<=>(const DatabaseName&, const DatabaseName&) = default;
};

// Which of an engine's databases: those that agree with every member that is given.
struct DatabaseSelection {
  std::optional<std::string> account = std::nullopt;
  std::optional<std::string> region = std::nullopt;
  std::optional<std::string> fork = std::nullopt;

  bool Has(const DatabaseName& name) const;
};
using NamedDatabase = std::pair<DatabaseName, std::shared_ptr<Database>>;

class Engine {
 public:
  // `clock`: the system's if null. `seed`: where the databases' generated ids come from.
  explicit Engine(EngineOptions options = {}, std::shared_ptr<Clock> clock = nullptr,
                  uint64_t seed = UnpredictableSeed());

  // The database of an account and a region. One that is first named starts empty, or as a copy of the
  // template account's (EngineOptions). Lives as long as the engine.
  Database& database(std::string_view account, std::string_view region);
  // A private copy of that database, made when its name is first used, and gone with `DropForks`.
  std::shared_ptr<Database> fork(std::string_view account, std::string_view region, std::string_view name);
  void DropForks(const DatabaseSelection& selection);
  // Makes them what they were when they were first named; their clocks go on.
  void Reset(const DatabaseSelection& selection);

  // In the order of their names.
  std::vector<NamedDatabase> Select(const DatabaseSelection& selection) const;

  // The clock that databases not named yet will start with.
  DatabaseClock& clock() { return clock_; }

 private:
  std::shared_ptr<Database> Find(const DatabaseName& name) const;
  // Of those who put a database of one name at the same time, one wins.
  std::shared_ptr<Database> FindOrPut(DatabaseName name, std::shared_ptr<Database> database);
  bool HasTemplate(std::string_view account) const;
  std::shared_ptr<Database> FindOrMake(std::string_view account, std::string_view region);

  const EngineOptions options_;
  DatabaseClock clock_;
  Random random_;
  mutable Latch latch_;
  absl::flat_hash_map<DatabaseName, std::shared_ptr<Database>> databases_ ABSL_GUARDED_BY(latch_);
};

}  // namespace holdfast
