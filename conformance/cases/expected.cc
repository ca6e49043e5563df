#include "conformance/cases/expected.h"

#include <algorithm>
#include <utility>

#include "conformance/cases/same_json.h"

namespace holdfast::conformance {
namespace {

constexpr int kClientError = 400;  // of every refusal; DynamoDB never says 404
constexpr size_t kShownMax = 600;  // bytes of a body in a complaint
constexpr size_t kRunMax = 40;     // of one character in a row
constexpr size_t kRunShown = 8;

// Where two texts part.
size_t FirstDifference(std::string_view one, std::string_view other) {
  const size_t both = std::min(one.size(), other.size());
  return static_cast<size_t>(
      std::mismatch(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(both), other.begin()).first - one.begin());
}

bool IsInsideCharacter(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

std::string Format(const Expected& expected) {
  const std::string answer = expected.body.empty() ? "success" : expected.body;
  if (expected.error.empty()) return answer;
  return expected.error + (expected.message.empty() ? "" : ": " + expected.message) +
         (expected.body.empty() ? "" : " with " + expected.body);
}

std::string Format(const Reply& reply) {
  if (reply.ok()) return reply.text();
  return std::to_string(reply.status()) + " " + reply.error() + ": " + reply.message() + " in " + reply.text();
}

rapidjson::Document BodyBesideError(const Reply& reply) {
  rapidjson::Document body;
  body.CopyFrom(reply.json(), body.GetAllocator());
  if (reply.ok() || !body.IsObject()) return body;
  for (const char* const name : {"__type", "message", "Message"}) body.RemoveMember(name);
  return body;
}

bool SameBody(const std::string& expected, const Reply& reply) {
  return expected.empty() || SameJson(ParseJson(expected), BodyBesideError(reply));
}

bool HasExpectedEffect(const Expected& expected, const Reply& reply) {
  if (expected.error.empty()) return reply.ok() && SameBody(expected.body, reply);
  return reply.Is(expected.error) && reply.status() == kClientError && SameBody(expected.body, reply);
}

bool HasExpectedText(const Expected& expected, const Reply& reply) {
  return expected.error.empty() || expected.message.empty() || reply.message() == expected.message;
}

}  // namespace

Expected Success() { return {}; }

Expected Answer(std::string body) { return {.body = std::move(body)}; }

Expected Error(std::string error, std::string message, std::string body) {
  return {.error = std::move(error), .message = std::move(message), .body = std::move(body)};
}

Expected Invalid(std::string message) { return Error("ValidationException", std::move(message)); }

Expected ConditionFails() { return Error("ConditionalCheckFailedException", "The conditional request failed", "{}"); }

std::string Difference(const Expected& expected, const Reply& reply) {
  if (HasExpectedEffect(expected, reply) && HasExpectedText(expected, reply)) return "";
  std::string wanted = WithoutLongRuns(Format(expected));
  std::string got = WithoutLongRuns(Format(reply));
  // Both are cut around the same place.
  const bool both_are_bodies = expected.error.empty() && reply.ok();
  const size_t at = both_are_bodies ? FirstDifference(wanted, got) : 0;
  return "expected " + Excerpt(wanted, at, kShownMax) + ", got " + Excerpt(got, at, kShownMax);
}

bool DiffersOnlyInWording(const Expected& expected, const Reply& reply) {
  return HasExpectedEffect(expected, reply) && !HasExpectedText(expected, reply);
}

std::string WithoutLongRuns(std::string_view text) {
  std::string shortened;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && text[end] == text[at]) ++end;
    if (end - at > kRunMax && !IsInsideCharacter(text[at])) {
      shortened.append(kRunShown, text[at]).append("…(" + std::to_string(end - at) + " times)");
    } else {
      shortened.append(text.substr(at, end - at));
    }
    at = end;
  }
  return shortened;
}

std::string Excerpt(const std::string& text, size_t at, size_t most) {
  if (text.size() <= most) return text;
  size_t begin = at < most / 2 ? 0 : std::min(at - most / 2, text.size() - most);
  size_t end = std::min(begin + most, text.size());
  while (begin > 0 && IsInsideCharacter(text[begin])) --begin;
  while (end < text.size() && IsInsideCharacter(text[end])) ++end;
  return (begin > 0 ? "… " : "") + text.substr(begin, end - begin) + (end < text.size() ? " …" : "");
}

}  // namespace holdfast::conformance
