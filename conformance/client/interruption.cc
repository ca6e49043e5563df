#include "conformance/client/interruption.h"

#include <atomic>
#include <csignal>

namespace holdfast::conformance {
namespace {

std::atomic<bool> stop_requested = false;
thread_local int uninterrupted_scopes = 0;

// The first signal requests the program to stop; the second terminates it by the signal's default action. Not a second
// SIGHUP: a closed terminal may send it twice, once through the shell.
void OnSignal(int signal_number) {
  if (stop_requested.exchange(true) && signal_number != SIGHUP) {
    std::signal(signal_number, SIG_DFL);
    std::raise(signal_number);
  }
}

}  // namespace

void ListenForInterruption() {
  static_assert(std::atomic<bool>::is_always_lock_free);  // a signal handler may use only lock-free atomics
  std::signal(SIGINT, OnSignal);
  std::signal(SIGTERM, OnSignal);
  // A program started by nohup ignores SIGHUP, and has to go on doing so.
  if (std::signal(SIGHUP, OnSignal) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
  // Writing to a connection that the endpoint closed must return an error, not end the program.
  std::signal(SIGPIPE, SIG_IGN);
}

bool Interrupted() { return uninterrupted_scopes == 0 && stop_requested.load(std::memory_order_relaxed); }

UninterruptedScope::UninterruptedScope() { ++uninterrupted_scopes; }
UninterruptedScope::~UninterruptedScope() { --uninterrupted_scopes; }

}  // namespace holdfast::conformance
