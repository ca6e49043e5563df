// The hash of the parameters of a request, to compare requests.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>

#include "absl/container/inlined_vector.h"
#include "engine/storage/partition_hash.h"

namespace holdfast {

// The hash of a sequence of texts. Each text is hashed separately, so that the boundaries between texts matter.
class SequenceHash {
 public:
  void Add(std::string_view text) {
    // An odd multiplier, from the bits of the golden ratio, makes the hash depend on the order of the texts.
    state_ = std::rotl(state_ * 0x9e3779b97f4a7c15u, 29) ^ hash_(text);
  }
  // Adds the entries of a map sorted by key, so that the hash does not depend on their order in the map.
  template <typename Map, typename Text>
  void AddSorted(const std::optional<Map>& map, Text text) {
    if (!map.has_value()) return;
    absl::InlinedVector<const typename Map::value_type*, 8> entries;
    for (const auto& entry : *map) entries.push_back(&entry);
    std::sort(entries.begin(), entries.end(), [](const auto* a, const auto* b) { return a->first < b->first; });
    for (const auto* entry : entries) {
      Add(entry->first);
      Add(text(entry->second));
    }
  }
  uint64_t state() const { return state_; }

 private:
  const PartitionHash hash_{0};
  uint64_t state_ = 0;
};

}  // namespace holdfast
