#include "server/idle_databases.h"

#include <string>

#include "absl/time/clock.h"
#include "server/log/exception_log.h"
#include "server/log/standard_error.h"

namespace holdfast::server {
namespace {

constexpr std::chrono::minutes kCheckInterval(1);

}  // namespace

IdleDatabases::IdleDatabases(Engine* engine, std::chrono::minutes idle) : engine_(engine), idle_(idle) {
  if (idle_.count() > 0) thread_ = std::thread([this] { Run(); });
}

IdleDatabases::~IdleDatabases() {
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stopping_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void IdleDatabases::Run() {
  std::unique_lock lock(mutex_);
  while (!stopping_.wait_for(lock, kCheckInterval, [this] { return stop_; })) {
    lock.unlock();
    Drop();
    lock.lock();
  }
}

void IdleDatabases::Drop() {
  try {
    const size_t dropped = engine_->DropUnused(absl::Now() - absl::FromChrono(idle_));
    if (dropped == 0) return;
    WriteMessage("dropped " + std::to_string(dropped) + " forks and empty databases that were not used for " +
                 std::to_string(idle_.count()) + " minutes (--fork-idle)");
  } catch (...) {
    // Out of memory: the next check tries again.
    LogException("dropping unused databases");
  }
}

}  // namespace holdfast::server
