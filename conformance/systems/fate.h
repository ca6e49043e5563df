// What became of something that one of many contending clients attempted, as far as that client can know.
#pragma once

#include <vector>

#include "conformance/wire/client.h"

namespace holdfast::conformance {

enum class Fate {
  kNotTried,
  kDone,
  kRefused,  // its condition failed
  kGaveUp,   // other transactions stood in the way for too long; nothing was carried out
  kUnknown,  // it may have been carried out, now or later
};

// Throws SetupFailed where it was refused for anything else than a condition or another transaction.
Fate FateOf(const Reply& reply);

inline bool MayHaveHappened(Fate fate) { return fate == Fate::kDone || fate == Fate::kUnknown; }
size_t CountOf(const std::vector<Fate>& fates, Fate fate);
// False where everybody's condition failed: so it was for nobody to have.
bool AnyNotRefused(const std::vector<Fate>& fates);

}  // namespace holdfast::conformance
