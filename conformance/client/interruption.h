// Interruption by Ctrl-C or a closed terminal: the current round is abandoned, and tables on the endpoint are still
// deleted.
#pragma once

namespace holdfast::conformance {

// From now on SIGINT, SIGTERM and, unless it is ignored, SIGHUP request the program to stop; the second signal
// terminates it immediately. SIGPIPE is ignored.
void ListenForInterruption();
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
