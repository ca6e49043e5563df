// A path into an item: `a.b[2].c`, with every placeholder resolved.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "engine/values/value_view.h"

namespace holdfast {

// A map entry's name, or a list index.
struct PathElement {
  std::string name;    // empty for an index
  uint32_t index = 0;  // meaningful if `is_index`
  bool is_index = false;

  static PathElement Name(std::string name) { return {std::move(name), 0, false}; }
  static PathElement Index(uint32_t index) { return {{}, index, true}; }
  friend bool operator==(const PathElement&, const PathElement&) = default;
};

struct DocumentPath {
  // The first is always a name: the top-level attribute.
  absl::InlinedVector<PathElement, 1> elements;

  const std::string& attribute() const { return elements.front().name; }
  bool nested() const { return elements.size() > 1; }
  // As DynamoDB's messages show it: `[a, b, [3]]`.
  std::string ToText() const;
  friend bool operator==(const DocumentPath&, const DocumentPath&) = default;
};

// The value at `path`. Nothing if a name or index in the path does not exist, a name follows a value that is not a map,
// or an index follows a value that is not a list.
std::optional<ValueView> Resolve(AttributeMapView item, const DocumentPath& path);

}  // namespace holdfast
