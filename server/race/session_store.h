// The store on which the steps of a race session are executed. It restores the start state of the runs if it can.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/base/result.h"
#include "engine/engine.h"
#include "engine/race/steps/engine_executor.h"
#include "server/race/race_options.h"

namespace holdfast::server {

class SessionStore {
 public:
  virtual ~SessionStore() = default;

  virtual race::StepExecutor& executor() = 0;
  // Whether the store can restore the start state, so that the executor does so for each run. Otherwise the test writes
  // the start state before each run.
  virtual bool restores_start_each_run() const = 0;
  // Called once, before the first run: discards what was written after the session was opened, if the store can.
  virtual void DiscardChangesSinceOpen() = 0;
  // Called when the session is closed: restores the state that the session found when it was opened, if the store can.
  virtual void RestoreOriginal() = 0;
};

// Makes the store of a session on `database`. The error says which option the store does not support.
using SessionStoreFactory = std::function<Result<std::unique_ptr<SessionStore>, std::string>(
    std::shared_ptr<Database> database, const RaceOptions& options)>;

// A database of this process. Its clock stands still until RestoreOriginal is called, so that times are the same in
// every run and no background sweep deletes items.
class DatabaseStore final : public SessionStore {
 public:
  static Result<std::unique_ptr<SessionStore>, std::string> Create(std::shared_ptr<Database> database,
                                                                   const RaceOptions& options);

  race::StepExecutor& executor() override { return executor_; }
  bool restores_start_each_run() const override { return true; }
  void DiscardChangesSinceOpen() override { database_->Restore(start_); }
  void RestoreOriginal() override { database_->Restore(original_); }

 private:
  DatabaseStore(std::shared_ptr<Database> database, const RaceOptions& options);

  const std::shared_ptr<Database> database_;
  // The database before the session, with its clock.
  const Snapshot original_;
  race::EngineExecutor executor_;
  // The start state, with the clock stopped.
  const Snapshot start_;
};

}  // namespace holdfast::server
