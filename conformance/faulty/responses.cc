#include "conformance/faulty/responses.h"

#include <array>
#include <utility>

#include "conformance/faulty/json_edit.h"

namespace holdfast::conformance::faulty {
namespace {

constexpr std::string_view kTypePrefix = "com.amazonaws.dynamodb.v20120810#";
constexpr unsigned kBadRequest = 400;

struct CodeRow {
  std::string_view type;
  std::string_view code;
};

constexpr std::array kCodes = {
    CodeRow{"ConditionalCheckFailedException", "ConditionalCheckFailed"},
    CodeRow{"TransactionConflictException", "TransactionConflict"},
    CodeRow{"ItemCollectionSizeLimitExceededException", "ItemCollectionSizeLimitExceeded"},
    CodeRow{"ProvisionedThroughputExceededException", "ProvisionedThroughputExceeded"},
    CodeRow{"ThrottlingException", "ThrottlingError"},
    CodeRow{"ValidationException", "ValidationError"},
};

std::string BeginErrorBody(std::string_view type) {
  return R"({"__type":")" + std::string(kTypePrefix).append(type) + R"(",)";
}

std::string Quoted(std::string_view text) {
  rapidjson::StringBuffer buffer;
  JsonWriter writer(buffer);
  WriteString(writer, text);
  return {buffer.GetString(), buffer.GetSize()};
}

std::string ToText(const CancellationReason& reason) {
  std::string text = R"({"Code":)" + Quoted(reason.code);
  if (!reason.item.empty()) text += R"(,"Item":)" + reason.item;
  if (!reason.message.empty()) text += R"(,"Message":)" + Quoted(reason.message);
  return text + "}";
}

std::string MessageOf(const Json& error) {
  const std::string_view message = StringMember(error, "message");
  return std::string(message.empty() ? StringMember(error, "Message") : message);
}

std::string ItemOf(const Json& error) {
  const Json* const item = Member(error, "Item");
  return item == nullptr ? "" : conformance::ToText(*item);
}

}  // namespace

Response Success(std::string body) { return {.status = 200, .body = std::move(body), .headers = {}}; }

Response Failure(unsigned status, std::string_view type, std::string_view message) {
  return {.status = status, .body = BeginErrorBody(type) + R"("message":)" + Quoted(message) + "}", .headers = {}};
}

Response ConditionFailed(std::string_view item) {
  Response response = Failure(kBadRequest, "ConditionalCheckFailedException", kConditionFailedMessage);
  if (!item.empty()) {
    response.body.pop_back();
    response.body.append(R"(,"Item":)").append(item).append("}");
  }
  return response;
}

Response TransactionCanceled(const std::vector<CancellationReason>& reasons) {
  std::string codes;
  std::string texts;
  for (const CancellationReason& reason : reasons) {
    codes += (codes.empty() ? "" : ", ") + reason.code;
    texts += (texts.empty() ? "" : ",") + ToText(reason);
  }
  const std::string message =
      "Transaction cancelled, please refer cancellation reasons for specific reasons [" + codes + "]";
  return {.status = kBadRequest,
          .body = BeginErrorBody("TransactionCanceledException") + R"("CancellationReasons":[)" + texts +
                  R"(],"Message":)" + Quoted(message) + "}",
          .headers = {}};
}

std::string ErrorTypeOf(const Response& response) {
  if (response.ok()) return "";
  const rapidjson::Document error = ParseJson(response.body);
  const std::string_view type = StringMember(error, "__type");
  return std::string(type.substr(type.find('#') + 1));
}

std::vector<CancellationReason> CancellationReasonsOf(const Response& response) {
  if (ErrorTypeOf(response) != "TransactionCanceledException") return {};
  const rapidjson::Document error = ParseJson(response.body);
  const Json* const list = Member(error, "CancellationReasons");
  if (list == nullptr || !list->IsArray()) return {};
  std::vector<CancellationReason> reasons;
  for (const Json& reason : list->GetArray()) {
    reasons.push_back(
        {.code = std::string(StringMember(reason, "Code")), .message = MessageOf(reason), .item = ItemOf(reason)});
  }
  return reasons;
}

Response ResponseToWholeTransaction(Response response, const std::vector<size_t>& sent, size_t action_count) {
  const std::vector<CancellationReason> of_sent = CancellationReasonsOf(response);
  if (of_sent.empty() || sent.size() == action_count) return response;
  std::vector<CancellationReason> reasons(action_count);
  for (size_t i = 0; i < sent.size() && i < of_sent.size(); ++i) reasons[sent[i]] = of_sent[i];
  return TransactionCanceled(reasons);
}

std::optional<CancellationReason> ReasonOf(const Response& response) {
  std::vector<CancellationReason> reasons = CancellationReasonsOf(response);
  if (!reasons.empty()) return std::move(reasons.front());
  const std::string type = ErrorTypeOf(response);
  for (const CodeRow& row : kCodes) {
    if (row.type != type) continue;
    const rapidjson::Document error = ParseJson(response.body);
    return CancellationReason{.code = std::string(row.code), .message = MessageOf(error), .item = ItemOf(error)};
  }
  return std::nullopt;
}

}  // namespace holdfast::conformance::faulty
