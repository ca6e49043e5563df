// Packs AttributeValues from a walk over them, whatever they come from: JSON, an edited item, a caller's code.
//
//   ValueBuilder builder(ValueBuilder::Root::kMap);      an item
//   builder.BeginMap();
//   builder.Name("pk");  builder.String("PROVIDER#1");
//   builder.Name("tags"); builder.BeginSet(ValueType::kStringSet); builder.Element("a"); builder.EndSet();
//   builder.EndMap();
//   AttributeMap item = std::move(builder).TakeMap();
//
// Entries and set members may come in any order; of two entries with one name the later wins. What breaks DynamoDB's
// rules is noted as the value's problem (the first one found is kept) and the walk goes on. Not thread-safe.
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
  // Whether the outermost thing is a value (nesting level 1) or an item (whose attributes are level 1).
  enum class Root { kValue, kMap };
  explicit ValueBuilder(Root root) : root_(root), level_(root == Root::kMap ? -1 : 0) {
    // Most items fit, and need no more than this one block.
    if (root == Root::kMap) packed_.reserve(kItemBytesExpected);
  }

  void String(std::string_view text);
  void Binary(std::string_view bytes);
  // Parses; a bad number is noted as the problem.
  void Number(std::string_view text);
  void Number(const holdfast::Number& number);
  void Bool(bool value);
  void Null();
  // A copy of a packed value, of which the nesting is checked.
  void Value(ValueView value);

  void BeginMap();
  // Names the value that follows, inside a map.
  void Name(std::string_view name);
  void EndMap();
  void BeginList();
  void EndList();
  void BeginSet(ValueType set_type);
  // A member of an SS or BS as bytes, of an NS as the number's text.
  void Element(std::string_view member);
  void EndSet();

  // Notes a problem other than nesting, which is noticed here, unless there already is one.
  void NoteProblem(ValueProblem problem);
  // Likewise the problems of another value, which both then share, its nesting included.
  void NoteProblemOf(const AttributeValue& value);
  void NoteProblemOf(const AttributeMap& map);
  bool has_problem() const { return problem_ != nullptr || too_many_levels_ > 0; }

  AttributeValue TakeValue() &&;
  AttributeMap TakeMap() &&;

 private:
  // Of packed_, whose sizes have 32 bits.
  struct Span {
    uint32_t begin;
    uint32_t end;
  };
  struct Frame {
    ValueType type;
    size_t header;      // where the body byte count is
    size_t first_span;  // its elements' spans are spans_[first_span...]
    bool in_order;      // so far, each name came after the one before it
  };

  // The largest block that allocators hand out as quickly as a small one.
  static constexpr size_t kItemBytesExpected = 1'000;
  // As many as an item mostly has.
  using Spans = absl::InlinedVector<Span, 16>;

  // A map whose entries came out of order. They are put in order when the whole is complete: one copy of its bytes,
  // where sorting each map as it ends would copy the innermost ones once for every map around them.
  struct UnsortedMap {
    size_t header;
    std::vector<Span> entries;  // as they are to be
  };
  class SortedWriter;

  void Open(ValueType type);
  void Close(const Frame& frame, uint32_t count);
  void CountElement();
  void NoteLevels(int levels);
  void NoteProblemOf(const std::shared_ptr<const ValueProblem>& problem);
  std::shared_ptr<const ValueProblem> TakeProblem();
  void SortEntries(const Frame& frame);
  void CheckMembers(const Frame& frame);
  void SortMaps();
  uint32_t Position() const { return static_cast<uint32_t>(packed_.size()); }

  const Root root_;
  std::string packed_;
  absl::InlinedVector<Frame, 4> frames_;
  Spans spans_;  // of the entries or members of the open maps and sets
  std::vector<UnsortedMap> unsorted_;
  int level_;
  // The first that is not the nesting.
  std::shared_ptr<const ValueProblem> problem_;
  // How many levels there are, if there are too many; otherwise 0.
  int too_many_levels_ = 0;
  bool nesting_came_first_ = false;
};

}  // namespace holdfast
