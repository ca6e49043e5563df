#include "conformance/runner/race.h"

#include <utility>

namespace holdfast::conformance {

Round::Round(TableSet* tables, Client* observer, std::string key_suffix, int clients, bool guarded)
    : tables_(tables), observer_(observer), key_suffix_(std::move(key_suffix)), clients_(clients), guarded_(guarded) {}

void Round::ReportViolation(std::string what, std::vector<std::string> about) {
  const std::lock_guard<std::mutex> lock(mutex_);
  findings_.push_back({std::move(what), std::move(about), {}});
}

void Round::ReportViolation(std::string what, Witness witness) {
  const std::lock_guard<std::mutex> lock(mutex_);
  findings_.push_back({std::move(what), {}, std::move(witness)});
}

void Round::CountEvent(const std::string& what, int64_t times) {
  const std::lock_guard<std::mutex> lock(mutex_);
  event_counts_[what] += times;
}

std::vector<Round::Finding> Round::TakeFindings() { return std::exchange(findings_, {}); }
std::map<std::string, int64_t> Round::TakeEventCounts() { return std::exchange(event_counts_, {}); }

}  // namespace holdfast::conformance
