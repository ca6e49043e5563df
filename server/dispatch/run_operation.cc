#include "server/dispatch/run_operation.h"

#include <optional>
#include <variant>

#include "server/dispatch/errors/error_response.h"
#include "server/dispatch/errors/wire_failure.h"
#include "server/dispatch/hint_log.h"
#include "server/race/item_requests.h"
#include "server/upstream/upstream.h"
#include "server/upstream/upstream_response.h"

namespace holdfast::server {

int AppendFailure(const OperationFailure& failure, HintLog* hints, std::string* body) {
  const Error* const error = std::get_if<Error>(&failure);
  if (error != nullptr && hints != nullptr) hints->OnRefusal(*error);
  return std::visit([body](const auto& reason) { return AppendErrorBody(reason, body); }, failure);
}

int AppendResponse(const Result<race::Response>& response, HintLog* hints, std::string* body) {
  if (!response.ok()) return AppendFailure(response.error(), hints, body);
  EncodeItemResponse(response.value(), body);
  return 200;
}

int AppendOutcome(const RawOutcome& outcome, std::string* body) {
  if (!outcome.no_response_reason.empty()) {
    return AppendErrorBody(IsUnknown(outcome) ? UpstreamSentNoResponse(outcome.no_response_reason)
                                              : UpstreamUnreachable(outcome.no_response_reason),
                           body);
  }
  *body += outcome.body;
  return outcome.status;
}

int RunOperation(const Operation& operation, const OperationCall& call) {
  if (call.upstream != nullptr) {
    const RawOutcome outcome = ToOutcome(call.upstream->client().Call(operation.name, std::string(call.body)));
    call.upstream->Forwarded(operation.name);
    return AppendOutcome(outcome, call.response);
  }
  const std::optional<OperationFailure> failure = operation.run(call);
  return failure.has_value() ? AppendFailure(*failure, call.hints, call.response) : 200;
}

}  // namespace holdfast::server
