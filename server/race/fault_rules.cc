#include "server/race/fault_rules.h"

#include <algorithm>
#include <utility>

namespace holdfast::server {
namespace {

// Whether every database of `part` is one of `whole`.
bool Contains(const DatabaseSelection& whole, const DatabaseSelection& part) {
  return (!whole.account.has_value() || whole.account == part.account) &&
         (!whole.region.has_value() || whole.region == part.region) &&
         (!whole.fork.has_value() || whole.fork == part.fork);
}

}  // namespace

std::vector<uint64_t> FaultRules::Add(const DatabaseSelection& databases, FaultOptions options) {
  const auto random = std::make_shared<Random>(options.seed);
  std::vector<uint64_t> ids;
  LatchLock lock(&latch_);
  if (entries_.size() + options.rules.size() > kRulesMax) return ids;
  for (race::FaultRule& rule : options.rules) {
    ids.push_back(next_id_++);
    entries_.push_back({{ids.back(), databases, std::move(rule), options.delay}, random});
  }
  rule_count_.store(entries_.size(), std::memory_order_release);
  return ids;
}

std::vector<FaultState> FaultRules::List(const DatabaseSelection& databases) const {
  std::vector<FaultState> states;
  LatchLock lock(&latch_);
  for (const Entry& entry : entries_) {
    if (Contains(databases, entry.state.databases)) states.push_back(entry.state);
  }
  return states;
}

void FaultRules::Remove(const DatabaseSelection& databases) {
  LatchLock lock(&latch_);
  std::erase_if(entries_, [&](const Entry& entry) { return Contains(databases, entry.state.databases); });
  rule_count_.store(entries_.size(), std::memory_order_release);
}

bool FaultRules::Remove(uint64_t id, const DatabaseSelection& databases) {
  LatchLock lock(&latch_);
  const bool removed = std::erase_if(entries_, [&](const Entry& entry) {
                         return entry.state.id == id && Contains(databases, entry.state.databases);
                       }) > 0;
  rule_count_.store(entries_.size(), std::memory_order_release);
  return removed;
}

bool FaultRules::MayFireOn(const DatabaseName& database) const {
  LatchLock lock(&latch_);
  return std::any_of(entries_.begin(), entries_.end(),
                     [&](const Entry& entry) { return !entry.is_spent() && entry.state.databases.Matches(database); });
}

std::optional<FaultRules::Fired> FaultRules::Fire(const DatabaseName& database, std::string_view access_key_id,
                                                  const race::Request& request) {
  std::optional<Fired> fired;
  // Before the latch, which the event loops take: a batch may name very many tables.
  const std::vector<std::string_view> tables = race::SortedTablesOf(request);
  LatchLock lock(&latch_);
  for (Entry& entry : entries_) {
    FaultState& state = entry.state;
    const race::FaultRule& rule = state.rule;
    if (!state.databases.Matches(database) || !race::Matches(rule, access_key_id, request, tables)) continue;
    if (entry.is_spent()) continue;
    ++state.matched;
    if (fired.has_value() || (rule.nth.has_value() && *rule.nth != state.matched)) continue;
    if (!entry.random->Chance(rule.probability)) continue;
    ++state.fired;
    fired = {rule.action, state.delay};
  }
  return fired;
}

}  // namespace holdfast::server
