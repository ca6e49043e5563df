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
  // The movement that records it; empty where there is none.
  std::string movement = {};
};

// Thread-safe for Add with distinct client numbers.
class Ledger {
 public:
  // The number of changes each client may attempt, at least 1 and at most `changes_max`, such that all their movements
  // and the stock can be read in one transaction.
  static int ChangesPerClient(int clients, int changes_max);

  explicit Ledger(int clients) : by_client_(static_cast<size_t>(clients)) {}

  void Add(int client, Entry entry) { by_client_[static_cast<size_t>(client)].push_back(std::move(entry)); }
  std::vector<Entry> entries() const;

 private:
  std::vector<std::vector<Entry>> by_client_;
};

// The checks return sentences that describe violations; none if there are none.

// Figures below zero, and figures that contradict each other.
std::vector<std::string> WrongFigures(const Figures& after);
// Figures that differ from `before` plus the accepted changes. Changes of unknown outcome may count.
std::vector<std::string> WrongSums(const Figures& before, const Figures& after, const std::vector<Entry>& entries);
// `stored` are the entries' movements in their order, empty where there is none, read together with `after`: they are
// those of the accepted changes, and their sum is the change in stock.
std::vector<std::string> WrongMovements(const Figures& before, const Figures& after, const std::vector<Entry>& entries,
                                        const std::vector<Item>& stored);

}  // namespace holdfast::conformance::inventory
