#include "conformance/cases/steps/transact.h"

#include <utility>

namespace holdfast::conformance {

CaseStep Transact(const std::string& what, const std::vector<std::string>& actions, Expected expected,
                  const std::string& more) {
  std::string list;
  for (const std::string& action : actions) list += (list.empty() ? "" : ",") + action;
  return {what, "TransactWriteItems", R"("TransactItems":[)" + list + "]" + more, std::move(expected)};
}

std::string PutAction(const std::string& key, const std::string& attributes, const std::string& more) {
  return R"({"Put":{"TableName":"$table","Item":{$key()" + key + ")" + (attributes.empty() ? "" : ",") + attributes +
         "}" + more + "}}";
}

std::string ConditionCheckAction(const std::string& key, const std::string& condition) {
  return R"({"ConditionCheck":{$at()" + key + R"(),"ConditionExpression":")" + condition + "\"}}";
}

Reason NoReason() { return {"None"}; }

Reason ConditionReason() { return {"ConditionalCheckFailed", R"("Message":"The conditional request failed")"}; }

Reason ValidationReason(const std::string& message) { return {"ValidationError", R"("Message":")" + message + "\""}; }

Expected Cancelled(const std::vector<Reason>& reasons) {
  std::string codes;
  std::string list;
  for (const Reason& reason : reasons) {
    codes += (codes.empty() ? "" : ", ") + reason.code;
    list += std::string(list.empty() ? "" : ",") + R"({"Code":")" + reason.code + "\"" +
            (reason.more.empty() ? "" : ",") + reason.more + "}";
  }
  return Error("TransactionCanceledException",
               "Transaction cancelled, please refer cancellation reasons for specific reasons [" + codes + "]",
               R"({"CancellationReasons":[)" + list + "]}");
}

}  // namespace holdfast::conformance
