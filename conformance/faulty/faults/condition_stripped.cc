#include "conformance/faulty/faults/condition_stripped.h"

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

bool DropConditionsOfActions(Json* actions) {
  bool dropped = false;
  for (auto action = actions->Begin(); action != actions->End();) {
    if (Member(*action, "ConditionCheck") != nullptr) {
      action = actions->Erase(action);
      dropped = true;
      continue;
    }
    for (const std::string_view kind : {"Put", "Update", "Delete"}) {
      Json* const write = MutableMember(&*action, kind);
      if (write != nullptr && DropCondition(write)) dropped = true;
    }
    ++action;
  }
  return dropped;
}

class ConditionStripped final : public Fault {
 public:
  Response Handle(const Request& request, Endpoint* endpoint) override {
    const std::optional<Request> stripped = WithoutConditions(request);
    return stripped.has_value() ? endpoint->Send(*stripped) : Success();
  }
};

}  // namespace

bool IsSingleWrite(std::string_view operation) {
  return operation == "PutItem" || operation == "UpdateItem" || operation == "DeleteItem";
}

std::optional<Request> WithoutConditions(const Request& write) {
  const bool is_transaction = write.operation() == "TransactWriteItems";
  if (!is_transaction && !IsSingleWrite(write.operation())) return write;
  rapidjson::Document body = ParseJson(write.body);
  if (!body.IsObject()) return write;
  if (is_transaction) {
    Json* const actions = MutableMember(&body, "TransactItems");
    if (actions == nullptr || !actions->IsArray() || !DropConditionsOfActions(actions)) return write;
    if (actions->Empty()) return std::nullopt;
  } else if (!DropCondition(&body)) {
    return write;
  }
  return write.WithOperation(write.operation(), ToText(body));
}

std::unique_ptr<Fault> MakeConditionStripped() { return std::make_unique<ConditionStripped>(); }

}  // namespace holdfast::conformance::faulty
