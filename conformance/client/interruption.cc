#include "conformance/client/interruption.h"

#include <atomic>
#include <csignal>

namespace holdfast::conformance {
namespace {

std::atomic<bool> asked_to_stop = false;
thread_local int uninterrupted_scopes = 0;

void OnSignal(int signal_number) {
  if (asked_to_stop.exchange(true)) {
    std::signal(signal_number, SIG_DFL);
    std::raise(signal_number);
  }
}

}  // namespace

void ListenForInterruption() {
  static_assert(std::atomic<bool>::is_always_lock_free);  // or a signal's handler could not use it
  std::signal(SIGINT, OnSignal);
  std::signal(SIGTERM, OnSignal);
  // A disconnected endpoint is an error of the write, and must not raise a signal.
  std::signal(SIGPIPE, SIG_IGN);
}

bool Interrupted() { return uninterrupted_scopes == 0 && asked_to_stop.load(std::memory_order_relaxed); }

UninterruptedScope::UninterruptedScope() { ++uninterrupted_scopes; }
UninterruptedScope::~UninterruptedScope() { --uninterrupted_scopes; }

}  // namespace holdfast::conformance
