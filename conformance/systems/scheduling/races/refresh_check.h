// The invariant after several clients have refreshed one token.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/client/value.h"
#include "conformance/systems/attempt_outcome.h"

namespace holdfast::conformance::scheduling {

struct Refresh {
  int64_t expected_version = 0;
  std::string vault_reference;  // of the new token, which the refresh stores if it succeeds
  AttemptOutcome outcome = AttemptOutcome::kNotTried;
};

// The violations in the stored connection, which began at version 1, given the outcomes of all refreshes.
std::vector<std::string> FindRefreshErrors(const std::vector<Refresh>& refreshes, const Item& stored);

}  // namespace holdfast::conformance::scheduling
