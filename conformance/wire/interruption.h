// Ctrl-C: what runs is given up at once, and what was made on the endpoint is still cleaned up.
#pragma once

namespace holdfast::conformance {

// SIGINT and SIGTERM from now on ask the program to stop; the second one ends it on the spot.
void ListenForInterruption();
bool Interrupted();

// While one lives on this thread, Interrupted() is false there: cleaning up takes calls of its own.
class UninterruptedScope {
 public:
  UninterruptedScope();
  ~UninterruptedScope();
  UninterruptedScope(const UninterruptedScope&) = delete;
  UninterruptedScope& operator=(const UninterruptedScope&) = delete;
};

}  // namespace holdfast::conformance
