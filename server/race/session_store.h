// What the steps of a race session are executed on, and where the start state of its runs comes from.
#pragma once

#include <functional>
#include <memory>
#include <optional>
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
  // Whether the store restores the start state for each run. Otherwise the test writes it.
  virtual bool restores_start() const = 0;
  // Called before the first run: undoes what was written since the session was opened, if the store can.
  virtual void RestoreStart() = 0;
  // Called when the session is closed: makes the state again that the session has found, if the store can.
  virtual void RestoreOriginal() = 0;
};

// Makes the store of a session on `database`. The error says which option the store does not support.
using SessionStoreFactory = std::function<Result<std::unique_ptr<SessionStore>, std::string>(
    std::shared_ptr<Database> database, const RaceOptions& options)>;

// A database of this process. Its clock stands still until RestoreOriginal: then no background sweep deletes items, and
// times are the same in every run.
class DatabaseStore final : public SessionStore {
 public:
  static Result<std::unique_ptr<SessionStore>, std::string> Create(std::shared_ptr<Database> database,
                                                                   const RaceOptions& options);

  race::StepExecutor& executor() override { return executor_; }
  bool restores_start() const override { return true; }
  void RestoreStart() override { database_->Restore(start_); }
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
