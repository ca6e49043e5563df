#include "server/background_work.h"

#include <chrono>

namespace holdfast::server {
namespace {

// How exactly changes of status keep their time.
constexpr std::chrono::milliseconds kTick(500);
// How long an expired item stays, at most; looking for them reads every item of a table with a time to live.
constexpr int kTicksBetweenSweeps = 20;

}  // namespace

BackgroundWork::BackgroundWork(Engine* engine) : engine_(engine), thread_([this] { Run(); }) {}

BackgroundWork::~BackgroundWork() {
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stopping_.notify_one();
  thread_.join();
}

void BackgroundWork::Run() {
  std::unique_lock lock(mutex_);
  for (int tick = 1; !stopping_.wait_for(lock, kTick, [this] { return stop_; }); ++tick) {
    lock.unlock();
    for (const NamedDatabase& database : engine_->Select({})) {
      // A virtual clock's due work is run when that clock is moved, and at no other time.
      if (database.second->HasVirtualClock()) continue;
      database.second->RunDueWork();
      if (tick % kTicksBetweenSweeps == 0) database.second->SweepExpiredItems();
    }
    lock.lock();
  }
}

}  // namespace holdfast::server
