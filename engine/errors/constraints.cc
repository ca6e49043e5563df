#include "engine/errors/constraints.h"

#include <algorithm>

#include "engine/errors/general_errors.h"

namespace holdfast::errors {
namespace {

std::string Quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

}  // namespace

bool MatchesNamePattern(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
           c == '-';
  });
}

bool Constraints::BeginMessage() {
  if (count_ == listed_max_) return false;
  if (++count_ > 1) messages_ += "; ";
  return true;
}

void Constraints::FailWithText(std::string_view text) {
  if (BeginMessage()) messages_ += text;
}

void Constraints::Fail(std::string_view value, std::string_view path, std::string_view constraint) {
  if (!BeginMessage()) return;
  messages_ += "Value";
  if (!value.empty()) messages_ += ' ';
  messages_ += value;
  messages_ += " at '";
  if (!element_.list.empty()) {
    messages_.append(element_.list).append(1, '.').append(std::to_string(element_.position + 1));
    messages_ += ".member.";
    if (!element_.member.empty()) messages_.append(element_.member).append(1, '.');
  }
  messages_ += path;
  messages_ += "' failed to satisfy constraint: ";
  messages_ += constraint;
}

void Constraints::NotNull(bool present, std::string_view path) {
  if (!present) Fail("null", path, "Member must not be null");
}

void Constraints::LengthAtLeast(size_t length, size_t minimum, std::string_view value, std::string_view path) {
  if (length >= minimum) return;
  Fail(Quoted(value), path, "Member must have length greater than or equal to " + std::to_string(minimum));
}

void Constraints::LengthAtMost(size_t length, size_t maximum, std::string_view value, std::string_view path) {
  if (length <= maximum) return;
  Fail(Quoted(value), path, "Member must have length less than or equal to " + std::to_string(maximum));
}

void Constraints::AtLeast(int64_t value, int64_t minimum, std::string_view path) {
  if (value >= minimum) return;
  Fail(Quoted(std::to_string(value)), path,
       "Member must have value greater than or equal to " + std::to_string(minimum));
}

void Constraints::AtLeastWithoutValue(int64_t value, int64_t minimum, std::string_view path) {
  if (value >= minimum) return;
  Fail("", path, "Member must have value greater than or equal to " + std::to_string(minimum));
}

void Constraints::LengthAtLeastWithoutValue(size_t length, size_t minimum, std::string_view path) {
  if (length >= minimum) return;
  Fail("", path, "Member must have length greater than or equal to " + std::to_string(minimum));
}

void Constraints::LengthAtMostWithoutValue(size_t length, size_t maximum, std::string_view path) {
  if (length <= maximum) return;
  Fail("", path, "Member must have length less than or equal to " + std::to_string(maximum));
}

void Constraints::AtMost(int64_t value, int64_t maximum, std::string_view path) {
  if (value <= maximum) return;
  Fail(Quoted(std::to_string(value)), path, "Member must have value less than or equal to " + std::to_string(maximum));
}

void Constraints::NamePattern(std::string_view value, std::string_view path) {
  if (MatchesNamePattern(value)) return;
  Fail(Quoted(value), path, "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
}

void Constraints::FailReturnValues() {
  // The service's own text, misspelling included: ReturnValues has UPDATED_NEW and no UPDATE_NEW.
  FailWithText(
      "Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, "
      "NONE]");
}

void Constraints::FailBatchTableNames(std::string_view formatted) {
  Fail(Quoted(formatted), "requestItems",
       "Map keys must satisfy constraint: [Member must have length less than or equal to 255, Member must have length "
       "greater than or equal to 3, Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+]");
}

void Constraints::FailBatchWriteCounts(std::string_view formatted) {
  Fail(Quoted(formatted), "requestItems",
       "Map value must satisfy constraint: [Member must have length less than or equal to 25, Member must have length "
       "greater than or equal to 1]");
}

void Constraints::FailEnum(std::string_view text, std::string_view path, std::string_view value_set) {
  Fail(Quoted(text), path, "Member must satisfy enum value set: " + std::string(value_set));
}

Status Constraints::Report() const {
  if (ok()) return {};
  const std::string head = count_ == 1 ? "1 validation error" : std::to_string(count_) + " validation errors";
  return Validation(head + " detected: " + messages_);
}

}  // namespace holdfast::errors
