#include "server/dispatch/injected_fault.h"

#include <string>
#include <utility>

#include "engine/race/steps/engine_executor.h"
#include "server/dispatch/errors/error_response.h"
#include "server/dispatch/errors/wire_failure.h"
#include "server/dispatch/run_operation.h"
#include "server/message/owned_request.h"
#include "server/upstream/upstream.h"

namespace holdfast::server {
namespace {

RawOutcome Run(const InterceptedCall& intercepted) {
  RawOutcome outcome;
  OperationCall call = intercepted.call;
  call.response = &outcome.body;
  outcome.status = RunOperation(intercepted.operation, call);
  return outcome;
}

Result<race::Response> ExecutePartially(const InterceptedCall& intercepted) {
  if (intercepted.call.upstream != nullptr) return intercepted.call.upstream->ExecutePartially(intercepted.typed);
  race::EngineExecutor executor(intercepted.call.database, {});
  return race::CallPartially(executor, intercepted.typed);
}

}  // namespace

int ExecuteWithFault(FaultRules::Fired fault, const InterceptedCall& intercepted, RaceLab& races,
                     Responder* responder) {
  std::string* const body = intercepted.call.response;
  switch (fault.action) {
    case race::FaultAction::kThrottle:
      return AppendErrorBody(ThroughputExceeded(), body);
    case race::FaultAction::kInternalError:
      return AppendErrorBody(InternalServerError(), body);
    case race::FaultAction::kConflict:
      return AppendErrorBody(race::ConflictFault(intercepted.typed), body);
    case race::FaultAction::kPartial:
      return AppendResponse(ExecutePartially(intercepted), intercepted.call.hints, body);
    case race::FaultAction::kDuplicate: {
      const int status = RunOperation(intercepted.operation, intercepted.call);
      Run(intercepted);
      return status;
    }
    case race::FaultAction::kCommitThen500:
      Run(intercepted);
      return AppendErrorBody(InternalServerError(), body);
    case race::FaultAction::kCommitThenDrop:
      Run(intercepted);
      responder->Defer().Drop();
      return 0;
    case race::FaultAction::kCommitThenDelay: {
      RawOutcome outcome = Run(intercepted);
      OwnedRequest head(intercepted.request, std::string());
      races.SendLater({std::move(head), responder->Defer(), std::move(outcome)}, fault.delay);
      return 0;
    }
  }
  return 0;
}

}  // namespace holdfast::server
