// Interruption by Ctrl-C or a closed terminal: the current round is abandoned, and tables on the endpoint are still
// deleted.
#pragma once

namespace holdfast::conformance {

// From now on SIGINT, SIGTERM and, unless it is ignored, SIGHUP request the program to stop; a second SIGINT
// or SIGTERM terminates it immediately. SIGPIPE is ignored.
void ListenForInterruption();
// True once one of these signals has arrived, except on a thread with an UninterruptedScope. Thread-safe.
bool Interrupted();

// While such an object exists on a thread, Interrupted() returns false there, so that calls that clean up can succeed.
class UninterruptedScope {
 public:
  UninterruptedScope();
  ~UninterruptedScope();
  UninterruptedScope(const UninterruptedScope&) = delete;
  UninterruptedScope& operator=(const UninterruptedScope&) = delete;
};

}  // namespace holdfast::conformance
