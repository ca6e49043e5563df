// A ledger of all changes attempted on one stock, and the checks of the resulting stock.
#pragma once

#include <string>
#include <vector>

#include "conformance/systems/attempt_outcome.h"
#include "conformance/systems/inventory/inventory_table.h"

namespace holdfast::conformance::inventory {

struct Entry {
  Change change;
  AttemptOutcome outcome = AttemptOutcome::kNotTried;
  // The id of the movement item that records the change; empty if the race writes no movements.
  std::string movement = {};
};

// Add is thread-safe for distinct client numbers.
class Ledger {
 public:
  // The number of changes that each client may attempt, at most `changes_max`, so that the movements of all clients and
  // the stock can be read in one transaction. At least 1, even if there are too many clients for that.
  static int ChangesPerClient(int clients, int changes_max);

  explicit Ledger(int clients) : by_client_(static_cast<size_t>(clients)) {}

  void Add(int client, Entry entry) { by_client_[static_cast<size_t>(client)].push_back(std::move(entry)); }
  std::vector<Entry> entries() const;

 private:
  std::vector<std::vector<Entry>> by_client_;
};

// Each check returns one sentence per violation.

// Figures below zero, and figures that contradict each other.
std::vector<std::string> FindFigureErrors(const Figures& after);
// Figures that differ from `before` plus the accepted changes. Changes of unknown outcome may be included or not.
std::vector<std::string> FindSumErrors(const Figures& before, const Figures& after, const std::vector<Entry>& entries);
// Stored movements that differ from the accepted changes, and figures that differ from `before` plus the stored
// movements. `stored` has the movement item of each entry, which is empty if it is missing, read in one transaction
// with `after`.
std::vector<std::string> FindMovementErrors(const Figures& before, const Figures& after,
                                            const std::vector<Entry>& entries, const std::vector<Item>& stored);

}  // namespace holdfast::conformance::inventory
