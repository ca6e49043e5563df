#include "bench/measure/metrics.h"

#include <gtest/gtest.h>

namespace holdfast::bench {
namespace {

using std::chrono::milliseconds;

Operation Ended(Outcome outcome, int client, milliseconds at) {
  Operation operation;
  operation.outcome = outcome;
  operation.client = client;
  operation.latency = milliseconds(7);
  operation.service = milliseconds(5);
  operation.ended = at;
  return operation;
}

Metrics MetricsOfTwoClientsForOneSecond() { return Metrics(2, milliseconds(1'000), milliseconds(100)); }

TEST(Metrics, RecordsSuccessesAndRefusalsSeparately) {
  Metrics metrics = MetricsOfTwoClientsForOneSecond();
  metrics.Record(Ended(Outcome::kSucceeded, 1, milliseconds(50)));
  metrics.Record(Ended(Outcome::kRefusedByCondition, 0, milliseconds(50)));
  metrics.Record(Ended(Outcome::kRefusedByConflict, 0, milliseconds(50)));
  metrics.Record(Ended(Outcome::kFailed, 0, milliseconds(50)));
  EXPECT_EQ(metrics.operations(), 4);
  EXPECT_EQ(metrics.refused(), 2);
  EXPECT_EQ(metrics.success_latency().count(), 1);
  EXPECT_EQ(metrics.success_latency().max(), milliseconds(7));
  EXPECT_EQ(metrics.success_service().max(), milliseconds(5));
  EXPECT_EQ(metrics.refused_latency().count(), 2);
  EXPECT_EQ(metrics.successes_by_client(), (std::vector<int64_t>{0, 1}));
}

TEST(Metrics, TheLastIntervalOfTheTimelineCountsLaterOperations) {
  Metrics metrics = MetricsOfTwoClientsForOneSecond();
  metrics.Record(Ended(Outcome::kSucceeded, 0, milliseconds(0)));
  metrics.Record(Ended(Outcome::kSucceeded, 0, milliseconds(250)));
  metrics.Record(Ended(Outcome::kSucceeded, 0, milliseconds(1'700)));
  ASSERT_EQ(metrics.timeline().size(), 10u);
  EXPECT_EQ(At(metrics.timeline()[0], Outcome::kSucceeded), 1);
  EXPECT_EQ(At(metrics.timeline()[2], Outcome::kSucceeded), 1);
  EXPECT_EQ(At(metrics.timeline()[9], Outcome::kSucceeded), 1);
}

TEST(Metrics, RetryTimeCountsOnlyOperationsWithRetries) {
  Metrics metrics = MetricsOfTwoClientsForOneSecond();
  metrics.Record(Ended(Outcome::kSucceeded, 0, milliseconds(1)));
  Operation retried = Ended(Outcome::kSucceeded, 0, milliseconds(1));
  retried.requests = 3;
  retried.retries = 2;
  retried.retrying = milliseconds(40);
  metrics.Record(retried);
  EXPECT_EQ(metrics.requests(), 4);
  EXPECT_EQ(metrics.retries(), 2);
  EXPECT_EQ(metrics.retried(), 1);
  EXPECT_EQ(metrics.retrying().Percentile(50), milliseconds(40));
}

TEST(Metrics, AddSumsAllCounts) {
  Metrics one = MetricsOfTwoClientsForOneSecond();
  Metrics other = MetricsOfTwoClientsForOneSecond();
  one.Record(Ended(Outcome::kSucceeded, 0, milliseconds(150)));
  other.Record(Ended(Outcome::kSucceeded, 0, milliseconds(150)));
  Operation unknown = Ended(Outcome::kUnknown, 1, milliseconds(150));
  unknown.unknown_attempts = 2;
  unknown.complaint = "NoAnswer: Connection reset by peer";
  other.Record(unknown);
  other.RecordUnstarted(3);
  one.Add(other);
  EXPECT_EQ(one.Count(Outcome::kSucceeded), 2);
  EXPECT_EQ(one.unknown_attempts(), 2);
  EXPECT_EQ(one.unstarted(), 3);
  EXPECT_EQ(one.successes_by_client(), (std::vector<int64_t>{2, 0}));
  EXPECT_EQ(At(one.timeline()[1], Outcome::kUnknown), 1);
  EXPECT_EQ(one.complaints().at("NoAnswer: Connection reset by peer"), 1);
}

TEST(Metrics, KeepsAtMostTwentyDifferentComplaints) {
  Metrics metrics = MetricsOfTwoClientsForOneSecond();
  for (int i = 0; i < 1'000; ++i) {
    Operation failed = Ended(Outcome::kFailed, 0, milliseconds(1));
    failed.complaint = "ValidationException: request " + std::to_string(i);
    metrics.Record(failed);
  }
  EXPECT_EQ(metrics.complaints().size(), 20u);
  EXPECT_EQ(metrics.Count(Outcome::kFailed), 1'000);
}

}  // namespace
}  // namespace holdfast::bench
