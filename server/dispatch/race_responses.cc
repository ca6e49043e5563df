#include "server/dispatch/race_responses.h"

#include <string>
#include <variant>

#include "server/dispatch/api_content_type.h"
#include "server/dispatch/errors/error_response.h"
#include "server/dispatch/errors/wire_failure.h"
#include "server/dispatch/run_operation.h"
#include "server/log/exception_log.h"

namespace holdfast::server {
namespace {

// Appends the body and returns the status.
struct OutcomeWriter {
  std::string* body;

  int operator()(const Result<race::Response>& outcome) const { return AppendResponse(outcome, nullptr, body); }
  int operator()(const RawOutcome& outcome) const { return AppendOutcome(outcome, body); }
  int operator()(const ThrottledOutcome&) const { return AppendErrorBody(ThroughputExceeded(), body); }
  int operator()(const InternalErrorOutcome&) const { return AppendErrorBody(InternalServerError(), body); }
  int operator()(const RefusedOutcome& outcome) const { return AppendErrorBody(RaceRefusal(outcome.why), body); }
  int operator()(const DroppedOutcome&) const { return 0; }
};

}  // namespace

void RaceResponseSender::Send(CompletedRaceRequest completed) {
  if (std::holds_alternative<DroppedOutcome>(completed.outcome)) return completed.response.Drop();
  try {
    HttpResponse* const response = completed.response.message();
    const HttpRequest& request = completed.request.Get();
    const int status = std::visit(OutcomeWriter{response->StartBody()}, completed.outcome);
    const ResponseHead head = {.status = status, .content_type = ResponseContentType(ContentType(request))};
    const std::lock_guard lock(mutex_);
    finisher_.Finish(request, head, response);
  } catch (...) {
    // The response is abandoned: the client gets an InternalServerError.
    return LogException("a response of a race");
  }
  completed.response.Complete();
}

}  // namespace holdfast::server
