#include "server/dispatch/injected_fault.h"

#include <string>
#include <utility>

#include "engine/race/steps/engine_executor.h"
#include "server/dispatch/errors/error_response.h"
#include "server/dispatch/errors/wire_failure.h"
#include "server/dispatch/run_operation.h"
#include "server/message/owned_request.h"
#include "server/race/item_requests.h"
#include "server/upstream/upstream.h"

namespace holdfast::server {
namespace {

OtherOutcome Run(const FaultyCall& faulty) {
  OtherOutcome outcome;
  OperationCall call = faulty.call;
  call.response = &outcome.body;
  outcome.status = RunOperation(faulty.operation, call);
  return outcome;
}

Result<race::Response> ExecutePartially(const FaultyCall& faulty) {
  if (faulty.call.upstream != nullptr) return faulty.call.upstream->ExecutePartially(faulty.typed);
  race::EngineExecutor executor(faulty.call.database, {});
  return race::CallPartially(executor, faulty.typed);
}

}  // namespace

int ExecuteWithFault(FaultRules::Fired fault, const FaultyCall& faulty, RaceLab& races, Responder* responder) {
  std::string* const body = faulty.call.response;
  switch (fault.action) {
    case race::FaultAction::kThrottle:
      return AppendErrorBody(ThroughputExceeded(), body);
    case race::FaultAction::kInternalError:
      return AppendErrorBody(InternalServerError(), body);
    case race::FaultAction::kConflict:
      return AppendErrorBody(race::ConflictFault(faulty.typed), body);
    case race::FaultAction::kPartial: {
      const Result<race::Response> outcome = ExecutePartially(faulty);
      if (!outcome.ok()) return AppendFailure(outcome.error(), faulty.call.hints, body);
      EncodeItemResponse(outcome.value(), body);
      return 200;
    }
    case race::FaultAction::kDuplicate: {
      const int status = RunOperation(faulty.operation, faulty.call);
      Run(faulty);
      return status;
    }
    case race::FaultAction::kCommitThen500:
      Run(faulty);
      return AppendErrorBody(InternalServerError(), body);
    case race::FaultAction::kCommitThenDrop:
      Run(faulty);
      responder->Defer().Drop();
      return 0;
    case race::FaultAction::kCommitThenDelay: {
      OtherOutcome outcome = Run(faulty);
      OwnedRequest head(faulty.request, std::string());
      races.SendLater({std::move(head), responder->Defer(), std::move(outcome)}, fault.delay);
      return 0;
    }
  }
  return 0;
}

}  // namespace holdfast::server
