// The values that a condition looks for in one attribute by several contains(): `contains(v, :a) OR contains(v, :b) …`.
// All are looked for in one pass over the attribute's value.
//
// Thread safety: immutable once made. It keeps views of the values.
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
  // What to look for, and the caller's number for it.
  explicit NeedleGroup(absl::Span<const std::pair<ValueView, uint32_t>> needles);
  NeedleGroup(NeedleGroup&&) = default;
  NeedleGroup& operator=(NeedleGroup&&) = default;

  // Whether looking for all at once in `container` is quicker than for one after the other.
  bool IsWorthwhile(ValueView container) const;
  // Calls `found(number)` for all that `container` contains.
  void Search(ValueView container, absl::FunctionRef<void(uint32_t)> found) const;

 private:
  using Numbers = std::vector<uint32_t>;
  // Needles of one type, by their bytes.
  struct TypedNeedles {
    std::map<std::string_view, Numbers> by_bytes;
    // For strings and binaries, in the order of `by_bytes`; nothing if they are so large that it would take more memory
    // than time matters.
    std::optional<MultiSearch> search;
    std::vector<const Numbers*> in_order;
  };

  static void SearchBytes(const TypedNeedles& needles, std::string_view bytes, absl::FunctionRef<void(uint32_t)> found);
  static void MergeSet(const TypedNeedles& needles, SetView set, absl::FunctionRef<void(uint32_t)> found);

  TypedNeedles strings_;
  TypedNeedles numbers_;
  TypedNeedles binaries_;
  // By packed bytes, of any type.
  std::map<std::string_view, Numbers> packed_;
};

}  // namespace holdfast
