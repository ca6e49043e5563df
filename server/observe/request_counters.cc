#include "server/observe/request_counters.h"

#include <algorithm>
#include <array>

#include "engine/base/limits.h"
#include "engine/errors/constraints.h"

namespace holdfast::server {
namespace {

constexpr size_t kOk = 0;
constexpr size_t kNoResponse = 1;
constexpr size_t kOtherOutcome = 2;
// The three outcomes above, then the exceptions of DynamoDB's API and of its front end.
constexpr std::array<std::string_view, 51> kOutcomes = {"ok",
                                                        "no response",
                                                        "other",
                                                        "ConditionalCheckFailedException",
                                                        "TransactionCanceledException",
                                                        "ValidationException",
                                                        "ResourceNotFoundException",
                                                        "ProvisionedThroughputExceededException",
                                                        "TransactionConflictException",
                                                        "AccessDeniedException",
                                                        "BackupInUseException",
                                                        "BackupNotFoundException",
                                                        "ContinuousBackupsUnavailableException",
                                                        "DuplicateItemException",
                                                        "ExpiredIteratorException",
                                                        "ExportConflictException",
                                                        "ExportNotFoundException",
                                                        "GlobalTableAlreadyExistsException",
                                                        "GlobalTableNotFoundException",
                                                        "IdempotentParameterMismatchException",
                                                        "ImportConflictException",
                                                        "ImportNotFoundException",
                                                        "IncompleteSignatureException",
                                                        "IndexNotFoundException",
                                                        "InternalFailure",
                                                        "InternalServerError",
                                                        "InvalidExportTimeException",
                                                        "InvalidRestoreTimeException",
                                                        "InvalidSignatureException",
                                                        "ItemCollectionSizeLimitExceededException",
                                                        "LimitExceededException",
                                                        "MissingAuthenticationTokenException",
                                                        "PointInTimeRecoveryUnavailableException",
                                                        "PolicyNotFoundException",
                                                        "ReplicaAlreadyExistsException",
                                                        "ReplicaNotFoundException",
                                                        "RequestEntityTooLarge",
                                                        "RequestLimitExceeded",
                                                        "ResourceInUseException",
                                                        "SerializationException",
                                                        "ServiceUnavailable",
                                                        "TableAlreadyExistsException",
                                                        "TableInUseException",
                                                        "TableNotFoundException",
                                                        "ThrottlingException",
                                                        "TransactionInProgressException",
                                                        "TrimmedDataAccessException",
                                                        "UnknownOperationException",
                                                        "UnrecognizedClientException",
                                                        "ExpiredTokenException",
                                                        "ReplicatedWriteConflictException"};

size_t BucketOf(double seconds) {
  return static_cast<size_t>(std::lower_bound(std::begin(kBucketSeconds), std::end(kBucketSeconds), seconds) -
                             std::begin(kBucketSeconds));
}

size_t OutcomeNumber(int status, std::string_view error) {
  if (status == 200) return kOk;
  if (status == 0) return kNoResponse;
  const auto* const found = std::find(kOutcomes.begin() + kOtherOutcome, kOutcomes.end(), error);
  return found == kOutcomes.end() ? kOtherOutcome : static_cast<size_t>(found - kOutcomes.begin());
}

}  // namespace

std::string_view CountedTables::Admit(std::string_view table) {
  if (table.empty()) return table;
  if (table.size() > limits::kTableNameLengthMax || !errors::MatchesNamePattern(table)) return kOther;
  const std::lock_guard lock(mutex_);
  if (names_.contains(table)) return table;
  if (names_.size() == kNamesMax) return kOther;
  names_.emplace(table);
  return table;
}

std::string_view OutcomeName(size_t outcome) { return kOutcomes[outcome]; }
size_t OutcomeCount() { return kOutcomes.size(); }

RequestTotals::RequestTotals(size_t operations)
    : outcomes(operations, std::vector<uint64_t>(kOutcomes.size())),
      buckets(operations, std::vector<uint64_t>(kBucketCount)),
      seconds(operations) {}

RequestCounters::RequestCounters(size_t operations, CountedTables* tables)
    : tables_(tables),
      outcomes_(operations * kOutcomes.size()),
      buckets_(operations * kBucketCount),
      nanoseconds_(operations),
      refusals_(kOutcomes.size()) {}

void RequestCounters::Count(size_t operation, int status, std::string_view error, std::string_view table,
                            std::chrono::nanoseconds duration) {
  const size_t outcome = OutcomeNumber(status, error);
  const auto add = [](std::atomic<uint64_t>& counter, uint64_t count) {
    counter.fetch_add(count, std::memory_order_relaxed);
  };
  add(outcomes_[operation * kOutcomes.size() + outcome], 1);
  add(buckets_[operation * kBucketCount + BucketOf(std::chrono::duration<double>(duration).count())], 1);
  add(nanoseconds_[operation], static_cast<uint64_t>(duration.count()));
  if (outcome == kOk) return;
  const std::lock_guard lock(mutex_);
  std::map<std::string, uint64_t, std::less<>>& by_table = refusals_[outcome];
  auto found = by_table.find(table);
  if (found == by_table.end()) found = by_table.try_emplace(std::string(tables_->Admit(table))).first;
  ++found->second;
}

void RequestCounters::AddTo(RequestTotals* totals) const {
  const auto read = [](const std::atomic<uint64_t>& counter) { return counter.load(std::memory_order_relaxed); };
  for (size_t operation = 0; operation < nanoseconds_.size(); ++operation) {
    for (size_t i = 0; i < kOutcomes.size(); ++i) {
      totals->outcomes[operation][i] += read(outcomes_[operation * kOutcomes.size() + i]);
    }
    for (size_t i = 0; i < kBucketCount; ++i) {
      totals->buckets[operation][i] += read(buckets_[operation * kBucketCount + i]);
    }
    totals->seconds[operation] += static_cast<double>(read(nanoseconds_[operation])) / 1e9;
  }
  const std::lock_guard lock(mutex_);
  for (size_t outcome = 0; outcome < refusals_.size(); ++outcome) {
    for (const auto& [table, count] : refusals_[outcome]) totals->refusals[{outcome, table}] += count;
  }
}

}  // namespace holdfast::server
