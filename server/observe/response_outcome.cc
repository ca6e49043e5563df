#include "server/observe/response_outcome.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "server/message/content_encoding.h"

namespace holdfast::server {
namespace {

// The type and the message of an error are within this many bytes of the beginning of its body.
constexpr size_t kErrorBytesMax = 8'192;
constexpr size_t kDecompressedBytesMax = size_t{16} << 20;

// The headers that say how the body is to be read.
struct BodyHeaders {
  std::string_view transfer_encoding;
  std::string_view content_encoding;
};

BodyHeaders ReadBodyHeaders(std::string_view head) {
  BodyHeaders headers;
  while (!head.empty()) {
    const size_t end = std::min(head.find("\r\n"), head.size());
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(end + 2, head.size()));
    const std::string_view name = line.substr(0, line.find(':'));
    std::string_view* const value = EqualsIgnoringCase(name, "transfer-encoding")  ? &headers.transfer_encoding
                                    : EqualsIgnoringCase(name, "content-encoding") ? &headers.content_encoding
                                                                                   : nullptr;
    if (value != nullptr && name.size() < line.size()) *value = TrimWhitespace(line.substr(name.size() + 1));
  }
  return headers;
}

// The value of the first member of that name, if it is a string; else empty. Escapes are not decoded; only their
// backslashes are removed. DynamoDB's names and messages have few escapes, and the result is for people.
std::string StringMember(std::string_view json, std::string_view quoted_name) {
  size_t at = json.find(quoted_name);
  if (at == std::string_view::npos) return {};
  at += quoted_name.size();
  while (at < json.size() && (json[at] == ' ' || json[at] == ':')) ++at;
  if (at >= json.size() || json[at] != '"') return {};
  ++at;
  const std::string_view plain = json.substr(at, json.find('"', at) - at);
  if (plain.find('\\') == std::string_view::npos) return std::string(plain);
  std::string text;
  for (; at < json.size() && json[at] != '"'; ++at) {
    if (json[at] == '\\' && at + 1 < json.size()) ++at;
    text += json[at];
  }
  return text;
}

// Whether the response has a member of that name whose value is an object that is not empty. An attribute of an item
// may have the same name, but its value is never an empty object, because it contains a type: `{"S":"a"}`. So an empty
// object is the value of the response's member.
bool HasEntries(std::string_view json, std::string_view quoted_name) {
  bool found = false;
  for (size_t at = json.find(quoted_name); at != std::string_view::npos; at = json.find(quoted_name, at + 1)) {
    size_t next = at + quoted_name.size();
    const auto skip = [&](char c) {
      while (next < json.size() && json[next] == ' ') ++next;
      return next < json.size() && json[next] == c && ++next > 0;
    };
    if (!skip(':') || !skip('{')) continue;
    if (skip('}')) return false;
    found = true;
  }
  return found;
}

bool LeavesUnprocessed(std::string_view body) {
  return HasEntries(body, "\"UnprocessedItems\"") || HasEntries(body, "\"UnprocessedKeys\"") ||
         body.find("\"Error\":{\"Code\":") != std::string_view::npos;
}

// Exceptions whose texts have no attribute values.
constexpr std::array<std::string_view, 13> kPlainErrors = {"ConditionalCheckFailedException",
                                                           "DuplicateItemException",
                                                           "IdempotentParameterMismatchException",
                                                           "InternalServerError",
                                                           "ItemCollectionSizeLimitExceededException",
                                                           "LimitExceededException",
                                                           "ProvisionedThroughputExceededException",
                                                           "ResourceInUseException",
                                                           "ResourceNotFoundException",
                                                           "ServiceUnavailable",
                                                           "ThrottlingException",
                                                           "TransactionConflictException",
                                                           "TransactionInProgressException"};

constexpr std::string_view kDetected = "1 validation error detected: ";
constexpr std::string_view kParameters = "One or more parameter values were invalid: ";
// Beginnings of a ValidationException's text, without the prefixes kDetected, kParameters and, for example,
// `Invalid ConditionExpression: `. Only names, placeholders, types and numbers of bytes follow in these texts.
constexpr std::array<std::string_view, 35> kPlainValidations = {
    "A value specified for a secondary index key is not supported",
    "An expression attribute name used in the document path is not defined; attribute name: #",
    "An expression attribute value used in expression is not defined; attribute value: :",
    "An operand in the update expression has an incorrect data type",
    "Attribute name is a reserved keyword; reserved keyword: ",
    "Can not use both expression and non-expression parameters in the same request",
    "Cannot do operations on a non-existent table",
    "Cannot read from backfilling global secondary index: ",
    "Cannot update attribute ",
    "Condition parameter type does not match schema type",
    "Consistent reads are not supported on global secondary indexes",
    "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.",
    "ExpressionAttributeNames can only be specified when using expressions",
    "ExpressionAttributeValues can only be specified when using expressions",
    "Incorrect number of operands for operator or function; ",
    "Incorrect operand type for operator or function; ",
    "Item size has exceeded the maximum allowed size",
    "Item size to update has exceeded the maximum allowed size",
    "Missing the key ",
    "Provided list of item keys contains duplicates",
    "Query condition missed key schema element: ",
    "Query key condition not supported",
    "The document path provided in the update expression is invalid for update",
    "The expression can not be empty;",
    "The expression has redundant parentheses;",
    "The provided expression refers to an attribute that does not exist in the item",
    "The provided key element does not match the schema",
    "The provided starting key is invalid",
    "The table does not have the specified index: ",
    "Too many items requested for the BatchWriteItem call",
    "Transaction request cannot include multiple operations on one item",
    "Two document paths overlap with each other; ",
    "Type mismatch for Index Key ",
    "Type mismatch for key ",
    "Value provided in ExpressionAttribute"};

}  // namespace

int ReadStatus(const HttpResponse& response) noexcept {
  const std::string_view bytes = response.bytes();
  constexpr size_t kStatusAt = sizeof("HTTP/1.1 ") - 1;
  int status = 0;
  for (size_t i = kStatusAt; i < kStatusAt + 3 && i < bytes.size(); ++i) {
    if (bytes[i] >= '0' && bytes[i] <= '9') status = 10 * status + (bytes[i] - '0');
  }
  return status;
}

ResponseOutcome ReadOutcome(const HttpResponse& response, bool is_batch, bool needs_body, std::string* decompressed) {
  ResponseOutcome outcome;
  outcome.status = ReadStatus(response);
  const std::string_view bytes = response.bytes();
  std::string_view body = response.body();
  if (outcome.status == 200 && !is_batch && !needs_body) return outcome;
  const std::string_view head = bytes.substr(0, bytes.size() - std::min(body.size(), bytes.size()));
  // The first part of a body in chunks begins with the size of a chunk.
  const BodyHeaders headers = ReadBodyHeaders(head);
  if (headers.transfer_encoding == "chunked") body.remove_prefix(std::min(body.find("\r\n") + 2, body.size()));
  if (const std::string_view coding = headers.content_encoding; !coding.empty()) {
    decompressed->assign(body);
    ContentCompressor decompressor;
    const auto result = decompressor.Decompress(coding, kDecompressedBytesMax, decompressed);
    body = result == ContentCompressor::DecompressResult::kOk ? std::string_view(*decompressed) : std::string_view();
  }
  outcome.body = body;
  if (outcome.status == 200) {
    outcome.left_unprocessed = is_batch && LeavesUnprocessed(body);
    return outcome;
  }
  const std::string_view error = body.substr(0, kErrorBytesMax);
  outcome.error = StringMember(error, "\"__type\"");
  outcome.error.erase(0, outcome.error.rfind('#') + 1);
  if (outcome.error.empty() && outcome.status == 413) outcome.error = "RequestEntityTooLarge";
  outcome.message = StringMember(error, "\"message\"");
  if (outcome.message.empty()) outcome.message = StringMember(error, "\"Message\"");
  if (outcome.error == "TransactionCanceledException") {
    const size_t begin = outcome.message.find('[');
    const size_t end = outcome.message.rfind(']');
    if (begin != std::string::npos && end != std::string::npos && begin < end) {
      outcome.reasons = outcome.message.substr(begin + 1, end - begin - 1);
    }
  }
  return outcome;
}

std::string_view MessageWithoutValues(std::string_view error, std::string_view message) {
  const auto is_plain = [](const auto& known, auto matches) {
    return std::any_of(known.begin(), known.end(), matches);
  };
  if (is_plain(kPlainErrors, [&](std::string_view name) { return name == error; })) return message;
  if (error != "ValidationException") return {};
  std::string_view text = message;
  if (text.starts_with(kDetected)) text.remove_prefix(kDetected.size());
  if (text.starts_with(kParameters)) text.remove_prefix(kParameters.size());
  if (text.starts_with("Invalid ")) {
    const size_t colon = text.find("Expression: ");
    if (colon != std::string_view::npos) text.remove_prefix(colon + sizeof("Expression: ") - 1);
  }
  if (!is_plain(kPlainValidations, [&](std::string_view beginning) { return text.starts_with(beginning); })) return {};
  return message;
}

}  // namespace holdfast::server
