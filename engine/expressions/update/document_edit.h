// Changes some paths of an item in one pass over its bytes. Unchanged bytes are copied in runs; only documents that
// contain a changed path are parsed.
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
    kSet,     // sets or creates the value
    kRemove,  // removes the value if it exists
    kKeep,    // changes nothing, but the parent must exist
  };
  Kind kind = Kind::kKeep;
  std::optional<ValueView> value = std::nullopt;
};

// Returns the item with `edits[i]` applied to `paths[i]`. No path may overlap or conflict with another one. `order` is
// the order of `paths` (OrderPaths), perhaps without some of them, which are then not edited. List indexes refer to the
// list before the edits; values that are set past its end are appended in the order of their indexes. Returns nothing
// if the parent of an edited path is missing or of another type.
std::optional<AttributeMap> EditDocument(AttributeMapView before, absl::Span<const DocumentPath> paths,
                                         const PathOrder& order, absl::Span<const Edit> edits);

}  // namespace holdfast
