#include "conformance/faulty/faults/transaction_split.h"

#include <optional>
#include <string>
#include <utility>

#include "conformance/faulty/faults/transaction_tokens.h"
#include "conformance/faulty/json_edit.h"
#include "conformance/faulty/responses.h"

namespace holdfast::conformance::faulty {
namespace {

constexpr std::string_view kWrites = "TransactWriteItems";
constexpr std::string_view kReads = "TransactGetItems";
// DynamoDB's limit. Larger transactions are forwarded, and the endpoint refuses them.
constexpr rapidjson::SizeType kActionsMax = 100;

std::optional<Request> RequestForAction(const Request& transaction, const Json& action) {
  if (!action.IsObject() || action.MemberCount() != 1) return std::nullopt;
  const std::string_view kind = TextOf(action.MemberBegin()->name);
  if ((kind == "Get") != (transaction.operation() == kReads)) return std::nullopt;
  const Json& content = action.MemberBegin()->value;
  if (kind == "ConditionCheck") {
    return transaction.WithOperation(kWrites, R"({"TransactItems":[)" + ToText(action) + "]}");
  }
  if (kind == "Get" && content.IsObject()) {
    rapidjson::Document read;
    read.CopyFrom(content, read.GetAllocator());
    SetMember(&read, "ConsistentRead", Json(true), read.GetAllocator());
    return transaction.WithOperation("GetItem", ToText(read));
  }
  if (kind == "Put" || kind == "Update" || kind == "Delete") {
    return transaction.WithOperation(std::string(kind) + "Item", ToText(content));
  }
  return std::nullopt;
}

class TransactionSplit final : public Fault {
 public:
  Response Handle(const Request& request, Endpoint* endpoint) override {
    const std::vector<Request> action_requests = SplitTransaction(request);
    if (action_requests.empty()) return endpoint->Send(request);
    const std::optional<Response> by_token = tokens_.Begin(request);
    if (by_token.has_value()) return *by_token;
    const Response response = SendOneByOne(action_requests, request.operation() == kReads, endpoint);
    tokens_.End(request, response.ok());
    return response;
  }

 private:
  static Response SendOneByOne(const std::vector<Request>& action_requests, bool are_reads, Endpoint* endpoint) {
    std::vector<Response> action_responses;
    for (const Request& action_request : action_requests) {
      action_responses.push_back(endpoint->Send(action_request));
      if (!action_responses.back().ok())
        return ResponseToFailedAction(action_responses.back(), action_responses.size() - 1, action_requests.size());
    }
    return are_reads ? JoinReads(action_responses) : Success();
  }

  TransactionTokens tokens_;
};

}  // namespace

std::vector<Request> SplitTransaction(const Request& transaction) {
  if (transaction.operation() != kWrites && transaction.operation() != kReads) return {};
  const rapidjson::Document body = ParseJson(transaction.body);
  const Json* const actions = Member(body, "TransactItems");
  if (actions == nullptr || !actions->IsArray() || actions->Size() > kActionsMax || AsksForMetrics(body)) return {};
  std::vector<Request> requests;
  for (const Json& action : actions->GetArray()) {
    std::optional<Request> request = RequestForAction(transaction, action);
    if (!request.has_value()) return {};
    requests.push_back(*std::move(request));
  }
  return requests;
}

Response ResponseToFailedAction(const Response& action_response, size_t failed, size_t action_count) {
  std::optional<CancellationReason> reason = ReasonOf(action_response);
  if (!reason.has_value()) return action_response;
  std::vector<CancellationReason> reasons(action_count);
  reasons[failed] = *std::move(reason);
  return TransactionCanceled(reasons);
}

Response JoinReads(const std::vector<Response>& action_responses) {
  rapidjson::Document joined(rapidjson::kObjectType);
  JsonMemory& memory = joined.GetAllocator();
  Json responses(rapidjson::kArrayType);
  for (const Response& action_response : action_responses) {
    const rapidjson::Document read = ParseJson(action_response.body);
    Json response(rapidjson::kObjectType);
    const Json* const item = Member(read, "Item");
    if (item != nullptr) SetMember(&response, "Item", Json(*item, memory), memory);
    responses.PushBack(response, memory);
  }
  SetMember(&joined, "Responses", std::move(responses), memory);
  return Success(ToText(joined));
}

std::unique_ptr<Fault> MakeTransactionSplit() { return std::make_unique<TransactionSplit>(); }

}  // namespace holdfast::conformance::faulty
