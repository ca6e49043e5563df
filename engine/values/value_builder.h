// Builds packed AttributeValues from a sequence of calls, for example by the JSON reader or by the update of an item.
//
//   ValueBuilder builder(ValueBuilder::Root::kMap);      an item
//   builder.BeginMap();
//   builder.Name("pk");  builder.String("PROVIDER#1");
//   builder.Name("tags"); builder.BeginSet(ValueType::kStringSet); builder.Element("a"); builder.EndSet();
//   builder.EndMap();
//   AttributeMap item = std::move(builder).TakeMap();
//
// Entries and set members may come in any order. If two entries have the same name, the later one wins. If a call
// breaks one of DynamoDB's rules, the builder notes that as the value's problem (of several problems only the first,
// except that too deep a nesting is noted besides another one) and goes on. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "engine/values/attribute_value.h"
#include "engine/values/number.h"

namespace holdfast {

class ValueBuilder {
 public:
  // Whether the result is a value (on nesting level 1) or an item (whose attributes are on level 1).
  enum class Root { kValue, kMap };
  explicit ValueBuilder(Root root) : root_(root), level_(root == Root::kMap ? -1 : 0) {
    // Most items fit into this one block.
    if (root == Root::kMap) packed_.reserve(kItemBytesReserved);
  }

  void String(std::string_view text);
  void Binary(std::string_view bytes);
  // Parses `text`; an invalid number is noted as the value's problem.
  void Number(std::string_view text);
  void Number(const holdfast::Number& number);
  void Bool(bool value);
  void Null();
  // Adds a copy of a packed value and checks its nesting.
  void Value(ValueView value);

  void BeginMap();
  // Names the value that follows, inside a map.
  void Name(std::string_view name);
  void EndMap();
  void BeginList();
  void EndList();
  void BeginSet(ValueType set_type);
  // Adds a member: its bytes for an SS or BS, the number's text for an NS.
  void Element(std::string_view element);
  void EndSet();

  // Notes a problem, unless there already is one. Not for nesting, which the builder itself checks.
  void NoteProblem(ValueProblem problem);
  // Notes the problems of another value, nesting included. Both values then share them.
  void NoteProblemOf(const AttributeValue& value);
  void NoteProblemOf(const AttributeMap& map);

  AttributeValue TakeValue() &&;
  AttributeMap TakeMap() &&;

 private:
  // A range of packed_. Sizes in the packed form have 32 bits.
  struct Span {
    uint32_t begin;
    uint32_t end;
  };
  struct Frame {
    ValueType type;
    size_t header;      // the position of the body byte count
    size_t first_span;  // its elements' spans are spans_[first_span...]
    bool in_order;      // each name or member so far is greater than the one before it
  };

  // About the largest block that allocators hand out as quickly as a small one.
  static constexpr size_t kItemBytesReserved = 1'000;
  // Inline for the number of attributes that most items have.
  using Spans = absl::InlinedVector<Span, 16>;

  // A map whose entries came out of order. All such maps are sorted when the whole value is complete, in one copy of
  // its bytes. Sorting each map when it ends would copy the innermost maps once for every enclosing map.
  struct UnsortedMap {
    size_t header;
    Spans entries;  // in their final order
  };
  class SortedWriter;

  void Open(ValueType type);
  void Close(const Frame& frame, uint32_t count);
  void CheckElementLevel();
  void NoteTooManyLevels(int levels);
  void NoteProblemOf(const std::shared_ptr<const ValueProblem>& problem);
  std::shared_ptr<const ValueProblem> TakeProblem();
  void SortEntries(const Frame& frame);
  void SortAndCheckMembers(const Frame& frame);
  void SortMaps();
  uint32_t Position() const { return static_cast<uint32_t>(packed_.size()); }

  const Root root_;
  std::string packed_;
  absl::InlinedVector<Frame, 4> frames_;
  Spans spans_;  // of the entries or members of the open maps and sets
  std::vector<UnsortedMap> unsorted_;
  // The nesting level of the innermost open list, map or set; 0 for the map of an item. While none is open, -1 for an
  // item and 0 for a value.
  int level_;
  // The first problem other than nesting.
  std::shared_ptr<const ValueProblem> problem_;
  // The number of nesting levels if it exceeds the limit; otherwise 0.
  int too_many_levels_ = 0;
  bool nesting_came_first_ = false;
};

}  // namespace holdfast
