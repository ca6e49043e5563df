#include "engine/expressions/update/document_edit.h"

#include <string>

#include "engine/expressions/syntax/path_order.h"
#include "engine/expressions/update/packed_writer.h"

namespace holdfast {
namespace {

class Editor {
 public:
  Editor(absl::Span<const DocumentPath> paths, const PathOrder& order, absl::Span<const Edit> edits, std::string* out)
      : paths_(paths), order_(order), edits_(edits), out_(out) {}

  // Writes the body of `map` with the edits of the paths order_[first, last), whose elements before `depth` lead to
  // `map`. Returns false if a path does not fit the document.
  bool EditMap(AttributeMapView map, size_t first, size_t last, size_t depth) {
    const std::string_view packed = map.packed();
    const char* const end = packed.data() + packed.size();
    const char* at = packed.data() + 8;
    const char* run = at;  // the begin of the bytes that are not copied yet
    size_t count = map.size();
    const size_t header = packed::OpenBody(out_);
    for (size_t next = 0; first < last; first = next) {
      next = RunEnd(order_, first, last, depth);
      const DocumentPath& path = paths_[order_.positions[first]];
      const std::string_view name = path.elements[depth].name;
      const char* value = nullptr;
      while (at != end) {
        const packed::Length entry = packed::ReadVarint(at);
        const int compared = std::string_view(entry.begin, entry.bytes).compare(name);
        if (compared >= 0) {
          if (compared == 0) value = entry.begin + entry.bytes;
          break;
        }
        at = packed::SkipValue(entry.begin + entry.bytes);
      }
      packed::AppendRange(run, at, out_);
      run = at;
      if (depth + 1 == path.elements.size()) {
        const Edit& edit = edits_[order_.positions[first]];
        if (edit.kind == Edit::Kind::kKeep) continue;
        if (value != nullptr) {
          run = at = packed::SkipValue(value);
          --count;
        }
        if (edit.kind == Edit::Kind::kRemove) continue;
        packed::AppendBytes(name, out_);
        out_->append(edit.value->packed());
        ++count;
      } else {
        if (value == nullptr) return false;
        packed::AppendBytes(name, out_);
        if (!EditContained(ValueView(value), first, next, depth + 1)) return false;
        run = at = packed::SkipValue(value);
      }
    }
    packed::AppendRange(run, end, out_);
    packed::CloseBody(header, count, out_);
    return true;
  }

 private:
  bool EditContained(ValueView value, size_t first, size_t last, size_t depth) {
    const bool in_list = paths_[order_.positions[first]].elements[depth].is_index;
    if (value.type() != (in_list ? ValueType::kList : ValueType::kMap)) return false;
    packed::AppendType(value.type(), out_);
    return in_list ? EditList(value, first, last, depth) : EditMap(value.map(), first, last, depth);
  }

  bool EditList(ValueView list, size_t first, size_t last, size_t depth) {
    const std::string_view packed = list.packed();
    const char* const end = packed.data() + packed.size();
    const char* at = packed.data() + 1 + 8;
    const char* run = at;
    const size_t size = list.list().size();
    size_t count = size;
    size_t index = 0;
    const size_t header = packed::OpenBody(out_);
    for (size_t next = 0; first < last; first = next) {
      next = RunEnd(order_, first, last, depth);
      const DocumentPath& path = paths_[order_.positions[first]];
      const size_t wanted = path.elements[depth].index;
      for (; index < size && index < wanted; ++index) at = packed::SkipValue(at);
      const bool present = index < size;
      packed::AppendRange(run, at, out_);
      run = at;
      if (depth + 1 == path.elements.size()) {
        const Edit& edit = edits_[order_.positions[first]];
        if (edit.kind == Edit::Kind::kKeep) continue;
        if (present) {
          run = at = packed::SkipValue(at);
          ++index;
          --count;
        }
        if (edit.kind == Edit::Kind::kRemove) continue;
        out_->append(edit.value->packed());
        ++count;
      } else {
        if (!present || !EditContained(ValueView(at), first, next, depth + 1)) return false;
        run = at = packed::SkipValue(at);
        ++index;
      }
    }
    packed::AppendRange(run, end, out_);
    packed::CloseBody(header, count, out_);
    return true;
  }

  const absl::Span<const DocumentPath> paths_;
  const PathOrder& order_;
  const absl::Span<const Edit> edits_;
  std::string* const out_;
};

}  // namespace

std::optional<AttributeMap> EditDocument(AttributeMapView before, absl::Span<const DocumentPath> paths,
                                         const PathOrder& order, absl::Span<const Edit> edits) {
  size_t bytes = before.packed().size();
  for (size_t i = 0; i < edits.size(); ++i) {
    // A new entry takes the bytes of its name and of its value, and at most 5 bytes for the length of the name.
    if (edits[i].kind == Edit::Kind::kSet) {
      bytes += edits[i].value->packed().size() + paths[i].elements.back().name.size() + 5;
    }
  }
  std::string packed;
  packed.reserve(bytes);
  if (!Editor(paths, order, edits, &packed).EditMap(before, 0, order.size(), 0)) return std::nullopt;
  return AttributeMap::FromPacked(std::move(packed));
}

}  // namespace holdfast
