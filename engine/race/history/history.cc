#include "engine/race/history/history.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/race/steps/operation_text.h"

namespace holdfast::race {
namespace {

// A write of an item: its commit number, the version that it replaced (nothing: not known), and whether the item exists
// after it.
struct Write {
  uint64_t commit;
  std::optional<uint64_t> replaced;
  bool present;
};
// The writes of each item, ascending by commit number.
using Writes = std::map<ItemName, std::vector<Write>>;

// The tables whose items are not checked.
using UncheckedTables = std::set<std::string>;

// An interval of commit numbers, [first, last].
struct Span {
  uint64_t first = 0;
  uint64_t last = kNeverEnded;

  bool empty() const { return first > last; }
  Span Intersection(const Span& other) const { return {std::max(first, other.first), std::min(last, other.last)}; }
};

std::string EntryText(const HistoryEntry& entry) {
  return absl::StrCat(entry.actor.empty() ? "a request without an actor" : entry.actor + "'s", " ", entry.operation);
}

std::string VersionText(uint64_t version) { return version == 0 ? "no item" : absl::StrCat("v", version); }

// The spans in which the version that was read is current. If no item was read (version 0), there may be several.
std::vector<Span> SpansOfVersion(const Writes& writes, const HistoryVersion& read) {
  const auto found = writes.find(read.item);
  if (found == writes.end()) return {{0, kNeverEnded}};
  const std::vector<Write>& item_writes = found->second;
  std::vector<Span> spans;
  // The version before the first write of the run is the one that this write replaced. If that is not known, it may be
  // the version that was read.
  const Write& first = item_writes.front();
  if (first.replaced.value_or(read.version) == read.version) spans.push_back({0, first.commit - 1});
  for (size_t i = 0; i < item_writes.size(); ++i) {
    const uint64_t version = item_writes[i].present ? item_writes[i].commit : 0;
    const uint64_t last = i + 1 < item_writes.size() ? item_writes[i + 1].commit - 1 : kNeverEnded;
    if (version == read.version) spans.push_back({item_writes[i].commit, last});
  }
  return spans;
}

// The intersections of the spans of `a` with those of `b`.
std::vector<Span> Intersect(const std::vector<Span>& a, const std::vector<Span>& b) {
  std::vector<Span> both;
  for (const Span& one : a) {
    for (const Span& other : b) {
      if (const Span span = one.Intersection(other); !span.empty()) both.push_back(span);
    }
  }
  return both;
}

std::optional<std::string> CollectWrites(const History& history, const UncheckedTables& unchecked_tables,
                                         Writes& writes) {
  std::map<ItemName, std::map<uint64_t, std::pair<Write, std::string>>> by_commit;
  for (const HistoryEntry& entry : history.entries) {
    for (const HistoryVersion& version : entry.writes) {
      if (unchecked_tables.count(version.item.table) != 0) continue;
      const Write write{version.version, version.replaced, version.present};
      const auto [other, is_new] = by_commit[version.item].try_emplace(version.version, write, EntryText(entry));
      if (!is_new) {
        return absl::StrCat(other->second.second, " and ", EntryText(entry), " both wrote v", version.version, " of ",
                            version.key_text);
      }
    }
  }
  for (const auto& [item, item_writes] : by_commit) {
    const Write* previous = nullptr;
    for (const auto& [commit, written] : item_writes) {
      const auto& [write, name] = written;
      const uint64_t stored = previous != nullptr && previous->present ? previous->commit : 0;
      if (previous != nullptr && write.replaced.has_value() && *write.replaced != stored) {
        return absl::StrCat(name, " wrote v", commit, " over ", VersionText(*write.replaced), ", but ",
                            VersionText(stored), " was stored");
      }
      writes[item].push_back(write);
      previous = &writes[item].back();
    }
  }
  return std::nullopt;
}

// Checks the reads of one operation.
std::optional<std::string> Contradiction(const HistoryEntry& entry, const UncheckedTables& unchecked_tables,
                                         const Writes& writes) {
  if (!entry.consistent) return std::nullopt;
  const std::vector<Span> lifetime = {{entry.begin_commit, entry.end_commit}};
  std::vector<Span> together = lifetime;
  for (const HistoryVersion& read : entry.reads) {
    if (unchecked_tables.count(read.item.table) != 0) continue;
    const std::vector<Span> current = SpansOfVersion(writes, read);
    if (Intersect(lifetime, current).empty()) {
      return absl::StrCat(EntryText(entry), " read ", VersionText(read.version), " of ", read.key_text,
                          ", which was not current at any moment between its begin and its end");
    }
    together = Intersect(together, current);
  }
  // Each attempt of a call has its own moment, so the reads of several attempts need not be of one moment.
  if (entry.atomic && entry.attempts == 1 && together.empty()) {
    return absl::StrCat(EntryText(entry), " read versions that were never current together: ",
                        absl::StrJoin(entry.reads, ", ", [](std::string* out, const HistoryVersion& read) {
                          absl::StrAppend(out, VersionText(read.version), " of ", read.key_text);
                        }));
  }
  return std::nullopt;
}

std::string VersionsText(const std::vector<HistoryVersion>& versions, bool written) {
  return absl::StrJoin(versions, ", ", [&](std::string* out, const HistoryVersion& version) {
    absl::StrAppend(out, version.item.table, " ", version.key_text, " v", version.version);
    if (!written) return;
    if (!version.present) absl::StrAppend(out, " (none)");
    if (version.replaced.has_value()) absl::StrAppend(out, " over v", *version.replaced);
  });
}

}  // namespace

size_t BytesOf(const HistoryVersion& version) {
  const ItemName& item = version.item;
  return sizeof version + item.table.size() + item.partition.size() + item.sort.size() + version.key_text.size();
}

size_t BytesOf(const HistoryStep& step) {
  size_t bytes = sizeof step + step.text.size() + step.remark.size();
  for (const Area& area : step.footprint.areas) {
    bytes += sizeof area + area.space.size() + area.partition.value_or("").size() + area.lower.size() +
             area.upper.value_or("").size();
  }
  return bytes;
}

std::string_view NameOf(Outcome outcome) {
  switch (outcome) {
    case Outcome::kOk:
      return "ok";
    case Outcome::kFail:
      return "fail";
    case Outcome::kUnknown:
      return "unknown";
  }
  return {};
}

std::optional<std::string> Contradiction(const History& history) {
  // The items of a created or deleted table are not checked: they appear or disappear without a write of their own.
  UncheckedTables unchecked_tables = history.tables_left_out;
  for (const HistoryEntry& entry : history.entries) {
    unchecked_tables.insert(entry.changed_tables.begin(), entry.changed_tables.end());
  }
  Writes writes;
  if (std::optional<std::string> problem = CollectWrites(history, unchecked_tables, writes)) return problem;
  for (const HistoryEntry& entry : history.entries) {
    if (std::optional<std::string> problem = Contradiction(entry, unchecked_tables, writes)) return problem;
  }
  return std::nullopt;
}

std::string FormatHistory(const History& history) {
  std::string text = absl::StrCat("run ", history.run, " ", history.schedule, "\n");
  for (const HistoryEntry& entry : history.entries) {
    const std::string_view outcome = NameOf(entry.outcome);
    absl::StrAppend(&text, entry.actor.empty() ? "-" : entry.actor, " ", entry.operation, " ", entry.table,
                    entry.index.empty() ? "" : "/", entry.index, " ", absl::string_view(outcome.data(), outcome.size()),
                    " attempts ", entry.attempts, " [", entry.begin_commit, ", ",
                    entry.end_commit == kNeverEnded ? -1 : static_cast<int64_t>(entry.end_commit), "] → ",
                    entry.response_text, "\n");
    for (const HistoryStep& step : entry.steps) {
      absl::StrAppend(&text, "  ", step.position, " ", step.what, " ", step.text, " ", step.remark, "\n");
    }
    if (!entry.reads.empty()) absl::StrAppend(&text, "  read ", VersionsText(entry.reads, false), "\n");
    if (!entry.writes.empty()) absl::StrAppend(&text, "  wrote ", VersionsText(entry.writes, true), "\n");
  }
  if (history.left_out > 0) absl::StrAppend(&text, history.left_out, " requests without an actor are left out\n");
  return text;
}

}  // namespace holdfast::race
