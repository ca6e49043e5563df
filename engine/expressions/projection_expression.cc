#include "engine/expressions/projection_expression.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/types/span.h"
#include "engine/expressions/syntax/path_order.h"
#include "engine/expressions/syntax/resolved_expression.h"
#include "engine/expressions/syntax/static_checks.h"
#include "engine/expressions/update/packed_writer.h"
#include "engine/values/value_builder.h"

namespace holdfast {
namespace {

// Projects an item in one pass over its bytes and the paths, which are in the same order. The header of a document is
// written before its paths are resolved; if none of them resolves, the output is truncated again.
class Projector {
 public:
  Projector(absl::Span<const DocumentPath> paths, const PathOrder& order, std::string* out)
      : paths_(paths), order_(order), out_(out) {}

  // Writes the body of a map with the parts of `map` to which the paths order_[first, last) lead. The elements of these
  // paths before `depth` lead to `map`. Returns the number of entries.
  size_t ProjectMap(AttributeMapView map, size_t first, size_t last, size_t depth) {
    const size_t header = packed::OpenBody(out_);
    size_t count = 0;
    AttributeMapView::Iterator at = map.begin();
    for (size_t next = 0; first < last; first = next) {
      next = RunEnd(order_, first, last, depth);
      const PathElement& element = Element(first, depth);
      if (element.is_index) break;  // names come before indexes, and indexes are for lists
      while (at != map.end() && (*at).name < element.name) ++at;
      if (at == map.end()) break;
      if ((*at).name != element.name) continue;
      const size_t before = out_->size();
      packed::AppendBytes(element.name, out_);
      if (ProjectValue((*at).value, first, next, depth + 1)) {
        ++count;
      } else {
        out_->resize(before);
      }
    }
    packed::CloseBody(header, count, out_);
    return count;
  }

 private:
  const PathElement& Element(size_t path, size_t depth) const { return paths_[order_.positions[path]].elements[depth]; }

  bool ProjectValue(ValueView value, size_t first, size_t last, size_t depth) {
    // The shortest path comes first. If it ends here, the whole value is projected, which includes all longer paths.
    if (paths_[order_.positions[first]].elements.size() == depth) {
      out_->append(value.packed());
      return true;
    }
    const bool is_map = value.type() == ValueType::kMap;
    if (!is_map && value.type() != ValueType::kList) return false;
    const size_t before = out_->size();
    packed::AppendType(value.type(), out_);
    const size_t count =
        is_map ? ProjectMap(value.map(), first, last, depth) : ProjectList(value.list(), first, last, depth);
    if (count == 0) out_->resize(before);
    return count > 0;
  }

  size_t ProjectList(ListView list, size_t first, size_t last, size_t depth) {
    const size_t header = packed::OpenBody(out_);
    size_t count = 0;
    size_t index = 0;
    ListView::Iterator at = list.begin();
    for (size_t next = 0; first < last; first = next) {
      next = RunEnd(order_, first, last, depth);
      const PathElement& element = Element(first, depth);
      if (!element.is_index) continue;
      for (; at != list.end() && index < element.index; ++index) ++at;
      if (at == list.end()) break;
      if (ProjectValue(*at, first, next, depth + 1)) ++count;
    }
    packed::CloseBody(header, count, out_);
    return count;
  }

  const absl::Span<const DocumentPath> paths_;
  const PathOrder& order_;
  std::string* const out_;
};

AttributeMap ProjectNamed(AttributeMapView item, absl::Span<const DocumentPath> paths,
                          absl::Span<const std::string> names) {
  ValueBuilder builder(ValueBuilder::Root::kMap);
  builder.BeginMap();
  for (size_t i = 0; i < paths.size(); ++i) {
    const std::optional<ValueView> value = Resolve(item, paths[i]);
    if (!value.has_value()) continue;
    builder.Name(names[i]);
    builder.Value(*value);
  }
  builder.EndMap();
  return std::move(builder).TakeMap();
}

AttributeMap Project(AttributeMapView item, absl::Span<const DocumentPath> paths, const PathOrder& order) {
  std::string packed;
  Projector(paths, order, &packed).ProjectMap(item, 0, order.size(), 0);
  return AttributeMap::FromPacked(std::move(packed));
}

}  // namespace

Result<ProjectionExpression> ProjectionExpression::Parse(std::string_view text, Placeholders* placeholders) {
  HOLDFAST_ASSIGN_OR_RETURN(
      const ResolvedExpressionRef resolved,
      ResolveExpression(ExpressionKind::kProjection, text, /*allow_arithmetic=*/false, placeholders));
  HOLDFAST_RETURN_IF_ERROR(CheckNamesDefined(*resolved));
  const ExpressionShape& shape = resolved->shape;
  HOLDFAST_RETURN_IF_ERROR(CheckPathsUnrelated(*resolved->parsed, shape.paths, shape.order));
  return ProjectionExpression({resolved, &shape});
}

ProjectionExpression ProjectionExpression::FromAttributeNames(const std::vector<std::string>& names) {
  std::vector<DocumentPath> paths(names.size());
  for (size_t i = 0; i < names.size(); ++i) paths[i].elements.push_back(PathElement::Name(names[i]));
  return ProjectionExpression(std::move(paths));
}

ProjectionExpression::ProjectionExpression(std::vector<DocumentPath> paths) {
  ExpressionShape shape;
  shape.order = OrderPaths(paths);
  shape.paths = std::move(paths);
  shape_ = std::make_shared<ExpressionShape>(std::move(shape));
}

ProjectionExpression::ProjectionExpression(std::vector<DocumentPath> paths, std::vector<std::string> result_names)
    : ProjectionExpression(std::move(paths)) {
  const std::vector<DocumentPath>& all = shape_->paths;
  // The result name of a path that is not nested is its attribute's name, so nothing has to be renamed.
  if (std::none_of(all.begin(), all.end(), [](const DocumentPath& path) { return path.nested(); })) return;
  result_names_ = std::make_shared<const std::vector<std::string>>(std::move(result_names));
}

AttributeMap ProjectionExpression::Apply(AttributeMapView item) const {
  if (result_names_ != nullptr) return ProjectNamed(item, shape_->paths, *result_names_);
  return Project(item, shape_->paths, shape_->order);
}

AttributeMap ProjectPaths(AttributeMapView item, const std::vector<DocumentPath>& paths) {
  return Project(item, paths, OrderPaths(paths));
}

}  // namespace holdfast
