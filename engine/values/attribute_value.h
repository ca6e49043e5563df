// Owning AttributeValues and maps of them: what a caller hands to the engine and gets back.
//
// A value that breaks one of DynamoDB's rules (a malformed number, an empty set, …) can be made; it carries its
// `problem()`, and the operation that receives it returns DynamoDB's ValidationException. Its bytes must not be read
// then.
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
  // Null if the value is valid. The first problem, in the order the value was written. Of a value that is only nested
  // too deeply the bytes may be read.
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
  // Of two entries with one name the later wins.
  AttributeMap(std::initializer_list<std::pair<std::string_view, AttributeValue>> entries);
  // A copy of `view`.
  explicit AttributeMap(AttributeMapView view) : packed_(view.packed()) {}
  // Takes bytes that already are an AttributeMapView's (value_view.h), canonical and free of problems.
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
  // As of AttributeValue.
  const ValueProblem* problem() const { return problem_.get(); }

  friend bool operator==(const AttributeMap& a, const AttributeMap& b) { return a.packed_ == b.packed_; }

 private:
  friend class ValueBuilder;
  std::string packed_;
  std::shared_ptr<const ValueProblem> problem_;
};

}  // namespace holdfast
