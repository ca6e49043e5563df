#include "conformance/systems/inventory/ledger.h"

#include <algorithm>
#include <array>

#include "conformance/runner/read_in_transaction.h"

namespace holdfast::conformance::inventory {
namespace {

struct NamedFigure {
  const char* name;
  int64_t Figures::*figure;
};
constexpr std::array<NamedFigure, 3> kFigures = {
    {{"quantity", &Figures::quantity}, {"reservedQty", &Figures::reserved}, {"availableQty", &Figures::available}}};

std::string FormatFigure(const NamedFigure& figure, const Figures& after) {
  return std::string(figure.name) + " is " + std::to_string(after.*figure.figure);
}

}  // namespace

int Ledger::ChangesPerClient(int clients, int changes_max) {
  return std::clamp((kReadInTransactionMax - 1) / clients, 1, changes_max);
}

std::vector<Entry> Ledger::entries() const {
  std::vector<Entry> all;
  for (const std::vector<Entry>& entries : by_client_) all.insert(all.end(), entries.begin(), entries.end());
  return all;
}

std::vector<std::string> FindFigureErrors(const Figures& after) {
  std::vector<std::string> wrong;
  for (const NamedFigure& figure : kFigures) {
    if (after.*figure.figure < 0) wrong.push_back("oversold: " + FormatFigure(figure, after));
  }
  if (after.available != after.quantity - after.reserved) {
    wrong.push_back(std::to_string(after.available) + " are available of " + std::to_string(after.quantity) + " with " +
                    std::to_string(after.reserved) + " reserved");
  }
  return wrong;
}

std::vector<std::string> FindSumErrors(const Figures& before, const Figures& after, const std::vector<Entry>& entries) {
  std::vector<std::string> wrong;
  for (const NamedFigure& figure : kFigures) {
    int64_t least = before.*figure.figure;
    int64_t most = least;
    for (const Entry& entry : entries) {
      const int64_t added = EffectOf(entry.change).*figure.figure;
      if (entry.outcome == AttemptOutcome::kDone || (entry.outcome == AttemptOutcome::kUnknown && added < 0))
        least += added;
      if (entry.outcome == AttemptOutcome::kDone || (entry.outcome == AttemptOutcome::kUnknown && added > 0))
        most += added;
    }
    if (after.*figure.figure >= least && after.*figure.figure <= most) continue;
    wrong.push_back(FormatFigure(figure, after) + ", and the accepted changes make it " + std::to_string(least) +
                    (most == least ? "" : " to " + std::to_string(most)));
  }
  return wrong;
}

std::vector<std::string> FindMovementErrors(const Figures& before, const Figures& after,
                                            const std::vector<Entry>& entries, const std::vector<Item>& stored) {
  std::vector<std::string> wrong;
  Figures sum = before;
  for (size_t i = 0; i < entries.size(); ++i) {
    const Entry& entry = entries[i];
    const std::string what =
        NameOf(entry.change.type) + " of " + std::to_string(entry.change.units) + ", movement " + entry.movement + ", ";
    if (stored[i].empty()) {
      if (entry.outcome == AttemptOutcome::kDone) wrong.push_back(what + "was accepted and has not been recorded");
      continue;
    }
    if (!MayHaveHappened(entry.outcome)) wrong.push_back(what + "was refused and has been recorded");
    if (NumberOf(stored[i], "quantity") != entry.change.units ||
        TextOf(stored[i], "type") != NameOf(entry.change.type)) {
      wrong.push_back(what + "has been recorded as something else");
    }
    for (const NamedFigure& figure : kFigures) sum.*figure.figure += EffectOf(entry.change).*figure.figure;
  }
  for (const NamedFigure& figure : kFigures) {
    if (after.*figure.figure == sum.*figure.figure) continue;
    wrong.push_back(FormatFigure(figure, after) + ", and the movements make it " + std::to_string(sum.*figure.figure));
  }
  return wrong;
}

}  // namespace holdfast::conformance::inventory
