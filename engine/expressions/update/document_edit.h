// Changing some paths of an item: one walk over its bytes, in which everything untouched is copied in runs and only the
// documents that contain a changed path are taken apart.
#pragma once

#include <cstdint>
#include <optional>

#include "absl/types/span.h"
#include "engine/expressions/syntax/path_order.h"
#include "engine/values/attribute_value.h"
#include "engine/values/document_path.h"
#include "engine/values/value_view.h"

namespace holdfast {

struct Edit {
  enum class Kind : uint8_t {
    kSet,     // to `value`, creating it
    kRemove,  // if it is there
    kKeep,    // as it is; but its parent must exist
  };
  Kind kind = Kind::kKeep;
  std::optional<ValueView> value = std::nullopt;
};

// The item with `edits[i]` done at `paths[i]`; no path may be, contain or conflict with another. `order` is the paths'
// order. List indexes are those of the list as it was; what is set past its end is appended in ascending order.
// Nothing if a path's parent is missing or of another type.
std::optional<AttributeMap> EditDocument(AttributeMapView before, absl::Span<const DocumentPath> paths,
                                         const PathOrder& order, absl::Span<const Edit> edits);

}  // namespace holdfast
