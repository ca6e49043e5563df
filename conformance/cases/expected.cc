#include "conformance/cases/expected.h"

#include <utility>

#include "conformance/cases/same_json.h"

namespace holdfast::conformance {
namespace {

constexpr int kClientError = 400;  // of every refusal; DynamoDB never says 404
constexpr size_t kShownMax = 600;  // bytes of a body in a complaint

std::string Shortened(std::string text) {
  if (text.size() > kShownMax) text = text.substr(0, kShownMax) + " …";
  return text;
}

std::string InWords(const Expected& expected) {
  const std::string answer = expected.body.empty() ? "success" : expected.body;
  if (expected.error.empty()) return answer;
  return expected.error + (expected.message.empty() ? "" : ": " + expected.message) +
         (expected.body.empty() ? "" : " with " + expected.body);
}

std::string InWords(const Reply& reply) {
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

bool IsAsExpected(const Expected& expected, const Reply& reply) {
  if (expected.error.empty()) return reply.ok() && SameBody(expected.body, reply);
  return reply.Is(expected.error) && reply.status() == kClientError &&
         (expected.message.empty() || reply.message() == expected.message) && SameBody(expected.body, reply);
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
  if (IsAsExpected(expected, reply)) return "";
  return "expected " + Shortened(InWords(expected)) + ", got " + Shortened(InWords(reply));
}

}  // namespace holdfast::conformance
