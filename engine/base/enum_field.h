// A request member that DynamoDB restricts to a set of words, such as ReturnValues: absent, one of the words, or a
// text that is none of them (kept, because DynamoDB's message repeats it).
#pragma once

#include <string>
#include <string_view>
#include <variant>

namespace holdfast {

// Specialise with `static constexpr EnumName<E> kNames[]`, in the order in which DynamoDB's message lists the words.
template <typename E>
struct EnumNames;

template <typename E>
struct EnumName {
  E value;
  std::string_view text;
};

template <typename E>
class EnumField {
 public:
  EnumField() = default;
  EnumField(E value) : state_(value) {}
  static EnumField FromText(std::string_view text) {
    for (const EnumName<E>& name : EnumNames<E>::kNames) {
      if (name.text == text) return EnumField(name.value);
    }
    EnumField field;
    field.state_ = std::string(text);
    return field;
  }

  bool present() const { return !std::holds_alternative<std::monostate>(state_); }
  // Absent, or one of the words.
  bool valid() const { return !std::holds_alternative<std::string>(state_); }
  E value_or(E default_value) const {
    const E* value = std::get_if<E>(&state_);
    return value == nullptr ? default_value : *value;
  }
  bool is(E value) const { return std::holds_alternative<E>(state_) && std::get<E>(state_) == value; }
  // The member's text, valid or not; empty if absent.
  std::string_view text() const {
    if (const std::string* unknown = std::get_if<std::string>(&state_)) return *unknown;
    if (const E* value = std::get_if<E>(&state_)) return TextOf(*value);
    return {};
  }
  static std::string_view TextOf(E value) {
    for (const EnumName<E>& name : EnumNames<E>::kNames) {
      if (name.value == value) return name.text;
    }
    return {};
  }
  // `[INDEXES, TOTAL, NONE]`
  static std::string ValueSet() {
    std::string set = "[";
    for (const EnumName<E>& name : EnumNames<E>::kNames) {
      if (set.size() > 1) set += ", ";
      set += name.text;
    }
    return set += "]";
  }

 private:
  std::variant<std::monostate, E, std::string> state_;
};

}  // namespace holdfast
