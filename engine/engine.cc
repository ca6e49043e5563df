#include "engine/engine.h"

#include <algorithm>
#include <utility>

#include "engine/operations/time_to_live_sweep.h"

namespace holdfast {

template <typename Response, typename Request>
Result<Response> Database::Run(Result<Response> (*operation)(DatabaseState&, const Request&), const Request& request) {
  SharedLock lock(&state_latch_);
  return operation(*state_, request);
}

template <typename Response, typename Request>
Result<Response> Database::RunRead(Result<Response> (*operation)(DatabaseState&, const Request&, WorkBudget*),
                                   const Request& request, WorkBudget* budget) {
  SharedLock lock(&state_latch_);
  return operation(*state_, request, budget);
}

Result<CreateTableResponse> Database::CreateTable(const CreateTableRequest& request) {
  return Run(holdfast::CreateTable, request);
}
Result<DescribeTableResponse> Database::DescribeTable(const DescribeTableRequest& request) {
  return Run(holdfast::DescribeTable, request);
}
Result<UpdateTableResponse> Database::UpdateTable(const UpdateTableRequest& request) {
  return Run(holdfast::UpdateTable, request);
}
Result<ListTablesResponse> Database::ListTables(const ListTablesRequest& request) {
  return Run(holdfast::ListTables, request);
}
Result<DeleteTableResponse> Database::DeleteTable(const DeleteTableRequest& request) {
  return Run(holdfast::DeleteTable, request);
}
Result<UpdateTimeToLiveResponse> Database::UpdateTimeToLive(const UpdateTimeToLiveRequest& request) {
  return Run(holdfast::UpdateTimeToLive, request);
}
Result<DescribeTimeToLiveResponse> Database::DescribeTimeToLive(const DescribeTimeToLiveRequest& request) {
  return Run(holdfast::DescribeTimeToLive, request);
}
Result<TagResourceResponse> Database::TagResource(const TagResourceRequest& request) {
  return Run(holdfast::TagResource, request);
}
Result<UntagResourceResponse> Database::UntagResource(const UntagResourceRequest& request) {
  return Run(holdfast::UntagResource, request);
}
Result<ListTagsOfResourceResponse> Database::ListTagsOfResource(const ListTagsOfResourceRequest& request) {
  return Run(holdfast::ListTagsOfResource, request);
}
Result<DescribeContinuousBackupsResponse> Database::DescribeContinuousBackups(
    const DescribeContinuousBackupsRequest& request) {
  return Run(holdfast::DescribeContinuousBackups, request);
}
Result<UpdateContinuousBackupsResponse> Database::UpdateContinuousBackups(
    const UpdateContinuousBackupsRequest& request) {
  return Run(holdfast::UpdateContinuousBackups, request);
}
Result<DescribeContributorInsightsResponse> Database::DescribeContributorInsights(
    const DescribeContributorInsightsRequest& request) {
  return Run(holdfast::DescribeContributorInsights, request);
}
Result<UpdateContributorInsightsResponse> Database::UpdateContributorInsights(
    const UpdateContributorInsightsRequest& request) {
  return Run(holdfast::UpdateContributorInsights, request);
}
Result<ListContributorInsightsResponse> Database::ListContributorInsights(
    const ListContributorInsightsRequest& request) {
  return Run(holdfast::ListContributorInsights, request);
}
Result<DescribeKinesisStreamingDestinationResponse> Database::DescribeKinesisStreamingDestination(
    const DescribeKinesisStreamingDestinationRequest& request) {
  return Run(holdfast::DescribeKinesisStreamingDestination, request);
}
Result<PutResourcePolicyResponse> Database::PutResourcePolicy(const PutResourcePolicyRequest& request) {
  return Run(holdfast::PutResourcePolicy, request);
}
Result<GetResourcePolicyResponse> Database::GetResourcePolicy(const GetResourcePolicyRequest& request) {
  return Run(holdfast::GetResourcePolicy, request);
}
Result<DeleteResourcePolicyResponse> Database::DeleteResourcePolicy(const DeleteResourcePolicyRequest& request) {
  return Run(holdfast::DeleteResourcePolicy, request);
}
Result<ListBackupsResponse> Database::ListBackups(const ListBackupsRequest& request) {
  return Run(holdfast::ListBackups, request);
}
Result<ListExportsResponse> Database::ListExports(const ListExportsRequest& request) {
  return Run(holdfast::ListExports, request);
}
Result<ListImportsResponse> Database::ListImports(const ListImportsRequest& request) {
  return Run(holdfast::ListImports, request);
}
Result<ListGlobalTablesResponse> Database::ListGlobalTables(const ListGlobalTablesRequest& request) {
  return Run(holdfast::ListGlobalTables, request);
}
Result<DescribeGlobalTableResponse> Database::DescribeGlobalTable(const DescribeGlobalTableRequest& request) {
  return Run(holdfast::DescribeGlobalTable, request);
}
Result<DescribeLimitsResponse> Database::DescribeLimits(const DescribeLimitsRequest& request) {
  return Run(holdfast::DescribeLimits, request);
}
Result<DescribeEndpointsResponse> Database::DescribeEndpoints(const DescribeEndpointsRequest& request) {
  return Run(holdfast::DescribeEndpoints, request);
}
Result<PutItemResponse> Database::PutItem(const PutItemRequest& request) { return Run(holdfast::PutItem, request); }
Result<GetItemResponse> Database::GetItem(const GetItemRequest& request) { return Run(holdfast::GetItem, request); }
Result<UpdateItemResponse> Database::UpdateItem(const UpdateItemRequest& request) {
  return Run(holdfast::UpdateItem, request);
}
Result<DeleteItemResponse> Database::DeleteItem(const DeleteItemRequest& request) {
  return Run(holdfast::DeleteItem, request);
}
Result<QueryResponse> Database::Query(const QueryRequest& request, WorkBudget* budget) {
  return RunRead(holdfast::Query, request, budget);
}
Result<ScanResponse> Database::Scan(const ScanRequest& request, WorkBudget* budget) {
  return RunRead(holdfast::Scan, request, budget);
}
Result<BatchGetItemResponse> Database::BatchGetItem(const BatchGetItemRequest& request, WorkBudget* budget) {
  return RunRead(holdfast::BatchGetItem, request, budget);
}
Result<BatchWriteItemResponse> Database::BatchWriteItem(const BatchWriteItemRequest& request) {
  return Run(holdfast::BatchWriteItem, request);
}
Result<TransactWriteItemsResponse> Database::TransactWriteItems(const TransactWriteItemsRequest& request) {
  return Run(holdfast::TransactWriteItems, request);
}
Result<TransactGetItemsResponse> Database::TransactGetItems(const TransactGetItemsRequest& request,
                                                            WorkBudget* budget) {
  return RunRead(holdfast::TransactGetItems, request, budget);
}
Result<ListStreamsResponse> Database::ListStreams(const ListStreamsRequest& request) {
  return Run(holdfast::ListStreams, request);
}
Result<DescribeStreamResponse> Database::DescribeStream(const DescribeStreamRequest& request) {
  return Run(holdfast::DescribeStream, request);
}
Result<GetShardIteratorResponse> Database::GetShardIterator(const GetShardIteratorRequest& request) {
  return Run(holdfast::GetShardIterator, request);
}
Result<GetRecordsResponse> Database::GetRecords(const GetRecordsRequest& request) {
  return Run(holdfast::GetRecords, request);
}
size_t Database::SweepExpiredItems() {
  SharedLock lock(&state_latch_);
  return holdfast::SweepExpiredItems(*state_);
}

Snapshot Database::TakeSnapshot() const {
  ExclusiveLock lock(&state_latch_);
  return Snapshot(std::make_shared<const DatabaseState>(*state_, state_->account, state_->region,
                                                        std::make_shared<DatabaseClock>(*clock_)));
}

void Database::Restore(const Snapshot& snapshot) {
  // What was there is dropped after the latch: what it alone holds may take long to destroy.
  std::unique_ptr<DatabaseState> state;
  ExclusiveLock lock(&state_latch_);
  state = std::make_unique<DatabaseState>(*snapshot.state_, state_->account, state_->region, clock_);
  clock_->SetTo(*snapshot.state_->clock);
  state_.swap(state);
}

std::unique_ptr<Database> Database::Fork(std::string account, std::string region) const {
  auto clock = std::make_shared<DatabaseClock>(*clock_);
  ExclusiveLock lock(&state_latch_);
  auto state = std::make_unique<DatabaseState>(*state_, std::move(account), std::move(region), clock);
  return std::unique_ptr<Database>(new Database(seed_, std::move(clock), std::move(state)));
}

std::unique_ptr<Database> Database::Fork() const {
  auto clock = std::make_shared<DatabaseClock>(*clock_);
  ExclusiveLock lock(&state_latch_);
  auto state = std::make_unique<DatabaseState>(*state_, state_->account, state_->region, clock);
  return std::unique_ptr<Database>(new Database(seed_, std::move(clock), std::move(state)));
}

void Database::Reset() {
  std::unique_ptr<DatabaseState> old;
  ExclusiveLock lock(&state_latch_);
  old = std::make_unique<DatabaseState>(state_->account, state_->region, state_->options, clock_, seed_);
  state_.swap(old);
}

void Database::StopClock(absl::Time now) {
  clock_->StopAt(now);
  RunDueWork();
  SweepExpiredItems();
}

void Database::AdvanceClock(absl::Duration duration) {
  clock_->Advance(duration);
  RunDueWork();
  SweepExpiredItems();
}

void Database::RunDueWork() {
  SharedLock lock(&state_latch_);
  holdfast::RunDueWork(*state_);
}

Engine::Engine(EngineOptions options, std::shared_ptr<Clock> clock, uint64_t seed)
    : options_(std::move(options)),
      clock_(clock != nullptr ? std::move(clock) : std::make_shared<SystemClock>()),
      random_(seed) {}

Database& Engine::database(std::string_view account, std::string_view region) {
  // Kept by the engine for as long as it lives.
  return *FindOrMake(account, region);
}

std::shared_ptr<Database> Engine::fork(std::string_view account, std::string_view region, std::string_view name) {
  DatabaseName full_name{std::string(account), std::string(region), std::string(name)};
  std::shared_ptr<Database> found = Find(full_name);
  if (found != nullptr) return found;
  return FindOrPut(std::move(full_name), FindOrMake(account, region)->Fork());
}

std::shared_ptr<Database> Engine::FindOrMake(std::string_view account, std::string_view region) {
  DatabaseName name{std::string(account), std::string(region), ""};
  std::shared_ptr<Database> found = Find(name);
  if (found != nullptr) return found;
  std::shared_ptr<Database> made;
  if (HasTemplate(account)) {
    made = FindOrMake(options_.template_account, region)->Fork(name.account, name.region);
  } else {
    made = std::make_shared<Database>(name.account, name.region, options_, std::make_shared<DatabaseClock>(clock_),
                                      random_.Next());
  }
  return FindOrPut(std::move(name), std::move(made));
}

std::shared_ptr<Database> Engine::Find(const DatabaseName& name) const {
  LatchLock lock(&latch_);
  const auto found = databases_.find(name);
  return found == databases_.end() ? nullptr : found->second;
}

std::shared_ptr<Database> Engine::FindOrPut(DatabaseName name, std::shared_ptr<Database> database) {
  LatchLock lock(&latch_);
  return databases_.try_emplace(std::move(name), std::move(database)).first->second;
}

void Engine::DropForks(const DatabaseSelection& selection) {
  // Destroyed after the latch, or later by whoever still uses one.
  std::vector<std::shared_ptr<Database>> dropped;
  LatchLock lock(&latch_);
  absl::erase_if(databases_, [&](auto& entry) {
    const bool drop = !entry.first.fork.empty() && selection.Has(entry.first);
    if (drop) dropped.push_back(std::move(entry.second));
    return drop;
  });
}

void Engine::Reset(const DatabaseSelection& selection) {
  DropForks(selection);
  for (const auto& [name, database] : Select(selection)) {
    if (HasTemplate(name.account)) {
      database->Restore(FindOrMake(options_.template_account, name.region)->TakeSnapshot());
    } else {
      database->Reset();
    }
  }
}

std::vector<NamedDatabase> Engine::Select(const DatabaseSelection& selection) const {
  std::vector<NamedDatabase> selected;
  {
    LatchLock lock(&latch_);
    for (const auto& entry : databases_) {
      if (selection.Has(entry.first)) selected.emplace_back(entry);
    }
  }
  std::sort(selected.begin(), selected.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return selected;
}

bool Engine::HasTemplate(std::string_view account) const {
  return !options_.template_account.empty() && options_.template_account != account;
}

bool DatabaseSelection::Has(const DatabaseName& name) const {
  return name.account == account.value_or(name.account) && name.region == region.value_or(name.region) &&
         name.fork == fork.value_or(name.fork);
}

}  // namespace holdfast
