#include "engine/values/document_path.h"

namespace holdfast {

std::string DocumentPath::ToText() const {
  std::string text = "[";
  for (const PathElement& element : elements) {
    if (text.size() > 1) text += ", ";
    text += element.is_index ? "[" + std::to_string(element.index) + "]" : element.name;
  }
  return text += "]";
}

std::optional<ValueView> Resolve(AttributeMapView item, const DocumentPath& path) {
  std::optional<ValueView> value = item.Find(path.attribute());
  for (size_t i = 1; value.has_value() && i < path.elements.size(); ++i) {
    const PathElement& element = path.elements[i];
    if (element.is_index) {
      value = value->type() == ValueType::kList ? value->list().At(element.index) : std::nullopt;
    } else {
      value = value->type() == ValueType::kMap ? value->map().Find(element.name) : std::nullopt;
    }
  }
  return value;
}

}  // namespace holdfast
