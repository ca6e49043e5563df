#include "conformance/faulty/faults/check_then_write.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "conformance/faulty/faults/condition_stripped.h"
#include "conformance/faulty/faults/expression_placeholders.h"
#include "conformance/faulty/faults/table_keys.h"
#include "conformance/faulty/faults/transaction_tokens.h"
#include "conformance/faulty/json_edit.h"
#include "conformance/faulty/responses.h"

namespace holdfast::conformance::faulty {
namespace {

// If a check conflicts with another transaction, the fault has caused that conflict: the client's own write or
// transaction might have had none. So the check is sent again, and the client does not see the conflict.
constexpr int kCheckAttemptsMax = 1'000;
constexpr std::chrono::milliseconds kCheckPause{1};

constexpr std::string_view kTransaction = "TransactWriteItems";

bool HasReason(const Response& response, std::string_view code) {
  const std::vector<CancellationReason> reasons = CancellationReasonsOf(response);
  return std::any_of(reasons.begin(), reasons.end(), [code](const auto& reason) { return reason.code == code; });
}

std::string TransactionOf(const std::vector<std::string>& actions) {
  std::string body = R"({"TransactItems":[)";
  for (const std::string& action : actions) body.append(body.back() == '[' ? "" : ",").append(action);
  return body + "]}";
}

// The write inside one of a transaction's actions, or null.
const Json* WriteOf(const Json& action) {
  for (const std::string_view kind : {"Put", "Update", "Delete", "ConditionCheck"}) {
    const Json* const write = Member(action, kind);
    if (write != nullptr) return write;
  }
  return nullptr;
}

// A transaction of ConditionChecks only. `actions` holds, for each check, the index of the client's action.
struct Checks {
  std::string body;
  std::vector<size_t> actions;
};

// The condition of one write, as a transaction's action: `{"ConditionCheck":{...}}`. `write` is the body of a PutItem,
// UpdateItem or DeleteItem, or the content of a transaction's action, and has a ConditionExpression. `key_attributes`
// matter only for a put, whose key is part of its item. Nothing for a put if they are empty or its item lacks one.
std::optional<std::string> CheckOf(const Json& write, const std::vector<std::string>& key_attributes) {
  rapidjson::Document action(rapidjson::kObjectType);
  JsonMemory& memory = action.GetAllocator();
  Json check(rapidjson::kObjectType);
  const Json* const item = Member(write, "Item");
  if (item != nullptr) {
    std::optional<Json> key = KeyOf(*item, key_attributes, memory);
    if (!key.has_value()) return std::nullopt;
    SetMember(&check, "Key", *std::move(key), memory);
  }
  for (const std::string_view name :
       {"TableName", "Key", "ConditionExpression", "ReturnValuesOnConditionCheckFailure"}) {
    const Json* const member = Member(write, name);
    if (member != nullptr) SetMember(&check, name, Json(*member, memory), memory);
  }
  CopyDefinitions(write, StringMember(write, "ConditionExpression"), &check, memory);
  SetMember(&action, "ConditionCheck", std::move(check), memory);
  return ToText(action);
}

class CheckThenWrite final : public Fault {
 public:
  Response Handle(const Request& request, Endpoint* endpoint) override {
    if (request.operation() == kTransaction) return HandleTransaction(request, endpoint);
    return IsSingleWrite(request.operation()) ? HandleWrite(request, endpoint) : endpoint->Send(request);
  }

 private:
  static Response HandleWrite(const Request& request, Endpoint* endpoint) {
    const rapidjson::Document write = ParseJson(request.body);
    if (Member(write, "ConditionExpression") == nullptr) return endpoint->Send(request);
    const std::optional<std::string> check = MakeCheck(request, write, endpoint);
    if (!check.has_value()) return endpoint->Send(request);

    const Response response = SendChecks(request.WithOperation(kTransaction, TransactionOf({*check})), endpoint);
    if (response.ok()) return SendWithoutConditions(request, endpoint);
    if (HasReason(response, "ConditionalCheckFailed"))
      return ConditionFailed(CancellationReasonsOf(response).front().item);
    // The endpoint itself reports any other error of the write.
    return endpoint->Send(request);
  }

  Response HandleTransaction(const Request& request, Endpoint* endpoint) {
    const rapidjson::Document transaction = ParseJson(request.body);
    const Json* const actions = Member(transaction, "TransactItems");
    if (actions == nullptr || !actions->IsArray() || AsksForMetrics(transaction)) return endpoint->Send(request);
    const std::optional<Checks> checks = MakeChecks(request, *actions, endpoint);
    if (!checks.has_value()) return endpoint->Send(request);

    const std::optional<Response> by_token = tokens_.Begin(request);
    if (by_token.has_value()) return *by_token;
    const Response response = CheckAndWrite(request, *checks, actions->Size(), endpoint);
    tokens_.End(request, response.ok());
    return response;
  }

  static Response CheckAndWrite(const Request& request, const Checks& checks, size_t action_count, Endpoint* endpoint) {
    const Response response = SendChecks(request.WithOperation(kTransaction, checks.body), endpoint);
    if (HasReason(response, "ConditionalCheckFailed"))
      return ResponseToWholeTransaction(response, checks.actions, action_count);
    return response.ok() ? SendWithoutConditions(request, endpoint) : endpoint->Send(request);
  }

  // Returns nothing if no action has a condition, or if a condition cannot be checked.
  static std::optional<Checks> MakeChecks(const Request& request, const Json& actions, Endpoint* endpoint) {
    std::vector<std::string> texts;
    Checks checks;
    for (rapidjson::SizeType i = 0; i < actions.Size(); ++i) {
      const Json* const write = WriteOf(actions[i]);
      if (write == nullptr) return std::nullopt;
      if (Member(*write, "ConditionExpression") == nullptr) continue;
      std::optional<std::string> check = MakeCheck(request, *write, endpoint);
      if (!check.has_value()) return std::nullopt;
      texts.push_back(*std::move(check));
      checks.actions.push_back(i);
    }
    if (texts.empty()) return std::nullopt;
    checks.body = TransactionOf(texts);
    return checks;
  }

  static std::optional<std::string> MakeCheck(const Request& request, const Json& write, Endpoint* endpoint) {
    const bool is_put = Member(write, "Item") != nullptr;
    return CheckOf(write, is_put ? KeyAttributesOf(request, StringMember(write, "TableName"), endpoint)
                                 : std::vector<std::string>());
  }

  static Response SendChecks(const Request& checks, Endpoint* endpoint) {
    Response response = endpoint->Send(checks);
    for (int i = 1; i < kCheckAttemptsMax && HasReason(response, "TransactionConflict"); ++i) {
      std::this_thread::sleep_for(kCheckPause);
      response = endpoint->Send(checks);
    }
    return response;
  }

  TransactionTokens tokens_;
};

}  // namespace

std::unique_ptr<Fault> MakeCheckThenWrite() { return std::make_unique<CheckThenWrite>(); }

}  // namespace holdfast::conformance::faulty
