#include "server/race/delay_planner.h"

#include <algorithm>
#include <utility>

#include "server/race/stable_name.h"

namespace holdfast::server {
namespace {

// An unproductive delay multiplies the weight of its site by this.
constexpr double kUnproductiveFactor = 0.4;
constexpr double kWeightMin = 0.02;
// The chances of the unproductive sites are chosen so that this many times the delays that the bound on their cost
// allows would be drawn in a run; the bound then stops them. More than one, so that the allowed time is used up: a site
// that is skipped may be the only productive one.
constexpr double kOversampling = 3;
constexpr int kRunTimeDivisor = 20;

bool Overlap(const race::Footprint& a, const race::Footprint& b) {
  return std::any_of(a.areas.begin(), a.areas.end(), [&](const race::Area& one) {
    return std::any_of(b.areas.begin(), b.areas.end(),
                       [&](const race::Area& other) { return (one.writes || other.writes) && one.Overlaps(other); });
  });
}

// Whether both requests are writes with a target of the same item for which `applies` returns true.
template <typename Predicate>
bool AnyCommonItem(const Access& a, const Access& b, Predicate applies) {
  if (!a.writes || !b.writes || a.database != b.database) return false;
  for (const auto& one : a.targets) {
    for (const auto& other : b.targets) {
      if (one.has_value() && other.has_value() && applies(*one, *other) && one->item == other->item) return true;
    }
  }
  return false;
}

}  // namespace

bool WriteSameItem(const Access& a, const Access& b) {
  return AnyCommonItem(a, b,
                       [](const race::Target& one, const race::Target& other) { return one.writes && other.writes; });
}

bool OrderMatters(const Access& a, const Access& b) {
  if (a.database != b.database || (!a.writes && !b.writes)) return false;
  if (!a.writes || !b.writes) return Overlap(a.footprint, b.footprint);
  // The footprints of two writes always overlap in the stream and the global indexes of their table, so writes are
  // compared by their items.
  return AnyCommonItem(a, b,
                       [](const race::Target& one, const race::Target& other) { return one.writes || other.writes; });
}

void DelayPlanner::BeginRun(std::chrono::milliseconds hold, uint64_t seed, Clock::time_point now) {
  hold_ = hold;
  random_.emplace(seed);
  begun_ = now;
  recent_.clear();
  occurrences_.clear();
  wasted_ = {};
  delays_ = 0;
  weights_of_previous_run_ = std::exchange(weights_, 0);
}

std::optional<std::pair<std::string_view, double>> DelayPlanner::ReasonFor(const Access& access,
                                                                           Clock::time_point now) const {
  if (!access.writes) return std::nullopt;
  bool follows_a_write = false;
  bool read_since = false;
  for (auto recent = recent_.rbegin(); recent != recent_.rend() && now - recent->time <= kRecentAgeMax; ++recent) {
    const Access& before = recent->access;
    if (before.database != access.database) continue;
    if (before.writes) {
      if (WriteSameItem(before, access)) return std::pair{std::string_view("second write"), 0.25};
      if (!read_since) follows_a_write = true;
    } else {
      read_since = true;
      if (OrderMatters(before, access)) return std::pair{std::string_view("write after read"), 1.0};
    }
  }
  if (follows_a_write) return std::pair{std::string_view("between writes"), 0.25};
  return std::nullopt;
}

std::optional<std::string> DelayPlanner::Choose(const Access& access, Clock::time_point now) {
  const auto reason = ReasonFor(access, now);
  if (!reason.has_value()) return std::nullopt;
  std::string name = std::string(reason->first) + "/" + access.operation + "/" + StableName(access.table);
  name += "/" + std::to_string(++occurrences_[name]);
  const DelayRecords::Record record = records_->FindOrAdd(name, reason->second);
  weights_ += record.weight;
  if (hold_.count() == 0 || delays_ >= kDelaysPerRunMax) return std::nullopt;
  // The time that the unproductive delays of this run may have taken in total by now.
  const auto affordable = hold_ + std::chrono::duration_cast<std::chrono::milliseconds>(now - begun_) / kRunTimeDivisor;
  if (!record.productive) {
    if (wasted_ + hold_ > affordable) return std::nullopt;
    const double share = kOversampling *
                         (static_cast<double>(affordable.count()) / static_cast<double>(hold_.count())) /
                         std::max(weights_of_previous_run_, 1.0);
    if (!random_->Chance(record.weight * std::min(share, 1.0))) return std::nullopt;
  }
  ++delays_;
  return name;
}

void DelayPlanner::BeginExecution(const Access& access, Clock::time_point now) {
  recent_.push_back({access, now});
  if (recent_.size() > kRecentMax) recent_.pop_front();
}

void DelayPlanner::Learn(const std::string& site, bool productive, std::chrono::milliseconds waited) {
  if (!productive) wasted_ += waited;
  records_->Learn(site, productive);
}

DelayRecords::Record DelayRecords::FindOrAdd(const std::string& site, double weight) {
  LatchLock lock(&latch_);
  return records_.try_emplace(site, Record{weight}).first->second;
}

void DelayRecords::Learn(const std::string& site, bool productive) {
  LatchLock lock(&latch_);
  Record& record = records_[site];
  if (productive) {
    record = {1, true};
    return;
  }
  // A productive site may be unproductive in another order of the requests, so its first unproductive delay leaves the
  // weight as it is.
  if (!std::exchange(record.productive, false)) {
    record.weight = std::max(record.weight * kUnproductiveFactor, kWeightMin);
  }
}

size_t DelayRecords::productive_sites() const {
  LatchLock lock(&latch_);
  return static_cast<size_t>(
      std::count_if(records_.begin(), records_.end(), [](const auto& entry) { return entry.second.productive; }));
}

}  // namespace holdfast::server
