#include "server/dispatch/anomalous_call.h"

#include <string>
#include <string_view>
#include <utility>
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

race::Intents::Targets TargetsOf(Database& database, const race::Request& request) {
  return race::TargetsOf(request, [&](std::string_view table_name) { return database.FindTable(table_name); });
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

int Append(const Result<race::Response>& outcome, HintLog* hints, std::string* body) {
  if (!outcome.ok()) return AppendFailure(outcome.error(), hints, body);
  EncodeItemResponse(outcome.value(), body);
  return 200;
}

race::Execution ExecuteAsStep(const FaultyCall& faulty) {
  if (faulty.call.upstream != nullptr) return faulty.call.upstream->Execute(faulty.typed);
  race::EngineExecutor executor(faulty.call.database, {});
  return executor.Execute(faulty.typed);
}

// Executes the request as it is, and lets the states and the detector see it.
int Execute(const FaultyCall& faulty, const std::optional<HeldTicket>& held, Anomalies& anomalies, std::string* body) {
  Database& database = faulty.call.database;
  const bool keeps = anomalies.keeps_states() && race::MayWrite(faulty.typed);
  if (keeps) anomalies.states().Keep(database, OlderStates::Clock::now());
  int status = 0;
  if (anomalies.order().mode() == RequestOrder::Mode::kSeeded && held.has_value()) {
    // Requests are executed one at a time: what was stored before and after this one is its doing.
    const race::Execution execution = ExecuteAsStep(faulty);
    anomalies.lost_updates().Executed(race::OperationName(faulty.typed), TargetsOf(database, faulty.typed), execution,
                                      held->arrived, LostUpdates::Clock::now());
    const auto* const sent = dynamic_cast<const ForwardedRequest*>(faulty.typed.attachment.get());
    status =
        sent != nullptr ? AppendOutcome(*sent->outcome(), body) : Append(execution.outcome, faulty.call.hints, body);
  } else {
    OperationCall call = faulty.call;
    call.response = body;
    // The read may take long, but it is not repeated.
    call.budget = nullptr;
    status = RunOperation(faulty.operation, call);
  }
  if (keeps) anomalies.states().Keep(database, OlderStates::Clock::now());
  return status;
}

}  // namespace

Access AccessOf(Database& database, const race::Request& request) {
  Access access{.database = &database,
                .operation = std::string(race::OperationName(request)),
                .table = {},
                .footprint = race::FootprintOf(
                    request, [&](std::string_view table_name) { return database.FindTable(table_name); }),
                .targets = TargetsOf(database, request),
                .writes = race::MayWrite(request)};
  const std::vector<std::string_view> tables = race::TablesOf(request);
  if (!tables.empty()) access.table = tables.front();
  return access;
}

std::optional<int> ExecuteWithAnomalies(const FaultyCall& faulty, const std::optional<HeldTicket>& held,
                                        Anomalies& anomalies, Responder* responder) {
  Database& database = faulty.call.database;
  std::string* const body = faulty.call.response;
  if (std::holds_alternative<race::OtherRequest>(faulty.typed)) {
    if (!ChangesTables(faulty.operation.name) || !anomalies.keeps_states()) return std::nullopt;
    // What was read before is no older version of the changed table.
    const int status = RunOperation(faulty.operation, faulty.call);
    anomalies.states().Forget(database);
    return status;
  }
  const std::optional<Anomaly> anomaly = anomalies.Choose(database, faulty.typed);
  if (!anomaly.has_value()) return Execute(faulty, held, anomalies, body);
  const auto count = [&] { anomalies.Caused(*anomaly, RequestText(database, faulty.typed)); };
  switch (*anomaly) {
    case Anomaly::kThrottle:
      count();
      return AppendErrorBody(ThroughputExceeded(), body);
    case Anomaly::kConflict:
      count();
      return AppendErrorBody(race::ConflictFault(faulty.typed), body);
    case Anomaly::kLostReply: {
      std::string lost;
      Execute(faulty, held, anomalies, &lost);
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
      const std::optional<race::Response> older = anomalies.ReadOlder(database, faulty.typed);
      // There is no older state that differs.
      if (!older.has_value()) return Execute(faulty, held, anomalies, body);
      count();
      EncodeItemResponse(*older, body);
      return 200;
    }
  }
  return std::nullopt;
}

}  // namespace holdfast::server
