#include "conformance/systems/scheduling/races/refresh_check.h"

#include <algorithm>
#include <map>

namespace holdfast::conformance::scheduling {
namespace {

using ByVersion = std::map<int64_t, std::vector<Refresh>>;

ByVersion RefreshesWithOutcome(const std::vector<Refresh>& refreshes, AttemptOutcome outcome) {
  ByVersion found;
  for (const Refresh& refresh : refreshes) {
    if (refresh.outcome == outcome) found[refresh.expected_version].push_back(refresh);
  }
  return found;
}

bool AnyStores(const std::vector<Refresh>& refreshes, const std::string& vault_reference) {
  return std::any_of(refreshes.begin(), refreshes.end(),
                     [&vault_reference](const Refresh& refresh) { return refresh.vault_reference == vault_reference; });
}

}  // namespace

std::vector<std::string> FindRefreshErrors(const std::vector<Refresh>& refreshes, const Item& stored) {
  std::vector<std::string> wrong;
  const int64_t version = NumberOf(stored, "version");
  ByVersion done = RefreshesWithOutcome(refreshes, AttemptOutcome::kDone);
  ByVersion in_doubt = RefreshesWithOutcome(refreshes, AttemptOutcome::kUnknown);
  for (const auto& [expected, winners] : done) {
    const std::string refreshed = "version " + std::to_string(expected);
    if (winners.size() > 1) {
      wrong.push_back(std::to_string(winners.size()) + " clients refreshed " + refreshed +
                      ": only the token of one can be kept");
    }
    if (expected >= version) {
      wrong.push_back(refreshed + " was refreshed, and the connection is at version " + std::to_string(version));
    }
  }
  for (const auto& [expected, losers] : RefreshesWithOutcome(refreshes, AttemptOutcome::kRefused)) {
    if (expected < version || done.count(expected) > 0) continue;
    wrong.push_back("a refresh of version " + std::to_string(expected) +
                    " was refused, and no client has refreshed it");
  }
  for (int64_t passed = 1; passed < version; ++passed) {
    if (done.count(passed) > 0 || in_doubt.count(passed) > 0) continue;
    wrong.push_back("the connection is at version " + std::to_string(version) + ", and no client refreshed version " +
                    std::to_string(passed));
  }
  // The stored token must be that of the refresh that led to this version.
  const std::vector<Refresh>& last = done[version - 1].empty() ? in_doubt[version - 1] : done[version - 1];
  const std::string vault_reference = TextOf(stored, "vault_reference");
  if (version > 1 && !AnyStores(last, vault_reference)) {
    wrong.push_back("the stored token is " + vault_reference + ", which no winner stored");
  }
  return wrong;
}

}  // namespace holdfast::conformance::scheduling
