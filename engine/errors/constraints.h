// Member constraints: the checks of DynamoDB's service model, which run before all other checks and are reported
// together.
//
//   2 validation errors detected: Value null at 'tableName' failed to satisfy constraint: Member must not be null;
//   Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1
//
// Not thread-safe; one per request, on the stack.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/enum_field.h"
#include "engine/base/result.h"

namespace holdfast::errors {

class Constraints {
 public:
  // DynamoDB lists at most ten failed constraints; an operation that stops at the first one lists one.
  static constexpr int kListedMax = 10;
  explicit Constraints(int listed_max = kListedMax) : listed_max_(listed_max) {}

  // Makes the paths of all later checks relative to the element of `list` at `position` or, if `member` is not empty,
  // to that member of the element: with ("transactItems", 0, "put"), the path `item` is reported as
  // `transactItems.1.member.put.item`. `list` and `member` must outlive the checks.
  void EnterElement(std::string_view list, size_t position, std::string_view member) {
    element_ = {list, position, member};
  }

  void NotNull(bool present, std::string_view path);
  void LengthAtLeast(size_t length, size_t minimum, std::string_view value, std::string_view path);
  void LengthAtMost(size_t length, size_t maximum, std::string_view value, std::string_view path);
  void AtLeast(int64_t value, int64_t minimum, std::string_view path);
  // The next three have the newer form of the messages, which leaves out the value and spells the path like the
  // request: `Value at 'Limit' …`.
  void AtLeastWithoutValue(int64_t value, int64_t minimum, std::string_view path);
  void LengthAtLeastWithoutValue(size_t length, size_t minimum, std::string_view path);
  void LengthAtMostWithoutValue(size_t length, size_t maximum, std::string_view path);
  void AtMost(int64_t value, int64_t maximum, std::string_view path);
  // [a-zA-Z0-9_.-]+
  void NamePattern(std::string_view value, std::string_view path);
  template <typename E>
  void Enum(const EnumField<E>& field, std::string_view path) {
    if (field.valid()) return;
    FailEnum(field.text(), path, EnumField<E>::ValueSet());
  }

  // Adds the failure of an invalid ReturnValues of PutItem, UpdateItem or DeleteItem. The text names neither value nor
  // path.
  void FailReturnValues();
  // These two add a failure of a batch's RequestItems, which the message repeats as `formatted`: a key is not a valid
  // table name, or a list does not have 1 to 25 writes.
  void FailBatchTableNames(std::string_view formatted);
  void FailBatchWriteCounts(std::string_view formatted);

  bool ok() const { return count_ == 0; }
  // Success, or one ValidationException that lists the failed constraints and states how many it lists.
  Status Report() const;

 private:
  struct Element {
    std::string_view list = {};
    size_t position = 0;
    std::string_view member = {};
  };

  // Adds `text` as the whole message of one failed constraint.
  void FailWithText(std::string_view text);
  // `value` as the message contains it: `'text'` or `null`; empty if it is left out.
  void Fail(std::string_view value, std::string_view path, std::string_view constraint);
  void FailEnum(std::string_view text, std::string_view path, std::string_view value_set);

  // Begins the message of one more failed constraint; false if `listed_max_` messages are listed already.
  bool BeginMessage();

  Element element_;
  const int listed_max_;
  // The number of messages listed.
  int count_ = 0;
  std::string messages_;
};

// Whether `name` matches [a-zA-Z0-9_.-]+.
bool MatchesNamePattern(std::string_view name);

}  // namespace holdfast::errors
