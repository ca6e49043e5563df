#include "conformance/cases/steps/expected.h"

#include <algorithm>
#include <utility>

#include "conformance/cases/steps/same_json.h"

namespace holdfast::conformance {
namespace {

constexpr int kClientError = 400;         // the status of every refusal; DynamoDB never returns 404
constexpr size_t kExcerptBytesMax = 600;  // of a body, in a complaint
// A character that is repeated more often than kRepeatsMax in a row is written kRepeatsKept times.
constexpr size_t kRepeatsMax = 40;
constexpr size_t kRepeatsKept = 8;

// The index of the first character that differs.
size_t FirstDifference(std::string_view one, std::string_view other) {
  const size_t common_size = std::min(one.size(), other.size());
  return static_cast<size_t>(
      std::mismatch(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(common_size), other.begin()).first -
      one.begin());
}

bool IsContinuationByte(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

std::string Format(const Expected& expected) {
  const std::string text = expected.body.empty() ? "success" : expected.body;
  if (expected.error.empty()) return text;
  return expected.error + (expected.message.empty() ? "" : ": " + expected.message) +
         (expected.body.empty() ? "" : " with " + expected.body);
}

std::string Format(const Response& response) {
  if (response.ok()) return response.text();
  return std::to_string(response.status()) + " " + response.error() + ": " + response.message() + " in " +
         response.text();
}

rapidjson::Document BodyWithoutError(const Response& response) {
  rapidjson::Document body;
  body.CopyFrom(response.json(), body.GetAllocator());
  if (response.ok() || !body.IsObject()) return body;
  for (const char* const name : {"__type", "message", "Message"}) body.RemoveMember(name);
  return body;
}

bool BodyMatches(const std::string& expected, const Response& response) {
  return expected.empty() || SameJson(ParseJson(expected), BodyWithoutError(response));
}

// Empties the texts that say why single parts of a request failed: the reasons of a cancelled transaction, and the
// errors of a batch of statements.
void EmptyTexts(rapidjson::Document* body) {
  if (!body->IsObject()) return;
  for (const char* const name : {"CancellationReasons", "Responses"}) {
    if (!body->HasMember(name) || !(*body)[name].IsArray()) continue;
    for (rapidjson::Value& part : (*body)[name].GetArray()) {
      if (!part.IsObject()) continue;
      rapidjson::Value& error = part.HasMember("Error") ? part["Error"] : part;
      if (error.IsObject() && error.HasMember("Message") && error["Message"].IsString()) error["Message"].SetString("");
    }
  }
}

bool BodyMatchesExceptTexts(const std::string& expected, const Response& response) {
  if (expected.empty()) return true;
  rapidjson::Document wanted = ParseJson(expected);
  rapidjson::Document got = BodyWithoutError(response);
  EmptyTexts(&wanted);
  EmptyTexts(&got);
  return SameJson(wanted, got);
}

bool OutcomeMatches(const Expected& expected, const Response& response) {
  if (expected.error.empty()) return response.ok();
  return response.Is(expected.error) && response.status() == kClientError;
}

bool MessageMatches(const Expected& expected, const Response& response) {
  return expected.error.empty() || expected.message.empty() || response.message() == expected.message;
}

bool Matches(const Expected& expected, const Response& response) {
  return OutcomeMatches(expected, response) && BodyMatches(expected.body, response) &&
         MessageMatches(expected, response);
}

}  // namespace

Expected Success() { return {}; }

Expected SuccessWith(std::string body) { return {.body = std::move(body)}; }

Expected Error(std::string error, std::string message, std::string body) {
  return {.error = std::move(error), .message = std::move(message), .body = std::move(body)};
}

Expected Invalid(std::string message) { return Error("ValidationException", std::move(message)); }

Expected ConditionFails() { return Error("ConditionalCheckFailedException", "The conditional request failed", "{}"); }

Expected NotFound() { return Error("ResourceNotFoundException", "Requested resource not found"); }

std::string Difference(const Expected& expected, const Response& response) {
  if (Matches(expected, response)) return "";
  std::string wanted = WithoutLongRuns(Format(expected));
  std::string got = WithoutLongRuns(Format(response));
  // The excerpts of two bodies lie around their first difference.
  const bool both_are_bodies = expected.error.empty() && response.ok();
  const size_t at = both_are_bodies ? FirstDifference(wanted, got) : 0;
  return "expected " + Excerpt(wanted, at, kExcerptBytesMax) + ", got " + Excerpt(got, at, kExcerptBytesMax);
}

bool DiffersOnlyInWording(const Expected& expected, const Response& response) {
  return OutcomeMatches(expected, response) && BodyMatchesExceptTexts(expected.body, response) &&
         !Matches(expected, response);
}

std::string WithoutLongRuns(std::string_view text) {
  std::string shortened;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && text[end] == text[at]) ++end;
    if (end - at > kRepeatsMax && !IsContinuationByte(text[at])) {
      shortened.append(kRepeatsKept, text[at]).append("…(" + std::to_string(end - at) + " times)");
    } else {
      shortened.append(text.substr(at, end - at));
    }
    at = end;
  }
  return shortened;
}

std::string Excerpt(const std::string& text, size_t at, size_t bytes_max) {
  if (text.size() <= bytes_max) return text;
  size_t begin = at < bytes_max / 2 ? 0 : std::min(at - bytes_max / 2, text.size() - bytes_max);
  size_t end = std::min(begin + bytes_max, text.size());
  while (begin > 0 && IsContinuationByte(text[begin])) --begin;
  while (end < text.size() && IsContinuationByte(text[end])) ++end;
  return (begin > 0 ? "… " : "") + text.substr(begin, end - begin) + (end < text.size() ? " …" : "");
}

}  // namespace holdfast::conformance
