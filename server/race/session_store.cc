#include "server/race/session_store.h"

#include <utility>

namespace holdfast::server {
namespace {

Snapshot TakeSnapshotThenStopClock(Database& database) {
  Snapshot original = database.TakeSnapshot();
  database.StopClockWithoutSweep();
  return original;
}

}  // namespace

Result<std::unique_ptr<SessionStore>, std::string> DatabaseStore::Create(std::shared_ptr<Database> database,
                                                                         const RaceOptions& options) {
  if (options.start == StartState::kTest) {
    return std::string("start: test is for a server that forwards requests (--upstream); here it is snapshot");
  }
  return std::unique_ptr<SessionStore>(new DatabaseStore(std::move(database), options));
}

DatabaseStore::DatabaseStore(std::shared_ptr<Database> database, const RaceOptions& options)
    : database_(std::move(database)),
      original_(TakeSnapshotThenStopClock(*database_)),
      executor_(*database_, {.keep_versions = options.session.stale_reads > 0 || options.session.index_lag > 0}),
      start_(database_->TakeSnapshot()) {}

}  // namespace holdfast::server
