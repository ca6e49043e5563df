#include "conformance/faulty/faults/condition_stripped.h"

#include <cstddef>
#include <optional>
#include <vector>

#include "conformance/faulty/faults/expression_placeholders.h"
#include "conformance/faulty/responses.h"

namespace holdfast::conformance::faulty {
namespace {

bool DropCondition(Json* write) {
  bool dropped = false;
  for (const std::string_view condition : {"ConditionExpression", "Expected"}) {
    if (Member(*write, condition) == nullptr) continue;
    DropExpression(write, condition);
    dropped = true;
  }
  // ConditionalOperator combines the conditions of Expected.
  if (dropped) RemoveMember(write, "ConditionalOperator");
  return dropped;
}

// Removes the conditions, and the actions that are ConditionChecks. Returns the indexes of the other actions; nothing
// if there was no condition.
std::optional<std::vector<size_t>> DropConditionsOfActions(Json* actions) {
  bool dropped = false;
  std::vector<size_t> kept;
  size_t index = 0;
  for (auto action = actions->Begin(); action != actions->End(); ++index) {
    if (Member(*action, "ConditionCheck") != nullptr) {
      action = actions->Erase(action);
      dropped = true;
      continue;
    }
    for (const std::string_view kind : {"Put", "Update", "Delete"}) {
      Json* const write = MutableMember(&*action, kind);
      if (write != nullptr && DropCondition(write)) dropped = true;
    }
    kept.push_back(index);
    ++action;
  }
  if (!dropped) return std::nullopt;
  return kept;
}

Response SendTransactionWithoutConditions(const Request& transaction, Endpoint* endpoint) {
  rapidjson::Document body = ParseJson(transaction.body);
  Json* const actions = body.IsObject() ? MutableMember(&body, "TransactItems") : nullptr;
  if (actions == nullptr || !actions->IsArray()) return endpoint->Send(transaction);
  const size_t action_count = actions->Size();
  const std::optional<std::vector<size_t>> kept = DropConditionsOfActions(actions);
  if (!kept.has_value()) return endpoint->Send(transaction);
  if (kept->empty()) return Success();
  return ResponseToWholeTransaction(endpoint->Send(transaction.WithOperation(transaction.operation(), ToText(body))),
                                    *kept, action_count);
}

class ConditionStripped final : public Fault {
 public:
  Response Handle(const Request& request, Endpoint* endpoint) override {
    return SendWithoutConditions(request, endpoint);
  }
};

}  // namespace

bool IsSingleWrite(std::string_view operation) {
  return operation == "PutItem" || operation == "UpdateItem" || operation == "DeleteItem";
}

Response SendWithoutConditions(const Request& write, Endpoint* endpoint) {
  if (write.operation() == "TransactWriteItems") return SendTransactionWithoutConditions(write, endpoint);
  rapidjson::Document body;
  if (IsSingleWrite(write.operation())) body = ParseJson(write.body);
  if (!body.IsObject() || !DropCondition(&body)) return endpoint->Send(write);
  return endpoint->Send(write.WithOperation(write.operation(), ToText(body)));
}

std::unique_ptr<Fault> MakeConditionStripped() { return std::make_unique<ConditionStripped>(); }

}  // namespace holdfast::conformance::faulty
