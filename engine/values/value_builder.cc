#include "engine/values/value_builder.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/base/limits.h"

namespace holdfast {
namespace {

void AppendVarint(size_t value, std::string* out) {
  while (value >= 0x80) {
    out->push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  out->push_back(static_cast<char>(value));
}

void WriteFixed32(size_t value, char* at) {
  const uint32_t fixed = static_cast<uint32_t>(value);
  std::memcpy(at, &fixed, sizeof fixed);
}

// The number of nesting levels of `value`: 1, plus for a list or map the levels of its most deeply nested element.
int Levels(ValueView value) {
  int deepest = 0;
  if (value.type() == ValueType::kList) {
    for (const ValueView element : value.list()) deepest = std::max(deepest, Levels(element));
  } else if (value.type() == ValueType::kMap) {
    for (const auto& [name, element] : value.map()) deepest = std::max(deepest, Levels(element));
  }
  return deepest + 1;
}

std::string_view LengthPrefixed(const std::string& packed, size_t at) {
  const packed::Length length = packed::ReadVarint(packed.data() + at);
  return {length.begin, length.bytes};
}

}  // namespace

void ValueBuilder::CheckElementLevel() {
  if (level_ + 1 > limits::kNestingLevelsMax) NoteTooManyLevels(level_ + 1);
}

void ValueBuilder::NoteTooManyLevels(int levels) {
  if (too_many_levels_ == 0) nesting_came_first_ = problem_ == nullptr;
  too_many_levels_ = std::max(too_many_levels_, levels);
}

void ValueBuilder::String(std::string_view text) {
  CheckElementLevel();
  packed_.push_back(static_cast<char>(ValueType::kString));
  AppendVarint(text.size(), &packed_);
  packed_.append(text);
}

void ValueBuilder::Binary(std::string_view bytes) {
  CheckElementLevel();
  packed_.push_back(static_cast<char>(ValueType::kBinary));
  AppendVarint(bytes.size(), &packed_);
  packed_.append(bytes);
}

void ValueBuilder::Number(std::string_view text) {
  const Result<holdfast::Number, NumberProblem> number = holdfast::Number::Parse(text);
  if (!number.ok()) {
    NoteProblem({ProblemKind(number.error()), std::string(text)});
    return Null();
  }
  Number(*number);
}

void ValueBuilder::Number(const holdfast::Number& number) {
  CheckElementLevel();
  packed_.push_back(static_cast<char>(ValueType::kNumber));
  packed_.push_back(static_cast<char>(number.bytes().size()));
  packed_.append(number.bytes());
}

void ValueBuilder::Bool(bool value) {
  CheckElementLevel();
  packed_.push_back(static_cast<char>(ValueType::kBool));
  packed_.push_back(value ? '\1' : '\0');
}

void ValueBuilder::Null() {
  CheckElementLevel();
  packed_.push_back(static_cast<char>(ValueType::kNull));
}

void ValueBuilder::Value(ValueView value) {
  // Most values are scalars, which need no walk.
  const bool container = value.type() == ValueType::kList || value.type() == ValueType::kMap;
  const int levels = level_ + (container ? Levels(value) : 1);
  if (levels > limits::kNestingLevelsMax) NoteTooManyLevels(levels);
  packed_.append(value.packed());
}

void ValueBuilder::Open(ValueType type) {
  const bool root_map = level_ < 0;
  if (!root_map) {
    CheckElementLevel();
    packed_.push_back(static_cast<char>(type));
  }
  frames_.push_back({type, packed_.size(), spans_.size(), true});
  packed_.append(8, '\0');
  ++level_;
}

void ValueBuilder::Close(const Frame& frame, uint32_t count) {
  WriteFixed32(packed_.size() - frame.header - 4, packed_.data() + frame.header);
  WriteFixed32(count, packed_.data() + frame.header + 4);
  spans_.resize(frame.first_span);
  frames_.pop_back();
  --level_;
}

void ValueBuilder::BeginMap() { Open(ValueType::kMap); }

void ValueBuilder::Name(std::string_view name) {
  Frame& frame = frames_.back();
  if (name.empty()) NoteProblem({ValueProblem::Kind::kEmptyAttributeName});
  if (name.size() > limits::kAttributeNameBytesMax) {
    NoteProblem({ValueProblem::Kind::kAttributeNameTooLong});
  }
  if (spans_.size() > frame.first_span) {
    spans_.back().end = Position();
    if (LengthPrefixed(packed_, spans_.back().begin) >= name) frame.in_order = false;
  }
  spans_.push_back({Position(), 0});
  AppendVarint(name.size(), &packed_);
  packed_.append(name);
}

void ValueBuilder::EndMap() {
  const Frame frame = frames_.back();
  if (spans_.size() > frame.first_span) spans_.back().end = Position();
  if (!frame.in_order) SortEntries(frame);
  Close(frame, static_cast<uint32_t>(spans_.size() - frame.first_span));
}

void ValueBuilder::SortEntries(const Frame& frame) {
  Spans entries(spans_.begin() + static_cast<std::ptrdiff_t>(frame.first_span), spans_.end());
  const auto name = [this](const Span& entry) { return LengthPrefixed(packed_, entry.begin); };
  // Among entries with the same name the last one sorts first, and std::unique keeps it.
  std::sort(entries.begin(), entries.end(), [&](const Span& a, const Span& b) {
    const int order = name(a).compare(name(b));
    return order != 0 ? order < 0 : a.begin > b.begin;
  });
  const auto same_name = [&](const Span& a, const Span& b) { return name(a) == name(b); };
  entries.erase(std::unique(entries.begin(), entries.end(), same_name), entries.end());
  unsorted_.push_back({frame.header, std::move(entries)});
}

// Copies a packed value, with the entries of its unsorted maps in order. A part without unsorted maps is copied as one
// block.
class ValueBuilder::SortedWriter {
 public:
  // `unsorted` ascends by header.
  SortedWriter(const std::string& packed, const std::vector<UnsortedMap>& unsorted)
      : packed_(packed), unsorted_(unsorted) {
    written_.reserve(packed.size());
  }

  // Copies the value from its type byte at `begin` to `end`.
  void CopyValue(size_t begin, size_t end) {
    const auto first = FirstUnsortedFrom(begin);
    if (first == unsorted_.end() || first->header >= end) {
      written_.append(packed_, begin, end - begin);
      return;
    }
    written_.push_back(packed_[begin]);
    CopyBody(static_cast<ValueType>(packed_[begin]), begin + 1);
  }

  // Copies the body of a list or map.
  void CopyBody(ValueType type, size_t header) {
    const size_t at = written_.size();
    written_.append(packed_, header, 8);
    const auto unsorted = FirstUnsortedFrom(header);
    if (unsorted != unsorted_.end() && unsorted->header == header) {
      for (const Span& entry : unsorted->entries) CopyEntry(entry.begin, entry.end);
      WriteFixed32(unsorted->entries.size(), written_.data() + at + 4);
    } else {
      CopyElements(type, header);
    }
    WriteFixed32(written_.size() - at - 4, written_.data() + at);
  }

  std::string Take() && { return std::move(written_); }

 private:
  std::vector<UnsortedMap>::const_iterator FirstUnsortedFrom(size_t header) const {
    return std::lower_bound(unsorted_.begin(), unsorted_.end(), header,
                            [](const UnsortedMap& map, size_t wanted) { return map.header < wanted; });
  }

  void CopyElements(ValueType type, size_t header) {
    const char* const base = packed_.data();
    const char* const end = base + header + 4 + packed::ReadFixed32(base + header);
    for (const char* at = base + header + 8; at != end;) {
      const char* value = at;
      if (type == ValueType::kMap) {
        const packed::Length name = packed::ReadVarint(at);
        value = name.begin + name.bytes;
      }
      const char* const next = packed::SkipValue(value);
      written_.append(at, static_cast<size_t>(value - at));
      CopyValue(static_cast<size_t>(value - base), static_cast<size_t>(next - base));
      at = next;
    }
  }

  void CopyEntry(size_t begin, size_t end) {
    const packed::Length name = packed::ReadVarint(packed_.data() + begin);
    const size_t value = static_cast<size_t>(name.begin - packed_.data()) + name.bytes;
    written_.append(packed_, begin, value - begin);
    CopyValue(value, end);
  }

  const std::string& packed_;
  const std::vector<UnsortedMap>& unsorted_;
  std::string written_;
};

void ValueBuilder::SortMaps() {
  if (unsorted_.empty()) return;
  // unsorted_ has the order in which the maps ended: the innermost first.
  std::sort(unsorted_.begin(), unsorted_.end(),
            [](const UnsortedMap& a, const UnsortedMap& b) { return a.header < b.header; });
  SortedWriter writer(packed_, unsorted_);
  if (root_ == Root::kMap) {
    writer.CopyBody(ValueType::kMap, 0);
  } else {
    writer.CopyValue(0, packed_.size());
  }
  packed_ = std::move(writer).Take();
}

void ValueBuilder::BeginList() { Open(ValueType::kList); }

void ValueBuilder::EndList() {
  const Frame frame = frames_.back();
  uint32_t count = 0;
  const char* const end = packed_.data() + packed_.size();
  for (const char* at = packed_.data() + frame.header + 8; at != end; at = packed::SkipValue(at)) ++count;
  Close(frame, count);
}

void ValueBuilder::BeginSet(ValueType set_type) { Open(set_type); }

void ValueBuilder::Element(std::string_view element) {
  Frame& frame = frames_.back();
  const uint32_t begin = Position();
  if (frame.type == ValueType::kNumberSet) {
    const Result<holdfast::Number, NumberProblem> number = holdfast::Number::Parse(element);
    if (!number.ok()) return NoteProblem({ProblemKind(number.error()), std::string(element)});
    AppendVarint(number->bytes().size(), &packed_);
    packed_.append(number->bytes());
  } else {
    AppendVarint(element.size(), &packed_);
    packed_.append(element);
  }
  if (spans_.size() > frame.first_span &&
      LengthPrefixed(packed_, spans_.back().begin) >= LengthPrefixed(packed_, begin)) {
    frame.in_order = false;
  }
  spans_.push_back({begin, Position()});
}

void ValueBuilder::EndSet() {
  const Frame frame = frames_.back();
  if (spans_.size() == frame.first_span) {
    NoteProblem({frame.type == ValueType::kStringSet   ? ValueProblem::Kind::kEmptyStringSet
                 : frame.type == ValueType::kNumberSet ? ValueProblem::Kind::kEmptyNumberSet
                                                       : ValueProblem::Kind::kEmptyBinarySet});
  } else if (!frame.in_order) {
    SortAndCheckMembers(frame);
  }
  Close(frame, static_cast<uint32_t>(spans_.size() - frame.first_span));
}

void ValueBuilder::SortAndCheckMembers(const Frame& frame) {
  const auto bytes = [this](const Span& member) { return LengthPrefixed(packed_, member.begin); };
  const auto members = spans_.begin() + static_cast<std::ptrdiff_t>(frame.first_span);
  std::sort(members, spans_.end(), [&](const Span& a, const Span& b) { return bytes(a) < bytes(b); });
  const auto repeated =
      std::adjacent_find(members, spans_.end(), [&](const Span& a, const Span& b) { return bytes(a) == bytes(b); });
  const size_t body = frame.header + 8;
  if (repeated != spans_.end() && problem_ == nullptr) {
    if (frame.type == ValueType::kNumberSet) {
      NoteProblem({ValueProblem::Kind::kDuplicateNumbers});
    } else {
      const bool strings = frame.type == ValueType::kStringSet;
      NoteProblem({strings ? ValueProblem::Kind::kDuplicateStrings : ValueProblem::Kind::kDuplicateBinaries,
                   {},
                   packed_.substr(body)});
    }
  }
  std::string sorted;
  sorted.reserve(packed_.size() - body);
  for (auto member = members; member != spans_.end(); ++member) {
    sorted.append(packed_, member->begin, member->end - member->begin);
  }
  packed_.replace(body, std::string::npos, sorted);
}

void ValueBuilder::NoteProblem(ValueProblem problem) {
  if (problem_ == nullptr) problem_ = std::make_shared<const ValueProblem>(std::move(problem));
}

void ValueBuilder::NoteProblemOf(const AttributeValue& value) { NoteProblemOf(value.problem_); }
void ValueBuilder::NoteProblemOf(const AttributeMap& map) { NoteProblemOf(map.problem_); }

void ValueBuilder::NoteProblemOf(const std::shared_ptr<const ValueProblem>& problem) {
  if (problem == nullptr) return;
  if (problem->kind == ValueProblem::Kind::kTooDeep) {
    NoteTooManyLevels(problem->levels);
    if (problem_ == nullptr) problem_ = problem->other;
    return;
  }
  if (problem_ == nullptr) problem_ = problem;
  if (problem->other != nullptr) NoteTooManyLevels(problem->other->levels);
}

std::shared_ptr<const ValueProblem> ValueBuilder::TakeProblem() {
  if (too_many_levels_ == 0) return std::move(problem_);
  ValueProblem nesting{ValueProblem::Kind::kTooDeep};
  nesting.levels = too_many_levels_;
  if (nesting_came_first_) {
    nesting.other = std::move(problem_);
    return std::make_shared<const ValueProblem>(std::move(nesting));
  }
  // The problem may list the members of a large set, so it is not copied again for every enclosing value.
  if (problem_->other != nullptr && problem_->other->levels == too_many_levels_) return std::move(problem_);
  ValueProblem first = *problem_;
  first.other = std::make_shared<const ValueProblem>(std::move(nesting));
  return std::make_shared<const ValueProblem>(std::move(first));
}

AttributeValue ValueBuilder::TakeValue() && {
  SortMaps();
  AttributeValue value;
  value.packed_ = std::move(packed_);
  value.problem_ = TakeProblem();
  return value;
}

AttributeMap ValueBuilder::TakeMap() && {
  SortMaps();
  AttributeMap map;
  map.packed_ = std::move(packed_);
  map.problem_ = TakeProblem();
  return map;
}

}  // namespace holdfast
