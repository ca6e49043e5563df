// A value or an error: the result of a call that can fail.
#pragma once

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>
#include <variant>

#include "engine/base/error.h"

namespace holdfast {

template <typename T, typename E = Error>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  // A default-constructed value, to be filled in place.
  explicit Result(std::in_place_t) : state_(std::in_place_index<0>) {}
  Result(E error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  // Must not be called on an error: a build with assertions then ends the program, and prints E's `message` if there is
  // one; in other builds the behaviour is undefined.
  T& value() & { return CheckOk(), *std::get_if<0>(&state_); }
  const T& value() const& { return CheckOk(), *std::get_if<0>(&state_); }
  T&& value() && { return CheckOk(), std::move(*std::get_if<0>(&state_)); }
  // If this is a value, a build with assertions ends the program.
  E& error() & { return assert(!ok()), *std::get_if<1>(&state_); }
  const E& error() const& { return assert(!ok()), *std::get_if<1>(&state_); }
  E&& error() && { return assert(!ok()), std::move(*std::get_if<1>(&state_)); }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  void CheckOk() const {
#ifndef NDEBUG
    if (ok()) return;
    if constexpr (requires(const E& error) { error.message.c_str(); }) {
      std::fprintf(stderr, "The value of a Result that is an error: %s\n", error().message.c_str());
    }
    std::abort();
#endif
  }

  std::variant<T, E> state_;
};

// Success without a value, or an error.
template <typename E>
class [[nodiscard]] Result<void, E> {
 public:
  Result() = default;
  Result(E error) : error_(std::move(error)) {}

  bool ok() const { return !error_.has_value(); }
  E& error() & { return assert(!ok()), *error_; }
  const E& error() const& { return assert(!ok()), *error_; }
  E&& error() && { return assert(!ok()), std::move(*error_); }

 private:
  std::optional<E> error_;
};

using Status = Result<void>;

}  // namespace holdfast

// If `expression` is an error, returns it from the enclosing function.
#define HOLDFAST_RETURN_IF_ERROR(expression)                              \
  do {                                                                    \
    auto holdfast_result = (expression);                                  \
    if (!holdfast_result.ok()) return std::move(holdfast_result).error(); \
  } while (false)

// `HOLDFAST_ASSIGN_OR_RETURN(Condition condition, ParseCondition(...))`: assigns the value, or returns the error
// from the enclosing function. Three statements, so it must not be the body of an `if` without braces.
#define HOLDFAST_ASSIGN_OR_RETURN(target, expression) \
  HOLDFAST_ASSIGN_OR_RETURN_NAMED(HOLDFAST_CONCATENATE(holdfast_result_, __LINE__), target, expression)
#define HOLDFAST_ASSIGN_OR_RETURN_NAMED(result, target, expression) \
  auto result = (expression);                                       \
  if (!result.ok()) return std::move(result).error();               \
  target = std::move(result).value()
#define HOLDFAST_CONCATENATE(a, b) HOLDFAST_CONCATENATE_INNER(a, b)
#define HOLDFAST_CONCATENATE_INNER(a, b) a##b
