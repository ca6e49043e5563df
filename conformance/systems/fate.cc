#include "conformance/systems/fate.h"

#include <algorithm>

#include "conformance/runner/attempts.h"

namespace holdfast::conformance {

Fate FateOf(const Reply& reply) {
  ExpectRefusalsByOthers(reply);
  if (reply.ok()) return Fate::kDone;
  if (reply.unknown()) return Fate::kUnknown;
  return reply.ConditionFailed() ? Fate::kRefused : Fate::kGaveUp;
}

size_t CountOf(const std::vector<Fate>& fates, Fate fate) {
  return static_cast<size_t>(std::count(fates.begin(), fates.end(), fate));
}

bool AnyNotRefused(const std::vector<Fate>& fates) {
  return std::any_of(fates.begin(), fates.end(),
                     [](Fate fate) { return MayHaveHappened(fate) || fate == Fate::kGaveUp; });
}

}  // namespace holdfast::conformance
