#include "server/admin/admin_surface.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <shared_mutex>
#include <span>

#include "server/admin/clock_control.h"
#include "server/admin/database_list.h"
#include "server/admin/fault_calls.h"
#include "server/admin/race_calls.h"
#include "server/admin/selected_databases.h"
#include "server/json/json_text.h"
#include "server/json/json_writer.h"
#include "server/message/database_names.h"
#include "server/message/decimal.h"
#include "server/message/endpoint.h"
#include "server/message/percent_encoding.h"
#include "server/observe/metrics_text.h"

namespace holdfast::server {
namespace {

constexpr std::string_view kPrefix = "/_holdfast/";
constexpr std::string_view kClock = "clock";
constexpr std::string_view kSnapshots = "snapshots";
constexpr std::string_view kRaces = "races";
constexpr std::string_view kFaults = "faults";
constexpr std::string_view kTimeToLive = "ttl";
constexpr std::string_view kMetrics = "metrics";
constexpr std::string_view kRequests = "requests";
constexpr std::string_view kJson = "application/json";
constexpr std::string_view kHtml = "text/html; charset=utf-8";
// In a route, stands for any one segment of a path.
constexpr std::string_view kAnySegment = "*";

using Segments = std::vector<std::string_view>;

Segments Split(std::string_view text, char separator) {
  Segments parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

struct Parameters {
  DatabaseSelection databases;
  bool all = false;
  std::string_view run;
  std::optional<uint64_t> since;
};

// A parameter that names databases. Its valid values are those that requests can have.
struct NameParameter {
  std::string_view name;
  std::optional<std::string> DatabaseSelection::*member;
  bool (*is_valid)(std::string_view value);
  std::string_view rule;
};

constexpr std::array kNameParameters = {
    NameParameter{"account", &DatabaseSelection::account, IsAccountId, "twelve digits"},
    NameParameter{"region", &DatabaseSelection::region, IsRegion, "1 to 64 letters, digits, '-' and '_'"},
    // Empty: the databases that are not forks.
    NameParameter{"fork", &DatabaseSelection::fork,
                  [](std::string_view value) { return value.empty() || IsForkName(value); },
                  "up to 64 letters, digits, '.', '-' and '_'"},
};

// `account=…&region=…&fork=…`, whose values need no escapes, `access_key=…`, `all=true`, `run=…` and `since=…`.
Result<Parameters, AdminFailure> ReadParameters(std::string_view query, const AdminOptions& options) {
  Parameters parameters;
  for (const std::string_view part : Split(query, '&')) {
    const size_t equals = part.find('=');
    const std::string_view name = part.substr(0, equals);
    if (part == "all=true") {
      parameters.all = true;
      continue;
    }
    if (name == "run" && equals != std::string_view::npos) {
      parameters.run = part.substr(equals + 1);
      continue;
    }
    if (name == "since" && equals != std::string_view::npos) {
      const std::string_view number = part.substr(equals + 1);
      parameters.since = number == "0" ? std::optional<uint64_t>(0) : ParseDecimal(number);
      if (!parameters.since.has_value()) return AdminFailure{400, "since must be the number of a request"};
      continue;
    }
    if (name == "access_key" && equals != std::string_view::npos && options.account_of) {
      parameters.databases.account = options.account_of(PercentDecode(part.substr(equals + 1)));
      continue;
    }
    const auto named = std::find_if(kNameParameters.begin(), kNameParameters.end(),
                                    [&](const NameParameter& each) { return each.name == name; });
    if (named == kNameParameters.end() || equals == std::string_view::npos) {
      return AdminFailure{400,
                          "unknown parameter " + std::string(name) +
                              "; there are account=…, access_key=…, region=…, fork=…, run=…, since=… and all=true"};
    }
    const std::string_view value = part.substr(equals + 1);
    if (!named->is_valid(value)) {
      return AdminFailure{
          400, std::string(name) + " must be " + std::string(named->rule) + ", not '" + std::string(value) + "'"};
    }
    parameters.databases.*named->member = value;
  }
  if (parameters.all && !parameters.databases.SelectsAll()) {
    return AdminFailure{400, "all=true and account, region or fork contradict each other"};
  }
  return parameters;
}

// Whether the call names an account and a region whose database does not exist, and there is no room for another one.
bool ExceedsDatabaseLimit(const Engine& engine, const AdminCall& call, size_t databases_max) {
  const DatabaseSelection& named = call.databases;
  if (!named.account.has_value() || !named.region.has_value() || engine.database_count() < databases_max) return false;
  return engine.Find(*named.account, *named.region, named.fork.value_or("")) == nullptr;
}

AdminFailure TooManyDatabases() { return {400, "there are as many databases as --max-databases allows"}; }
AdminFailure NoSuchCall() { return {404, "there is no such admin call"}; }

// Refuses a call that selects all databases if several accounts have databases, some of which may belong to other tests
// that are running, unless all=true confirms the call. `advice`: what the caller should do instead.
AdminOutcome RequireExplicitAll(const Engine& engine, const DatabaseSelection& databases, bool all,
                                std::string_view advice) {
  constexpr size_t kListedAccountsMax = 3;
  if (!databases.SelectsAll() || all) return std::nullopt;
  std::vector<std::string> accounts;
  for (const NamedDatabase& database : engine.Select({})) {
    if (accounts.empty() || accounts.back() != database.first.account) accounts.push_back(database.first.account);
  }
  if (accounts.size() < 2) return std::nullopt;
  std::string names;
  for (size_t i = 0; i < std::min(accounts.size(), kListedAccountsMax); ++i) {
    names += (i == 0 ? "" : ", ") + accounts[i];
  }
  if (accounts.size() > kListedAccountsMax) names += ", …";
  return AdminFailure{400, "there are databases of " + std::to_string(accounts.size()) + " accounts (" + names +
                               "), which may be those of other tests: " + std::string(advice)};
}

}  // namespace

struct AdminSurface::Route {
  std::string_view method;
  std::array<std::string_view, 5> path;
  AdminOutcome (*run)(AdminSurface& surface, const AdminCall& call, std::string* body);
  // RequireExplicitAll applies: without a selection the call concerns the databases of all accounts.
  bool requires_explicit_all = false;
  // The call changes state that a race session restores.
  bool conflicts_with_race = false;
  int status = 200;
  std::string_view content_type = kJson;

  static std::span<const Route> All();

  bool needs_races() const { return path[0] == kRaces || path[0] == kFaults; }
  bool needs_observer() const { return path[0] == kMetrics || path[0] == kRequests; }
  // A sweep and the opening of a race session may create one, too: SweepExpired and OpenRaceSession check the limit.
  bool may_create_database() const { return method == "POST" && (path[0] == kClock || path[0] == kSnapshots); }
  bool needs_databases() const { return !needs_races() && !needs_observer() && path[0] != kTimeToLive; }
  bool MatchesPath(const Segments& segments) const {
    for (size_t i = 0; i < path.size(); ++i) {
      const std::string_view segment = i < segments.size() ? segments[i] : "";
      if (path[i] != segment && !(path[i] == kAnySegment && !segment.empty())) return false;
    }
    return segments.size() <= path.size();
  }

 private:
  // Functions for `run`.
  template <auto kFunction>
  static AdminOutcome OnEngine(AdminSurface& surface, const AdminCall& call, std::string* body) {
    return kFunction(*surface.engine_, call, body);
  }
  template <auto kFunction>
  static AdminOutcome OnRaces(AdminSurface& surface, const AdminCall& call, std::string* body) {
    return kFunction(*surface.races_, call, body);
  }
  template <auto kMethod>
  static AdminOutcome OnSnapshots(AdminSurface& surface, const AdminCall& call, std::string* body) {
    return (surface.snapshots_.*kMethod)(call, body);
  }
  template <auto kMethod>
  static AdminOutcome OnSurface(AdminSurface& surface, const AdminCall& call, std::string* body) {
    return (surface.*kMethod)(call, body);
  }
};

std::span<const AdminSurface::Route> AdminSurface::Route::All() {
  static constexpr Route kRoutes[] = {
      {.method = "GET", .path = {kClock}, .run = OnEngine<GetClock>},
      {.method = "POST", .path = {kClock}, .run = OnEngine<SetClock>, .conflicts_with_race = true},
      {.method = "GET", .path = {kSnapshots}, .run = OnSnapshots<&Snapshots::List>},
      {.method = "POST", .path = {kSnapshots}, .run = OnSnapshots<&Snapshots::Take>, .requires_explicit_all = true},
      {.method = "POST",
       .path = {kSnapshots, kAnySegment, "restore"},
       .run = OnSurface<&AdminSurface::RestoreSnapshot>},
      {.method = "DELETE", .path = {kSnapshots, kAnySegment}, .run = OnSnapshots<&Snapshots::Drop>},
      {.method = "POST",
       .path = {kTimeToLive, "sweep"},
       .run = OnSurface<&AdminSurface::SweepExpired>,
       .conflicts_with_race = true},
      {.method = "POST",
       .path = {"reset"},
       .run = OnSurface<&AdminSurface::Reset>,
       .requires_explicit_all = true,
       .conflicts_with_race = true},
      {.method = "GET", .path = {"databases"}, .run = OnEngine<ListDatabases>},
      {.method = "GET",
       .path = {kMetrics},
       .run = OnSurface<&AdminSurface::GetMetrics>,
       .content_type = kMetricsContentType},
      {.method = "GET",
       .path = {kRequests},
       .run = [](AdminSurface&, const AdminCall&, std::string*) { return AdminOutcome(); }},

      {.method = "POST", .path = {kRaces}, .run = OnSurface<&AdminSurface::OpenRaceSession>, .status = 201},
      {.method = "GET", .path = {kRaces}, .run = OnRaces<ListRaces>},
      {.method = "GET", .path = {kRaces, kAnySegment}, .run = OnRaces<DescribeRace>},
      {.method = "DELETE", .path = {kRaces, kAnySegment}, .run = OnRaces<CloseRace>, .status = 204},
      {.method = "POST", .path = {kRaces, kAnySegment, "runs"}, .run = OnRaces<BeginRaceRun>},
      {.method = "POST", .path = {kRaces, kAnySegment, "runs", kAnySegment, "result"}, .run = OnRaces<EndRaceRun>},
      {.method = "POST", .path = {kRaces, kAnySegment, "actors", kAnySegment, "done"}, .run = OnRaces<FinishRaceActor>},
      {.method = "POST",
       .path = {kRaces, kAnySegment, "actors", kAnySegment, "settled"},
       .run = OnRaces<SettleRaceActor>},
      {.method = "GET", .path = {kRaces, kAnySegment, "history"}, .run = OnRaces<GetRaceHistory>},
      {.method = "GET", .path = {kRaces, kAnySegment, "report"}, .run = OnRaces<GetRaceReport>, .content_type = kHtml},

      {.method = "POST", .path = {kFaults}, .run = OnRaces<AddFaults>, .requires_explicit_all = true, .status = 201},
      {.method = "GET", .path = {kFaults}, .run = OnRaces<ListFaults>},
      {.method = "DELETE",
       .path = {kFaults},
       .run = OnRaces<RemoveFaults>,
       .requires_explicit_all = true,
       .status = 204},
      {.method = "DELETE", .path = {kFaults, kAnySegment}, .run = OnRaces<RemoveFault>, .status = 204},
  };
  return kRoutes;
}

AdminResponse AdminSurface::Handle(const AdminRequest& request, JsonDocument& document, std::string* body) {
  const Route* route = nullptr;
  std::optional<uint64_t> since;
  const AdminOutcome failure = Call(request, document, &route, &since, body);
  if (!failure.has_value()) {
    return {.status = route->status,
            .content_type = route->status == 204 ? std::string_view() : route->content_type,
            .streams_requests = route->path[0] == kRequests,
            .stream_after = since};
  }
  JsonWriter writer(body);
  writer.BeginObject();
  writer.Name("message");
  // The message may quote the target, which may be any bytes.
  writer.String(ToUtf8(failure->message));
  writer.EndObject();
  return {.status = failure->status, .content_type = kJson};
}

AdminOutcome AdminSurface::Call(const AdminRequest& request, JsonDocument& document, const Route** called,
                                std::optional<uint64_t>* since, std::string* body) {
  if (!request.from_loopback && !options_.remote) {
    return AdminFailure{403,
                        "the admin surface answers only programs on its own machine, unless the server is started "
                        "with --admin-remote (in a container even its host is another machine)"};
  }
  if (!request.target.starts_with(kPrefix)) return NoSuchCall();
  const std::string_view target = request.target.substr(kPrefix.size());
  const size_t question_mark = std::min(target.find('?'), target.size());
  const Segments path = Split(target.substr(0, question_mark), '/');
  const auto matches_path = [&](const Route& route) {
    return route.MatchesPath(path) && (races_ != nullptr || !route.needs_races()) &&
           (options_.observer != nullptr || !route.needs_observer());
  };
  const std::span<const Route> routes = Route::All();
  if (std::none_of(routes.begin(), routes.end(), matches_path)) return NoSuchCall();
  const auto route = std::find_if(routes.begin(), routes.end(), [&](const Route& candidate) {
    return candidate.method == request.method && candidate.MatchesPath(path);
  });
  if (route == routes.end()) {
    std::string methods;
    for (const Route& other : routes) {
      if (other.MatchesPath(path)) methods.append(methods.empty() ? "" : ", ").append(other.method);
    }
    return AdminFailure{405,
                        "this admin call has no method " + std::string(request.method) + "; there are: " + methods};
  }

  Result<Parameters, AdminFailure> parameters =
      ReadParameters(target.substr(std::min(question_mark + 1, target.size())), options_);
  if (!parameters.ok()) return parameters.error();
  if (request.body->empty()) *request.body = "{}";
  const Decoded<const rapidjson::Value*> parsed = document.Parse(request.body);
  if (!parsed.ok() || !parsed.value()->IsObject()) return AdminFailure{400, "the body must be a JSON object"};
  DatabaseSelection databases = parameters.value().databases;
  if (!options_.upstream_url.empty() && (route->needs_databases() || databases.fork.has_value())) {
    return AdminFailure{409, "this server forwards requests to " + options_.upstream_url +
                                 ", and has no clock, snapshots, forks or databases of its own"};
  }
  if (options_.shared_database) {
    const DatabaseName shared = RaceDatabase({});
    if (databases.account.has_value()) databases.account = shared.account;
    if (databases.region.has_value()) databases.region = shared.region;
  }
  const AdminCall call{request.method,         path,           databases, parameters.value().all,
                       parameters.value().run, *parsed.value()};
  if (route->may_create_database() && ExceedsDatabaseLimit(*engine_, call, options_.databases_max)) {
    return TooManyDatabases();
  }
  if (route->requires_explicit_all) {
    AdminOutcome refusal =
        RequireExplicitAll(*engine_, call.databases, call.all, "say which is meant with ?account=…, or ?all=true");
    if (refusal.has_value()) return refusal;
  }
  std::shared_lock<std::shared_mutex> no_reserving(reserving_race_, std::defer_lock);
  if (route->conflicts_with_race) {
    no_reserving.lock();
    AdminOutcome refusal = RequireNoRace(races_, call.databases);
    if (refusal.has_value()) return refusal;
  }
  *called = &*route;
  *since = parameters.value().since;
  return route->run(*this, call, body);
}

AdminOutcome AdminSurface::GetMetrics(const AdminCall&, std::string* body) {
  const bool stores = options_.upstream_url.empty();
  AppendServerMetrics(*engine_, stores, options_.load ? options_.load() : ConnectionLoad(), *options_.observer, body);
  return std::nullopt;
}

AdminOutcome AdminSurface::OpenRaceSession(const AdminCall& call, std::string* body) {
  Result<RaceOptions, std::string> options = ReadRaceOptions(call.body, races_->operation_check());
  if (!options.ok()) return AdminFailure{400, std::move(options).error()};
  const DatabaseName name = RaceDatabase(call.databases);
  const auto reserve = [&]() -> Result<uint64_t, AdminFailure> {
    const std::lock_guard reserving(reserving_race_);
    const bool creates = engine_->Find(name.account, name.region, name.fork) == nullptr;
    if (creates && engine_->database_count() >= options_.databases_max) return TooManyDatabases();
    return ReserveRace(*races_, *engine_, name);
  };
  const Result<uint64_t, AdminFailure> id = reserve();
  if (!id.ok()) return id.error();
  return OpenRace(*races_, *engine_, name, *id, std::move(options).value(), body);
}

AdminOutcome AdminSurface::RestoreSnapshot(const AdminCall& call, std::string* body) {
  const Result<Snapshots::Scope, AdminFailure> scope = snapshots_.ScopeOf(call);
  if (!scope.ok()) return scope.error();
  // If databases of other accounts were first used after the snapshot, the restore would empty them.
  AdminOutcome refusal =
      RequireExplicitAll(*engine_, scope->databases, scope->all || call.all,
                         "take or restore the snapshot with ?account=…, or restore it with ?all=true, which empties "
                         "the databases that were first used since");
  const std::shared_lock no_reserving(reserving_race_);
  if (!refusal.has_value()) refusal = RequireNoRace(races_, scope->databases);
  if (refusal.has_value()) return refusal;
  AdminOutcome outcome = snapshots_.Restore(call, body);
  ForgetOlderStates();
  return outcome;
}

AdminOutcome AdminSurface::SweepExpired(const AdminCall& call, std::string* body) {
  if (options_.sweep_upstream) {
    const std::unique_lock sweeping(sweeping_upstream_, std::try_to_lock);
    if (sweeping.owns_lock()) return options_.sweep_upstream(body);
    return AdminFailure{409, options_.upstream_url + " has not responded to another sweep yet: repeat this call later"};
  }
  if (ExceedsDatabaseLimit(*engine_, call, options_.databases_max)) return TooManyDatabases();
  const auto databases = SelectOrCreateDatabases(*engine_, call.databases);
  if (!databases.ok()) return databases.error();
  size_t deleted = 0;
  for (const NamedDatabase& database : databases.value()) deleted += database.second->SweepExpiredItems();
  JsonWriter writer(body);
  writer.BeginObject();
  writer.IntegerMember("deleted", static_cast<int64_t>(deleted));
  writer.EndObject();
  return std::nullopt;
}

AdminOutcome AdminSurface::Reset(const AdminCall& call, std::string* body) {
  engine_->Reset(call.databases);
  ForgetOlderStates();
  *body += "{}";
  return std::nullopt;
}

void AdminSurface::ForgetOlderStates() {
  if (races_ != nullptr && races_->anomalies() != nullptr) races_->anomalies()->states().ForgetAll();
}

}  // namespace holdfast::server
