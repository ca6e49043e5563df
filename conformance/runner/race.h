// A race: many clients, one invariant. One thread sets it up, all clients run concurrently, then one thread checks the
// invariant. The same race runs again as its own control, with its guard (such as the condition of its writes) removed:
// a race whose control finds no violation proves nothing.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/client/client.h"
#include "conformance/history/witness.h"
#include "conformance/runner/tables.h"

namespace holdfast::conformance {

// One run of a race. Only the methods whose comments say so are thread-safe.
class Round {
 public:
  struct Finding {
    std::string what;
    // The witness consists of the calls that name one of these strings, usually keys; if no string is given, of all
    // calls of the round.
    std::vector<std::string> about;
    // Set by races whose checker builds the witness itself.
    Witness witness;
  };

  Round(TableSet* tables, Client* observer, std::string key_suffix, int clients, bool guarded);

  int clients() const { return clients_; }
  // False in the control. Thread-safe.
  bool guarded() const { return guarded_; }
  // A key that no other round uses: "slot" → "slot#17". Thread-safe.
  std::string Key(std::string_view name) const { return std::string(name) + key_suffix_; }
  // The client for SetUp and Check. Not for RunClient.
  Client& observer() { return *observer_; }
  TableSet& tables() { return *tables_; }
  // Returns the table's name on the endpoint. Not for RunClient: call it in SetUp, and store the name.
  const std::string& Table(const TableDefinition& definition) { return tables_->Ensure(definition); }

  // Reports a violation of the invariant. `what` is a sentence; for `about` see Finding. Both overloads are
  // thread-safe.
  void ReportViolation(std::string what, std::vector<std::string> about = {});
  void ReportViolation(std::string what, Witness witness);
  // Counts an event for the report: "stale reads". Thread-safe.
  void CountEvent(const std::string& what, int64_t times = 1);

  std::vector<Finding> TakeFindings();
  std::map<std::string, int64_t> TakeEventCounts();

 private:
  TableSet* const tables_;
  Client* const observer_;
  const std::string key_suffix_;
  const int clients_;
  const bool guarded_;
  std::mutex mutex_;
  std::vector<Finding> findings_;
  std::map<std::string, int64_t> event_counts_;
};

// Each round has its own Race object. It stores per-client results by the client's number, 0 to clients() - 1.
class Race {
 public:
  virtual ~Race() = default;
  virtual void SetUp(Round& round) = 0;
  // Called by all clients concurrently, each on its own thread.
  virtual void RunClient(Round& round, Client& client) = 0;
  // Called when all clients have returned, unless one of them threw SetupFailed or the run was interrupted.
  virtual void Check(Round& round) = 0;
};

struct RaceDescription {
  std::string name;
  std::string invariant;
  // What the control removes, as a sentence.
  std::string control;
  std::function<std::unique_ptr<Race>()> make;
};

template <typename R>
RaceDescription Describe(std::string name, std::string invariant, std::string control) {
  return {std::move(name), std::move(invariant), std::move(control), [] { return std::make_unique<R>(); }};
}

}  // namespace holdfast::conformance
