// The anomalies that the server causes outside of race sessions: what AWS permits, at a rate for each. All are off
// unless the command line asks for them, or `holdfast shake` does.
#pragma once

#include <chrono>
#include <cstdint>

namespace holdfast::server {

struct AnomalyOptions {
  // The rates, down to index_lag, are probabilities for each request to which the anomaly can happen.
  //
  // The connection is closed without a response to a write, which was executed in half of the cases.
  double lost_replies = 0;
  // A transaction is cancelled with the reason TransactionConflict. A write of one item gets a
  // TransactionConflictException, but only of an item that a TransactWriteItems has named, because only transactions
  // cause it on AWS.
  double conflicts = 0;
  // ProvisionedThroughputExceededException.
  double throttle = 0;
  // An eventually consistent read of a table or a local index sees an older state.
  double stale_reads = 0;
  // The same for reads of global indexes, all of which are eventually consistent.
  double index_lag = 0;
  // Each request for items waits for a random time of at most this before it is executed. With seeded_order only the
  // requests that the DelayPlanner chooses wait, for at most this time.
  std::chrono::milliseconds hold{0};
  // Requests are executed one at a time, in a seeded order: see RequestOrder.
  bool seeded_order = false;
  // If a request is lost, loses its reply or is throttled, the next one with the same operation, table and items is
  // spared these anomalies: it may be the retry, and SDKs retry a request only a few times.
  bool spares_retries = false;
  uint64_t seed = 42;

  bool any() const {
    return lost_replies > 0 || conflicts > 0 || throttle > 0 || stale_reads > 0 || index_lag > 0 || hold.count() > 0 ||
           seeded_order;
  }
};

}  // namespace holdfast::server
