// Looking up many paths in one item: one walk over the item's bytes beside the paths, both in order, where looking them
// up one after the other would walk the item once for each.
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

// Which of a list of paths are the same.
struct DistinctPaths {
  // The first of each, as an order of the list.
  PathOrder order;
  // For each path of the list, where in `order` it, or the one that is the same, stands.
  std::vector<uint32_t> slots;

  static DistinctPaths From(absl::Span<const DocumentPath> paths);
};

// The values of paths in one item, for an evaluation that may read few or all of them, each any number of times. Not
// thread-safe.
class PathValues {
 public:
  // All must outlive it. `distinct` is DistinctPaths::From(paths).
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
  // The usual condition asks for no more.
  static constexpr int kSingleLookups = 4;

  void ResolveAll();

  const AttributeMapView item_;
  const std::vector<DocumentPath>& paths_;
  const DistinctPaths& distinct_;
  int lookups_ = 0;
  // By slot, their packed bytes; null for what is not there.
  absl::InlinedVector<const char*, 8> values_;
};

}  // namespace holdfast
