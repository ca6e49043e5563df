#include "server/dispatch/run_operation.h"

#include <chrono>
#include <optional>
#include <variant>

#include "server/dispatch/arithmetic_advice.h"
#include "server/dispatch/error_response.h"

namespace holdfast::server {

int AppendFailure(const OperationFailure& failure, std::string* body) {
  const Error* const error = std::get_if<Error>(&failure);
  if (error != nullptr && RefusesArithmetic(*error)) LogArithmeticAdvice(std::chrono::steady_clock::now());
  return std::visit([body](const auto& reason) { return AppendErrorBody(reason, body); }, failure);
}

int RunOperation(const Operation& operation, const OperationCall& call) {
  const std::optional<OperationFailure> failure = operation.run(call);
  return failure.has_value() ? AppendFailure(*failure, call.response) : 200;
}

}  // namespace holdfast::server
