#include "engine/race/history/detector.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace holdfast::race {

std::string_view NameOf(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::kLostUpdate:
      return "lost update";
    case Finding::Kind::kDecidedOnIndex:
      return "decided on an index read";
    case Finding::Kind::kDecidedOnEventualRead:
      return "decided on an eventually consistent read";
  }
  return {};
}

bool IsOfSameKind(const Finding& a, const Finding& b) {
  return a.kind == b.kind && a.actor == b.actor && a.operation == b.operation && a.table == b.table;
}

std::string Describe(const Finding& finding) {
  const std::string_view name = NameOf(finding.kind);
  std::string text = absl::StrCat(absl::string_view(name.data(), name.size()), ": ", finding.actor, "'s ",
                                  finding.operation, " of ", finding.key_text, " in ", finding.table);
  const auto version = [](uint64_t number) { return number == 0 ? std::string("nothing") : absl::StrCat("v", number); };
  if (finding.kind == Finding::Kind::kLostUpdate) {
    absl::StrAppend(&text, " overwrites ", version(finding.overwritten_version), ", but ", finding.actor, " had read ",
                    version(finding.read_version));
  } else {
    absl::StrAppend(&text, " has no condition");
  }
  return text;
}

void StaleWriteDetector::Read(std::string_view actor, ReadKind kind, const Footprint& footprint,
                              const std::vector<ItemVersion>& versions) {
  ActorReads& actor_reads = reads_by_actor_[std::string(actor)];
  const size_t order = ++actor_reads.access_count;
  for (const ItemVersion& version : versions) actor_reads.items[version.item] = {kind, version.version, order};
  // The areas of consistent reads are of no use to ClassifyWrite.
  if (kind == ReadKind::kConsistent) return;
  for (const Area& area : footprint.areas) actor_reads.areas.push_back({kind, area, order});
}

void StaleWriteDetector::Forget(std::string_view actor) {
  const auto found = reads_by_actor_.find(actor);
  if (found != reads_by_actor_.end()) reads_by_actor_.erase(found);
}

std::optional<Finding::Kind> StaleWriteDetector::ClassifyWrite(const ActorReads& actor_reads,
                                                               const ItemVersion& written) {
  size_t last_order = 0;
  if (const auto read = actor_reads.items.find(written.item); read != actor_reads.items.end()) {
    if (written.replaced.has_value() && *written.replaced != read->second.version) return Finding::Kind::kLostUpdate;
    if (read->second.kind == ReadKind::kIndex) return Finding::Kind::kDecidedOnIndex;
    if (read->second.kind == ReadKind::kEventual) return Finding::Kind::kDecidedOnEventualRead;
    last_order = read->second.order;
  }
  // Later reads of areas that the write touches count as reads that did not find the item.
  std::optional<Finding::Kind> found;
  for (const AreaRead& read : actor_reads.areas) {
    if (read.order <= last_order) continue;
    const bool overlaps = std::any_of(written.areas.begin(), written.areas.end(),
                                      [&](const Area& area) { return area.writes && area.Overlaps(read.area); });
    if (!overlaps) continue;
    found = read.kind == ReadKind::kIndex ? Finding::Kind::kDecidedOnIndex : Finding::Kind::kDecidedOnEventualRead;
  }
  return found;
}

std::vector<Finding> StaleWriteDetector::Check(const Write& write) {
  std::vector<Finding> findings;
  ActorReads& actor_reads = reads_by_actor_[std::string(write.actor)];
  for (size_t i = 0; i < write.versions.size(); ++i) {
    const ItemVersion& written = write.versions[i];
    if (write.unconditional && !write.keeps_other_updates[i]) {
      if (const std::optional<Finding::Kind> kind = ClassifyWrite(actor_reads, written)) {
        const auto read = actor_reads.items.find(written.item);
        findings.push_back({*kind, 0, std::string(write.actor), std::string(write.operation), written.item.table,
                            written.key_text, read == actor_reads.items.end() ? 0 : read->second.version,
                            written.replaced.value_or(0)});
      }
    }
  }
  const size_t order = ++actor_reads.access_count;
  for (const ItemVersion& written : write.versions) {
    actor_reads.items[written.item] = {ReadKind::kConsistent, written.content == nullptr ? 0 : written.version, order};
  }
  return findings;
}

}  // namespace holdfast::race
