#include "server/shake/anomaly_class.h"

#include <algorithm>
#include <iterator>

namespace holdfast::server::shake {

std::string_view NameOf(AnomalyClass anomaly) {
  switch (anomaly) {
    case AnomalyClass::kReordering:
      return "reordering";
    case AnomalyClass::kStaleReads:
      return "stale-reads";
    case AnomalyClass::kIndexLag:
      return "index-lag";
    case AnomalyClass::kConflicts:
      return "conflicts";
    case AnomalyClass::kThrottling:
      return "throttling";
    case AnomalyClass::kLostReplies:
      return "lost-replies";
    case AnomalyClass::kLateTtl:
      return "late-ttl";
  }
  return {};
}

std::string Title(AnomalyClass anomaly) {
  std::string title(NameOf(anomaly));
  std::replace(title.begin(), title.end(), '-', ' ');
  return title;
}

std::optional<AnomalyClass> ClassFromName(std::string_view name) {
  for (const AnomalyClass one : kAnomalyClasses) {
    if (NameOf(one) == name) return one;
  }
  return std::nullopt;
}

std::string_view Precondition(AnomalyClass anomaly) {
  switch (anomaly) {
    case AnomalyClass::kReordering:
      return "requests at the same time, or a write that follows another request";
    case AnomalyClass::kStaleReads:
      return "an eventually consistent read of what was written within the last second";
    case AnomalyClass::kIndexLag:
      return "a read of a global index that was changed within the last second";
    case AnomalyClass::kConflicts:
      return "a transaction";
    case AnomalyClass::kThrottling:
      return "a request for items";
    case AnomalyClass::kLostReplies:
      return "a write";
    case AnomalyClass::kLateTtl:
      return "an item whose time to live is over for ten seconds, or by a clock that is moved";
  }
  return {};
}

ClassSet ClassSet::All() {
  ClassSet all;
  for (const AnomalyClass one : kAnomalyClasses) all.Add(one);
  return all;
}

size_t ClassSet::size() const { return Members().size(); }

std::vector<AnomalyClass> ClassSet::Members() const {
  std::vector<AnomalyClass> members;
  std::copy_if(kAnomalyClasses.begin(), kAnomalyClasses.end(), std::back_inserter(members),
               [this](AnomalyClass one) { return Contains(one); });
  return members;
}

ClassSet ClassSet::With(AnomalyClass one) const {
  ClassSet set = *this;
  set.Add(one);
  return set;
}

ClassSet ClassSet::Without(AnomalyClass one) const {
  ClassSet set = *this;
  set.Remove(one);
  return set;
}

std::string ClassSet::Text() const {
  std::string text;
  for (const AnomalyClass one : Members()) text.append(text.empty() ? "" : ",").append(NameOf(one));
  return text;
}

}  // namespace holdfast::server::shake
