// Looks up the values of many paths in one item. The paths are visited in the order in which their values are stored in
// the item (path_order.h), so one pass over the item finds all values. Separate lookups would walk the item once for
// each path.
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

// Calls `found(i, value)` for each paths[order.positions[i]] that leads to a value of `item`. `order` is the order of
// `paths` (OrderPaths), perhaps without some of them.
void ResolvePaths(AttributeMapView item, absl::Span<const DocumentPath> paths, const PathOrder& order,
                  absl::FunctionRef<void(size_t, ValueView)> found);

// The distinct paths among the `paths` that From is called with.
struct DistinctPaths {
  // The order of `paths` without repeats: of equal paths it has only one.
  PathOrder order;
  // For each path of `paths`: the index in `order` of the path that equals it.
  std::vector<uint32_t> slots;

  static DistinctPaths From(absl::Span<const DocumentPath> paths);
};

// Looks up the values of paths in one item. The first kSingleLookups calls of At each walk the item; the next call
// resolves all paths in one pass. Not thread-safe.
class PathValues {
 public:
  // The item's bytes, `paths` and `distinct` must outlive it. `distinct` must be DistinctPaths::From(paths).
  PathValues(AttributeMapView item, const std::vector<DocumentPath>& paths, const DistinctPaths& distinct)
      : item_(item), paths_(paths), distinct_(distinct) {}

  // The value of paths[path]; nothing if that path leads to no value.
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
  // Most conditions need at most this many lookups.
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
