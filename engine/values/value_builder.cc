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

// How many levels `value` takes: 1 for a scalar, more for what it contains.
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

void ValueBuilder::CountElement() {
  if (level_ + 1 > limits::kNestingLevelsMax) NoteProblem({ValueProblem::Kind::kTooDeep});
}

void ValueBuilder::String(std::string_view text) {
  CountElement();
  packed_.push_back(static_cast<char>(ValueType::kString));
  AppendVarint(text.size(), &packed_);
  packed_.append(text);
}

void ValueBuilder::Binary(std::string_view bytes) {
  CountElement();
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
  CountElement();
  packed_.push_back(static_cast<char>(ValueType::kNumber));
  packed_.push_back(static_cast<char>(number.bytes().size()));
  packed_.append(number.bytes());
}

void ValueBuilder::Bool(bool value) {
  CountElement();
  packed_.push_back(static_cast<char>(ValueType::kBool));
  packed_.push_back(value ? '\1' : '\0');
}

void ValueBuilder::Null() {
  CountElement();
  packed_.push_back(static_cast<char>(ValueType::kNull));
}

void ValueBuilder::Value(ValueView value) {
  // Most values are shallow scalars: only containers are worth a walk.
  const bool container = value.type() == ValueType::kList || value.type() == ValueType::kMap;
  if (level_ + (container ? Levels(value) : 1) > limits::kNestingLevelsMax) {
    NoteProblem({ValueProblem::Kind::kTooDeep});
  }
  packed_.append(value.packed());
}

void ValueBuilder::Open(ValueType type) {
  const bool root_map = level_ < 0;
  if (!root_map) {
    CountElement();
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
    NoteProblem({ValueProblem::Kind::kAttributeNameTooLong, std::string(name)});
  }
  if (spans_.size() > frame.first_span) {
    spans_.back().end = packed_.size();
    if (LengthPrefixed(packed_, spans_.back().begin) >= name) frame.in_order = false;
  }
  spans_.push_back({packed_.size(), 0});
  AppendVarint(name.size(), &packed_);
  packed_.append(name);
}

void ValueBuilder::EndMap() {
  const Frame frame = frames_.back();
  if (spans_.size() > frame.first_span) spans_.back().end = packed_.size();
  if (!frame.in_order) SortEntries(frame);
  Close(frame, static_cast<uint32_t>(spans_.size() - frame.first_span));
}

void ValueBuilder::SortEntries(const Frame& frame) {
  Spans entries(spans_.begin() + static_cast<std::ptrdiff_t>(frame.first_span), spans_.end());
  const auto name = [this](const Span& entry) { return LengthPrefixed(packed_, entry.begin); };
  // Of entries with one name the last comes first, and stays.
  std::sort(entries.begin(), entries.end(), [&](const Span& a, const Span& b) {
    const int order = name(a).compare(name(b));
    return order != 0 ? order < 0 : a.begin > b.begin;
  });
  const auto same_name = [&](const Span& a, const Span& b) { return name(a) == name(b); };
  entries.erase(std::unique(entries.begin(), entries.end(), same_name), entries.end());
  Rewrite(frame, entries);
}

void ValueBuilder::Rewrite(const Frame& frame, absl::Span<const Span> kept) {
  const size_t body = frame.header + 8;
  std::string sorted;
  sorted.reserve(packed_.size() - body);
  for (const Span& span : kept) sorted.append(packed_, span.begin, span.end - span.begin);
  packed_.resize(body);
  packed_.append(sorted);
  spans_.resize(frame.first_span + kept.size());
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

void ValueBuilder::Element(std::string_view member) {
  Frame& frame = frames_.back();
  const size_t begin = packed_.size();
  if (frame.type == ValueType::kNumberSet) {
    const Result<holdfast::Number, NumberProblem> number = holdfast::Number::Parse(member);
    if (!number.ok()) return NoteProblem({ProblemKind(number.error()), std::string(member)});
    AppendVarint(number->bytes().size(), &packed_);
    packed_.append(number->bytes());
  } else {
    AppendVarint(member.size(), &packed_);
    packed_.append(member);
  }
  if (spans_.size() > frame.first_span &&
      LengthPrefixed(packed_, spans_.back().begin) >= LengthPrefixed(packed_, begin)) {
    frame.in_order = false;
  }
  spans_.push_back({begin, packed_.size()});
}

void ValueBuilder::EndSet() {
  const Frame frame = frames_.back();
  if (spans_.size() == frame.first_span) {
    NoteProblem({frame.type == ValueType::kStringSet   ? ValueProblem::Kind::kEmptyStringSet
                 : frame.type == ValueType::kNumberSet ? ValueProblem::Kind::kEmptyNumberSet
                                                       : ValueProblem::Kind::kEmptyBinarySet});
  } else if (!frame.in_order) {
    CheckMembers(frame);
  }
  Close(frame, static_cast<uint32_t>(spans_.size() - frame.first_span));
}

void ValueBuilder::CheckMembers(const Frame& frame) {
  const Spans members(spans_.begin() + static_cast<std::ptrdiff_t>(frame.first_span), spans_.end());
  const auto bytes = [this](const Span& member) { return LengthPrefixed(packed_, member.begin); };
  Spans sorted = members;
  std::sort(sorted.begin(), sorted.end(), [&](const Span& a, const Span& b) { return bytes(a) < bytes(b); });
  const auto repeated = std::adjacent_find(sorted.begin(), sorted.end(),
                                           [&](const Span& a, const Span& b) { return bytes(a) == bytes(b); });
  if (repeated != sorted.end()) {
    ValueProblem problem{frame.type == ValueType::kStringSet   ? ValueProblem::Kind::kDuplicateStrings
                         : frame.type == ValueType::kNumberSet ? ValueProblem::Kind::kDuplicateNumbers
                                                               : ValueProblem::Kind::kDuplicateBinaries};
    for (const Span& member : members) problem.members.emplace_back(bytes(member));
    NoteProblem(std::move(problem));
  }
  Rewrite(frame, sorted);
}

void ValueBuilder::NoteProblem(ValueProblem problem) {
  if (problem_ == nullptr) problem_ = std::make_shared<const ValueProblem>(std::move(problem));
}

AttributeValue ValueBuilder::TakeValue() && {
  AttributeValue value;
  value.packed_ = std::move(packed_);
  value.problem_ = std::move(problem_);
  return value;
}

AttributeMap ValueBuilder::TakeMap() && {
  AttributeMap map;
  map.packed_ = std::move(packed_);
  map.problem_ = std::move(problem_);
  return map;
}

}  // namespace holdfast
