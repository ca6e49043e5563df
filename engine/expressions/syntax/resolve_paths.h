// Looks up many paths in one item. The item's bytes and the paths are in the same order, so one pass over both
// suffices, where separate lookups would walk the item once for each path.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "engine/expressions/syntax/path_order.h"
#include "engine/values/document_path.h"
#include "engine/values/value_view.h"

namespace holdfast {

// Calls `found(i, value)` for each paths[order.positions[i]] that leads to a value of `item`.
void ResolvePaths(AttributeMapView item, absl::Span<const DocumentPath> paths, const PathOrder& order,
                  absl::FunctionRef<void(size_t, ValueView)> found);

// The distinct paths of a list.
struct DistinctPaths {
  // The order of the list without repeats: of equal paths it has only one.
  PathOrder order;
  // For each path of the list: the index in `order` of the path that equals it.
  std::vector<uint32_t> slots;

  static DistinctPaths From(absl::Span<const DocumentPath> paths);
};

// Looks up the values of paths in one item. The first few lookups are made one by one; then all paths are resolved in
// one pass. Not thread-safe.
class PathValues {
 public:
  // All arguments must outlive it. `distinct` must be DistinctPaths::From(paths).
  PathValues(AttributeMapView item, const std::vector<DocumentPath>& paths, const DistinctPaths& distinct)
      : item_(item), paths_(paths), distinct_(distinct) {}

  std::optional<ValueView> At(uint32_t path) {
    if (lookups_ < kSingleLookups) {
      ++lookups_;
      return Resolve(item_, paths_[path]);
    }
    if (values_.empty()) ResolveAll();
    const char* const value = values_[distinct_.slots[path]];
    if (value == nullptr) return std::nullopt;
    return ValueView(value);
  }

 private:
  // Most conditions need no more lookups.
  static constexpr int kSingleLookups = 4;

  void ResolveAll();

  const AttributeMapView item_;
  const std::vector<DocumentPath>& paths_;
  const DistinctPaths& distinct_;
  int lookups_ = 0;
  // By slot: the packed value; null if the path leads to no value.
  absl::InlinedVector<const char*, 8> values_;
};

}  // namespace holdfast
