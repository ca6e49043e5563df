// Owning AttributeValues and maps of them, as callers pass them to the engine and receive them from it.
//
// A value that breaks one of DynamoDB's rules (a malformed number, an empty set, …) can be constructed. It has a
// `problem()`, and the operation that receives it returns DynamoDB's ValidationException. The bytes of such a value
// must not be read, unless its only problem is its nesting.
#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/values/value_problem.h"
#include "engine/values/value_view.h"

namespace holdfast {

class AttributeMap;

class AttributeValue {
 public:
  // A NULL.
  AttributeValue();
  // A copy of `view`.
  explicit AttributeValue(ValueView view) : packed_(view.packed()) {}

  static AttributeValue String(std::string_view text);
  static AttributeValue Number(std::string_view text);
  static AttributeValue Number(int64_t value);
  static AttributeValue Binary(std::string_view bytes);
  static AttributeValue Bool(bool value);
  static AttributeValue Null() { return AttributeValue(); }
  static AttributeValue StringSet(const std::vector<std::string>& members);
  static AttributeValue NumberSet(const std::vector<std::string>& members);
  static AttributeValue BinarySet(const std::vector<std::string>& members);
  static AttributeValue List(const std::vector<AttributeValue>& elements);
  static AttributeValue Map(const AttributeMap& entries);

  ValueView view() const { return ValueView(packed_.data()); }
  ValueType type() const { return view().type(); }
  // Null if the value is valid; otherwise the problem that was found first while the value was built.
  const ValueProblem* problem() const { return problem_.get(); }

  friend bool operator==(const AttributeValue& a, const AttributeValue& b) { return a.packed_ == b.packed_; }

 private:
  friend class ValueBuilder;
  std::string packed_;
  std::shared_ptr<const ValueProblem> problem_;
};

// An item, a key, or the entries of an M.
class AttributeMap {
 public:
  AttributeMap();
  // If two entries have the same name, the later one wins.
  AttributeMap(std::initializer_list<std::pair<std::string_view, AttributeValue>> entries);
  // A copy of `view`.
  explicit AttributeMap(AttributeMapView view) : packed_(view.packed()) {}
  // `packed` must be the canonical packed form of a map (value_view.h), without problems.
  static AttributeMap FromPacked(std::string packed) {
    AttributeMap map;
    map.packed_ = std::move(packed);
    return map;
  }

  AttributeMapView view() const { return AttributeMapView(packed_.data()); }
  operator AttributeMapView() const { return view(); }
  size_t size() const { return view().size(); }
  bool empty() const { return view().empty(); }
  std::optional<ValueView> Find(std::string_view name) const { return view().Find(name); }
  // See AttributeValue::problem.
  const ValueProblem* problem() const { return problem_.get(); }

  friend bool operator==(const AttributeMap& a, const AttributeMap& b) { return a.packed_ == b.packed_; }

 private:
  friend class ValueBuilder;
  std::string packed_;
  std::shared_ptr<const ValueProblem> problem_;
};

}  // namespace holdfast
