#include "conformance/faulty/transaction_split.h"

#include <optional>
#include <string>
#include <utility>

#include "conformance/faulty/answers.h"
#include "conformance/faulty/json_edit.h"
#include "conformance/faulty/transaction_tokens.h"

namespace holdfast::conformance::faulty {
namespace {

constexpr std::string_view kWrites = "TransactWriteItems";
constexpr std::string_view kReads = "TransactGetItems";
// DynamoDB's limit; what is beyond it the endpoint refuses.
constexpr rapidjson::SizeType kActionsMax = 100;

std::optional<Request> RequestOf(const Request& transaction, const Json& action) {
  if (!action.IsObject() || action.MemberCount() != 1) return std::nullopt;
  const std::string_view kind = TextOf(action.MemberBegin()->name);
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
  Answer Handle(const Request& request, Endpoint* endpoint) override {
    const std::vector<Request> steps = SplitTransaction(request);
    if (steps.empty()) return endpoint->Send(request);
    const std::optional<Answer> by_token = tokens_.Begin(request);
    if (by_token.has_value()) return *by_token;
    const Answer answer = SendOneByOne(steps, request.operation() == kReads, endpoint);
    tokens_.End(request, answer.ok());
    return answer;
  }

 private:
  static Answer SendOneByOne(const std::vector<Request>& steps, bool are_reads, Endpoint* endpoint) {
    std::vector<Answer> answers;
    for (const Request& step : steps) {
      answers.push_back(endpoint->Send(step));
      if (!answers.back().ok()) return AnswerToFailedAction(answers.back(), answers.size() - 1, steps.size());
    }
    return are_reads ? JoinReads(answers) : Success();
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
    std::optional<Request> request = RequestOf(transaction, action);
    if (!request.has_value()) return {};
    requests.push_back(*std::move(request));
  }
  return requests;
}

Answer AnswerToFailedAction(const Answer& answer, size_t failed, size_t action_count) {
  std::optional<CancellationReason> reason = ReasonOf(answer);
  if (!reason.has_value()) return answer;
  std::vector<CancellationReason> reasons(action_count);
  reasons[failed] = *std::move(reason);
  return TransactionCanceled(reasons);
}

Answer JoinReads(const std::vector<Answer>& answers) {
  rapidjson::Document joined(rapidjson::kObjectType);
  JsonMemory& memory = joined.GetAllocator();
  Json responses(rapidjson::kArrayType);
  for (const Answer& answer : answers) {
    const rapidjson::Document read = ParseJson(answer.body);
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
