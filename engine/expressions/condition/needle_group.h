// The values that a condition searches for at one path (the needles), as in `contains(v, :a) OR contains(v, :b)`. One
// pass over the value at that path finds all needles that it contains.
//
// Thread safety: immutable after construction. It keeps views of the values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "engine/values/multi_search.h"
#include "engine/values/value_view.h"

namespace holdfast {

class NeedleGroup {
 public:
  // The values to search for, each with an ID that the caller chooses.
  explicit NeedleGroup(absl::Span<const std::pair<ValueView, uint32_t>> needles);
  NeedleGroup(NeedleGroup&&) = default;
  NeedleGroup& operator=(NeedleGroup&&) = default;

  // Whether one search for all needles in `container` is faster than separate searches. False also if it would take too
  // much memory (TypedNeedles::search).
  bool IsWorthwhile(ValueView container) const;
  // Calls `found(id)` for each needle that `container` contains. IsWorthwhile(container) must be true.
  void Search(ValueView container, absl::FunctionRef<void(uint32_t)> found) const;

 private:
  using Ids = std::vector<uint32_t>;
  // Needles of one type, by their bytes.
  struct TypedNeedles {
    std::map<std::string_view, Ids> by_bytes;
    // For strings and binaries: a search for the needles in the order of `by_bytes`, except for the empty one. Absent
    // if the needles are so large that the search would take too much memory.
    std::optional<MultiSearch> search;
    // The IDs of the needles of `search`, in the same order.
    std::vector<const Ids*> ids_in_order;
  };

  static void SearchBytes(const TypedNeedles& needles, std::string_view bytes, absl::FunctionRef<void(uint32_t)> found);
  static void MergeSet(const TypedNeedles& needles, SetView set, absl::FunctionRef<void(uint32_t)> found);

  TypedNeedles strings_;
  TypedNeedles numbers_;
  TypedNeedles binaries_;
  // By packed bytes, of any type.
  std::map<std::string_view, Ids> packed_;
};

}  // namespace holdfast
