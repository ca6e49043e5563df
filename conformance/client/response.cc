#include "conformance/client/response.h"

#include <algorithm>
#include <utility>

namespace holdfast::conformance {
namespace {

Response::Outcome OutcomeOf(const HttpResponse& http) {
  if (http.status == 200) return Response::Outcome::kOk;
  if (http.never_sent) return Response::Outcome::kRefused;
  if (http.status >= 400 && http.status < 500) return Response::Outcome::kRefused;
  return Response::Outcome::kUnknown;
}

// "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException" → "ResourceNotFoundException".
std::string ErrorName(std::string_view type) {
  const size_t hash = type.find('#');
  return std::string(hash == std::string_view::npos ? type : type.substr(hash + 1));
}

}  // namespace

Response::Response(HttpResponse http, std::string operation)
    : http_(std::move(http)),
      operation_(std::move(operation)),
      outcome_(OutcomeOf(http_)),
      json_(std::make_shared<rapidjson::Document>(ParseJson(http_.body))) {
  if (ok()) return;
  error_ = ErrorName(StringMember(*json_, "__type"));
  // DynamoDB writes "message" and its front end "Message".
  message_ = StringMember(*json_, "message");
  if (message_.empty()) message_ = StringMember(*json_, "Message");
  if (error_.empty()) error_ = http_.status == 0 ? "NoAnswer" : "HTTP " + std::to_string(http_.status);
  if (message_.empty()) message_ = http_.reason;
}

bool Response::ConditionFailed() const {
  const std::vector<std::string> codes = CancellationCodes();
  return Is("ConditionalCheckFailedException") ||
         std::find(codes.begin(), codes.end(), "ConditionalCheckFailed") != codes.end();
}

bool Response::Conflicted() const {
  const std::vector<std::string> codes = CancellationCodes();
  return Is("TransactionConflictException") || Is("TransactionInProgressException") ||
         std::find(codes.begin(), codes.end(), "TransactionConflict") != codes.end();
}

bool Response::Unsupported() const { return Is("UnknownOperationException") || status() == 404 || status() == 501; }

std::vector<std::string> Response::CancellationCodes() const {
  std::vector<std::string> codes;
  const rapidjson::Value* const reasons = Member(*json_, "CancellationReasons");
  if (!Is("TransactionCanceledException") || reasons == nullptr || !reasons->IsArray()) return codes;
  for (const rapidjson::Value& reason : reasons->GetArray()) codes.emplace_back(StringMember(reason, "Code"));
  return codes;
}

std::optional<Item> Response::item() const {
  if (Member(*json_, "Item") == nullptr) return std::nullopt;
  return ItemMember(*json_, "Item");
}

Item Response::attributes() const { return ItemMember(*json_, "Attributes"); }
Item Response::last_evaluated_key() const { return ItemMember(*json_, "LastEvaluatedKey"); }

std::vector<Item> Response::items() const {
  std::vector<Item> items;
  if (const rapidjson::Value* const list = Member(*json_, "Items"); list != nullptr && list->IsArray()) {
    for (const rapidjson::Value& item : list->GetArray()) items.push_back(ReadItem(item));
  }
  if (const rapidjson::Value* const list = Member(*json_, "Responses"); list != nullptr && list->IsArray()) {
    for (const rapidjson::Value& response : list->GetArray()) items.push_back(ItemMember(response, "Item"));
  }
  return items;
}

}  // namespace holdfast::conformance
