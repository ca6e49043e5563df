#include "server/idle_databases.h"

#include <cstdio>

#include "absl/time/clock.h"
#include "server/dispatch/errors/exception_log.h"

namespace holdfast::server {
namespace {

constexpr std::chrono::minutes kSweepInterval(1);

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
  while (!stopping_.wait_for(lock, kSweepInterval, [this] { return stop_; })) {
    lock.unlock();
    Drop();
    lock.lock();
  }
}

void IdleDatabases::Drop() {
  try {
    const size_t dropped = engine_->DropUnused(absl::Now() - absl::FromChrono(idle_));
    if (dropped == 0) return;
    std::fprintf(stderr,
                 "holdfast: dropped %zu forks and empty databases that were not used for %lld minutes (--fork-idle)\n",
                 dropped, static_cast<long long>(idle_.count()));
  } catch (...) {
    // Out of memory; the next sweep tries again.
    LogException("dropping unused databases");
  }
}

}  // namespace holdfast::server
