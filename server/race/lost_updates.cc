#include "server/race/lost_updates.h"

#include <algorithm>

namespace holdfast::server {
namespace {

std::string VersionText(uint64_t version) { return version == 0 ? "absent" : "v" + std::to_string(version); }

// Whether the request has no condition and its write of the item does not merely add to what is stored.
bool Overwrites(const race::Intents::Targets& targets, const race::ItemName& item) {
  const auto conditional = [](const auto& target) { return target.has_value() && target->conditional; };
  if (std::any_of(targets.begin(), targets.end(), conditional)) return false;
  return std::any_of(targets.begin(), targets.end(), [&](const auto& target) {
    return target.has_value() && target->item == item && target->writes && !target->keeps_other_updates;
  });
}

}  // namespace

std::string LostUpdates::Describe(const Finding& finding) {
  return finding.operation + " of " + finding.key_text + " in " + finding.table + " overwrites " +
         VersionText(finding.overwritten_version) + " without a condition; the item was last read as " +
         VersionText(finding.read_version);
}

void LostUpdates::Restart() {
  const std::lock_guard lock(mutex_);
  items_.clear();
  findings_.clear();
}

void LostUpdates::ForgetItems(const DatabaseName& database) {
  const std::lock_guard lock(mutex_);
  std::erase_if(items_, [&](const auto& entry) { return entry.first.first == database; });
}

void LostUpdates::Executed(const Request& request, const race::Execution& execution, Clock::time_point now) {
  if (!execution.outcome.ok()) return;
  const std::lock_guard lock(mutex_);
  if (items_.size() > kItemsMax) items_.clear();
  for (const race::ItemVersion& read : execution.reads) Read(request.database, read);
  for (const race::ItemVersion& written : execution.writes) Write(request, written, now);
}

void LostUpdates::Read(const DatabaseName& database, const race::ItemVersion& read) {
  Item& item = items_[{database, read.item}];
  if (read.version == item.earlier_version && item.earlier_reads > 0) {
    // A stale read.
    ++item.earlier_reads;
  } else if (read.version == item.version) {
    ++item.reads;
  } else {
    item = {read.version, 1};
  }
}

void LostUpdates::Write(const Request& request, const race::ItemVersion& written, Clock::time_point now) {
  Item& item = items_[{request.database, written.item}];
  if (written.replaced != item.version) item = {written.replaced.value_or(0)};
  const bool overwrites = Overwrites(request.targets, written.item);
  if (overwrites && item.reads == 0 && item.earlier_reads > 0 && request.arrived < item.written) {
    const auto same = [&](const Finding& finding) {
      return finding.operation == request.operation && finding.table == written.item.table &&
             finding.key_text == written.key_text;
    };
    if (findings_.size() < kFindingsMax && std::none_of(findings_.begin(), findings_.end(), same)) {
      findings_.push_back(
          {std::string(request.operation), written.item.table, written.key_text, item.earlier_version, item.version});
    }
  }
  const bool was_read = item.reads > 0;
  const size_t reads = was_read ? item.reads : item.earlier_reads;
  item = {written.content == nullptr ? 0 : written.version, 0, reads > 0 ? reads - 1 : 0,
          was_read ? item.version : item.earlier_version, now};
}

std::vector<LostUpdates::Finding> LostUpdates::findings() const {
  const std::lock_guard lock(mutex_);
  return findings_;
}

}  // namespace holdfast::server
