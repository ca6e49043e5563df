#include "server/dispatch/anomalous_call.h"

#include <string>
#include <string_view>
#include <variant>

#include "engine/race/steps/engine_executor.h"
#include "engine/race/steps/fault.h"
#include "engine/race/steps/request_footprint.h"
#include "engine/tables/table.h"
#include "server/dispatch/errors/error_response.h"
#include "server/dispatch/errors/wire_failure.h"
#include "server/dispatch/run_operation.h"
#include "server/race/item_requests.h"
#include "server/race/table_changes.h"
#include "server/upstream/forwarded_request.h"
#include "server/upstream/upstream.h"

namespace holdfast::server {
namespace {

constexpr int kSuccess = 200;

race::Intents::Targets TargetsOf(Database& database, const race::Request& request) {
  return race::TargetsOf(request, race::FinderByBareName(database));
}

// `PutItem room7 in Rooms`.
std::string RequestText(Database& database, const race::Request& request) {
  std::string text(race::OperationName(request));
  std::string_view separator = " ";
  for (const auto& target : TargetsOf(database, request)) {
    if (!target.has_value()) continue;
    text.append(separator).append(target->key_text);
    separator = ", ";
  }
  if (const std::string_view index = race::IndexOf(request); !index.empty()) text.append(" of ").append(index);
  const std::vector<std::string_view> tables = race::TablesOf(request);
  if (!tables.empty()) text.append(" in ").append(tables.front());
  return text;
}

race::Execution ExecuteAsStep(const InterceptedCall& intercepted) {
  if (intercepted.call.upstream != nullptr) return intercepted.call.upstream->Execute(intercepted.typed);
  race::EngineExecutor executor(intercepted.call.database, {});
  return executor.Execute(intercepted.typed);
}

// Executes the request without an anomaly. If stale reads or index lag are on, keeps the states of the database before
// and after a write. If requests are executed in seeded order, reports the execution to the detector of lost updates.
int Execute(const InterceptedCall& intercepted, const std::optional<ReleasedTicket>& ticket, Anomalies& anomalies,
            std::string* body) {
  Database& database = intercepted.call.database;
  const bool keeps_states = anomalies.keeps_states() && race::MayWrite(intercepted.typed);
  if (keeps_states) anomalies.states().Keep(intercepted.database.second, OlderStates::Clock::now());
  const bool opaque = std::holds_alternative<race::OpaqueRequest>(intercepted.typed);
  int status = 0;
  if (!opaque && anomalies.order().mode() == RequestOrder::Mode::kSeeded && ticket.has_value()) {
    // In this mode requests are executed one at a time, so the versions that this execution has read and written are
    // its own.
    const race::Execution execution = ExecuteAsStep(intercepted);
    const race::Intents::Targets targets = TargetsOf(database, intercepted.typed);
    const std::string_view operation = race::OperationName(intercepted.typed);
    anomalies.lost_updates().Executed({intercepted.database.first, operation, targets, ticket->arrived}, execution,
                                      LostUpdates::Clock::now());
    const auto* const sent = dynamic_cast<const ForwardedRequest*>(intercepted.typed.attachment.get());
    status = sent != nullptr ? AppendOutcome(*sent->outcome(), body)
                             : AppendResponse(execution.outcome, intercepted.call.hints, body);
  } else {
    OperationCall call = intercepted.call;
    call.response = body;
    // Without a work budget, because a read that exhausts its budget would be executed twice.
    call.budget = nullptr;
    status = RunOperation(intercepted.operation, call);
    if (opaque) anomalies.lost_updates().ForgetItems(intercepted.database.first);
  }
  if (keeps_states) anomalies.states().Keep(intercepted.database.second, OlderStates::Clock::now());
  return status;
}

}  // namespace

Access AccessOf(Database& database, const race::Request& request) {
  Access access{.database = &database,
                .operation = std::string(race::OperationName(request)),
                .table = {},
                .footprint = race::FootprintOf(request, race::FinderByBareName(database)),
                .targets = TargetsOf(database, request),
                .writes = race::MayWrite(request)};
  const std::vector<std::string_view> tables = race::TablesOf(request);
  if (!tables.empty()) access.table = tables.front();
  return access;
}

std::optional<int> ExecuteWithAnomalies(const InterceptedCall& intercepted, const std::optional<ReleasedTicket>& ticket,
                                        Anomalies& anomalies, Responder* responder) {
  Database& database = intercepted.call.database;
  std::string* const body = intercepted.call.response;
  if (!race::IsOnItems(intercepted.operation.name)) {
    if (!ChangesTables(intercepted.operation.name) || intercepted.call.upstream != nullptr) return std::nullopt;
    const int status = RunOperation(intercepted.operation, intercepted.call);
    if (status == kSuccess) anomalies.TablesChanged(intercepted.database);
    return status;
  }
  const std::optional<Anomaly> anomaly = anomalies.Choose(intercepted.database, intercepted.typed);
  if (!anomaly.has_value()) return Execute(intercepted, ticket, anomalies, body);
  const auto count = [&] { anomalies.CountCaused(*anomaly, RequestText(database, intercepted.typed)); };
  switch (*anomaly) {
    case Anomaly::kThrottle:
      count();
      return AppendErrorBody(ThroughputExceeded(), body);
    case Anomaly::kConflict:
      count();
      return AppendErrorBody(race::ConflictFault(intercepted.typed), body);
    case Anomaly::kLostReply: {
      std::string lost;
      Execute(intercepted, ticket, anomalies, &lost);
      count();
      responder->Defer().Drop();
      return 0;
    }
    case Anomaly::kLostRequest:
      count();
      responder->Defer().Drop();
      return 0;
    case Anomaly::kStaleRead:
    case Anomaly::kIndexLag: {
      const std::optional<race::Response> older = anomalies.ReadOlder(intercepted.database.second, intercepted.typed);
      // No older state gives a different response.
      if (!older.has_value()) return Execute(intercepted, ticket, anomalies, body);
      count();
      EncodeItemResponse(*older, body);
      return kSuccess;
    }
  }
  return std::nullopt;
}

}  // namespace holdfast::server
