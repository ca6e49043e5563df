#include "conformance/history/value_tallies.h"

#include <algorithm>
#include <limits>

namespace holdfast::conformance {
namespace {

bool IsZeroOrAbsent(const RegisterValue& value) { return value.value_or(0) == 0; }

}  // namespace

ValueTallies::ValueTallies(std::span<const RegisterStep> steps, const RegisterValue& initial) : tallies_(1) {
  PlaceOf(std::nullopt);
  PlaceOf(0);
  PlaceOf(initial);
  has_sums_ = std::any_of(steps.begin(), steps.end(),
                          [](const RegisterStep& step) { return step.gives == RegisterStep::Gives::kSum; });
  for (const RegisterStep& step : steps) {
    Places places;
    places.optional = step.optional;
    if (step.needs == RegisterStep::Needs::kValue) places.needed = PlaceOf(step.needed);
    if (step.needs == RegisterStep::Needs::kZeroOrAbsent) places.needed = kZeroOrAbsent;
    if (step.needs == RegisterStep::Needs::kAnythingBut) {
      places.refused = PlaceOf(step.needed);
      if (std::find(refused_.begin(), refused_.end(), places.refused) == refused_.end()) {
        refused_.push_back(places.refused);
      }
    }
    if (step.gives == RegisterStep::Gives::kValue) places.given = PlaceOf(step.given);
    places.sum = step.gives == RegisterStep::Gives::kSum;
    places.summand = step.summand;
    places_.push_back(places);
    Restore(places_.size() - 1);
  }
}

size_t ValueTallies::PlaceOf(const RegisterValue& value) {
  const auto [found, is_new] = place_of_.try_emplace(value, tallies_.size());
  if (is_new) tallies_.push_back({value});
  return found->second;
}

const ValueTallies::Tally* ValueTallies::Find(const RegisterValue& value) const {
  const auto found = place_of_.find(value);
  return found != place_of_.end() ? &tallies_[found->second] : nullptr;
}

void ValueTallies::Count(size_t number, int by) {
  const Places& places = places_[number];
  if (places.needed != kNone) CountNeed(places, by);
  if (places.refused != kNone) tallies_[places.refused].refusals += by;
  if (places.given != kNone) {
    tallies_[places.given].givers += by;
    givers_ += by;
  }
  if (places.sum) {
    sums_ += by;
    (places.summand > 0 ? up_ : down_) += absl::int128(places.summand) * by;
  }
}

void ValueTallies::CountNeed(const Places& places, int by) {
  Tally& tally = tallies_[places.needed];
  if (places.optional) {
    tally.uncertain += by;
    return;
  }
  tally.certain += by;
  if (!has_sums_ || places.needed == kAbsent) return;
  const auto counted = certain_.try_emplace(tally.value.value_or(0)).first;
  counted->second += by;
  if (counted->second == 0) certain_.erase(counted);
}

bool ValueTallies::IsWanted(const RegisterValue& value) const {
  const Tally* tally = Find(value);
  if (tally != nullptr && tally->certain + tally->uncertain > 0) return true;
  const Tally& zero_or_absent = tallies_[kZeroOrAbsent];
  return IsZeroOrAbsent(value) && zero_or_absent.certain + zero_or_absent.uncertain > 0;
}

bool ValueTallies::IsRefused(const RegisterValue& value) const {
  const Tally* tally = Find(value);
  return tally != nullptr && tally->refusals > 0;
}

bool ValueTallies::RefusesAnyFrom(const RegisterValue& now) const {
  return std::any_of(refused_.begin(), refused_.end(), [&](size_t place) {
    const Tally& tally = tallies_[place];
    return tally.refusals > 0 && (tally.givers > 0 || tally.value == now);
  });
}

bool ValueTallies::IsHopelessAt(const RegisterValue& now) const {
  if (sums_to_come()) return false;
  if (tallies_[kZeroOrAbsent].certain > 0 && GiversOfZeroOrAbsent() == 0 && !IsZeroOrAbsent(now)) return true;
  return std::any_of(tallies_.begin() + kAbsent, tallies_.end(),
                     [&](const Tally& tally) { return tally.certain > 0 && tally.givers == 0 && tally.value != now; });
}

bool ValueTallies::IsLostBy(size_t number, const RegisterValue& before, const RegisterValue& after) const {
  if (sums_to_come() || before == after) return false;
  const Places& places = places_[number];
  const auto wanted_by_others = [&](size_t place) {
    return tallies_[place].certain - (places.needed == place && !places.optional ? 1 : 0) > 0;
  };
  const auto found = place_of_.find(before);
  if (found != place_of_.end() && tallies_[found->second].givers == 0 && wanted_by_others(found->second)) return true;
  return IsZeroOrAbsent(before) && !IsZeroOrAbsent(after) && GiversOfZeroOrAbsent() == 0 &&
         wanted_by_others(kZeroOrAbsent);
}

bool ValueTallies::IsOutOfReach(const RegisterValue& now) const {
  if (!has_sums_ || givers_ > 0) return false;
  if (now.has_value() && tallies_[kAbsent].certain > 0) return true;
  if (certain_.empty()) return false;
  const absl::int128 highest = now.value_or(0) + up_;
  const absl::int128 lowest = now.value_or(0) + down_;
  const bool may_wrap_around =
      highest > std::numeric_limits<int64_t>::max() || lowest < std::numeric_limits<int64_t>::min();
  return !may_wrap_around && (certain_.begin()->first < lowest || certain_.rbegin()->first > highest);
}

}  // namespace holdfast::conformance
