// Every change that was tried with one stock, and what must be left of it whoever came first.
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

// Clients write to it at once, each under its own number.
class Ledger {
 public:
  // How many changes each client may try, at least 1 and at most `changes_max`, so that all their movements can be read
  // together with the stock.
  static int ChangesPerClient(int clients, int changes_max);

  explicit Ledger(int clients) : by_client_(static_cast<size_t>(clients)) {}

  void Add(int client, Entry entry) { by_client_[static_cast<size_t>(client)].push_back(std::move(entry)); }
  std::vector<Entry> entries() const;

 private:
  std::vector<std::vector<Entry>> by_client_;
};

// Sentences that say what is wrong; none where nothing is.

// Figures below zero, and figures that contradict each other.
std::vector<std::string> WrongFigures(const Figures& after);
// Figures that are not what the accepted changes have made of `before`. Changes whose client was never told may count.
std::vector<std::string> WrongSums(const Figures& before, const Figures& after, const std::vector<Entry>& entries);
// `stored` are the entries' movements in their order, empty where there is none, read together with `after`: they are
// those of the accepted changes, and their sum is the change in stock.
std::vector<std::string> WrongMovements(const Figures& before, const Figures& after, const std::vector<Entry>& entries,
                                        const std::vector<Item>& stored);

}  // namespace holdfast::conformance::inventory
