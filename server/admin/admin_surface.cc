#include "server/admin/admin_surface.h"

#include <algorithm>
#include <array>

#include "server/admin/clock_control.h"
#include "server/admin/selected_databases.h"
#include "server/json/json_writer.h"

namespace holdfast::server {
namespace {

constexpr std::string_view kPrefix = "/_holdfast/";
// In a route, any one segment of a path.
constexpr std::string_view kAny = "*";

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

// `account=…&region=…&fork=…`, whose values need no escapes.
Result<DatabaseSelection, AdminFailure> ReadSelection(std::string_view query) {
  DatabaseSelection selection;
  for (const std::string_view part : Split(query, '&')) {
    const size_t equals = part.find('=');
    const std::string_view name = part.substr(0, equals);
    std::optional<std::string>* const member = name == "account"  ? &selection.account
                                               : name == "region" ? &selection.region
                                               : name == "fork"   ? &selection.fork
                                                                  : nullptr;
    if (member == nullptr || equals == std::string_view::npos) {
      return AdminFailure{400, "unknown parameter " + std::string(name) + "; there are account, region and fork"};
    }
    *member = part.substr(equals + 1);
  }
  return selection;
}

}  // namespace

struct AdminSurface::Route {
  std::string_view method;
  std::array<std::string_view, 3> path;
  AdminOutcome (*run)(AdminSurface& surface, const AdminCall& call, std::string* body);

  bool HasPath(const Segments& segments) const {
    for (size_t i = 0; i < path.size(); ++i) {
      const std::string_view segment = i < segments.size() ? segments[i] : "";
      if (path[i] != segment && !(path[i] == kAny && !segment.empty())) return false;
    }
    return segments.size() <= path.size();
  }
};

bool IsAdminTarget(std::string_view target) { return target.starts_with(kPrefix); }

int AdminSurface::Answer(const AdminRequest& request, JsonDocument& document, std::string* body) {
  const AdminOutcome failure = Call(request, document, body);
  if (!failure.has_value()) return 200;
  JsonWriter writer(body);
  writer.BeginObject();
  writer.Name("message");
  writer.String(failure->message);
  writer.EndObject();
  return failure->status;
}

AdminOutcome AdminSurface::Call(const AdminRequest& request, JsonDocument& document, std::string* body) {
  static constexpr std::array kRoutes = {
      Route{"GET",
            {"clock"},
            [](AdminSurface& surface, const AdminCall& call, std::string* answer) {
              return GetClock(*surface.engine_, call, answer);
            }},
      Route{"POST",
            {"clock"},
            [](AdminSurface& surface, const AdminCall& call, std::string* answer) {
              return SetClock(*surface.engine_, call, answer);
            }},
      Route{"GET",
            {"snapshots"},
            [](AdminSurface& surface, const AdminCall& call, std::string* answer) {
              return surface.snapshots_.List(call, answer);
            }},
      Route{"POST",
            {"snapshots"},
            [](AdminSurface& surface, const AdminCall& call, std::string* answer) {
              return surface.snapshots_.Take(call, answer);
            }},
      Route{"POST",
            {"snapshots", kAny, "restore"},
            [](AdminSurface& surface, const AdminCall& call, std::string* answer) {
              return surface.snapshots_.Restore(call, answer);
            }},
      Route{"DELETE",
            {"snapshots", kAny},
            [](AdminSurface& surface, const AdminCall& call, std::string* answer) {
              return surface.snapshots_.Drop(call, answer);
            }},
      Route{"POST",
            {"ttl", "sweep"},
            [](AdminSurface& surface, const AdminCall& call, std::string* answer) {
              return surface.SweepExpired(call, answer);
            }},
      Route{"POST",
            {"reset"},
            [](AdminSurface& surface, const AdminCall& call, std::string* answer) {
              return surface.Reset(call, answer);
            }},
  };

  if (!request.from_this_machine)
    return AdminFailure{403, "the admin surface answers only programs on its own machine"};
  if (request.from_browser) return AdminFailure{403, "the admin surface does not answer web pages"};
  const std::string_view target = request.target.substr(kPrefix.size());
  const size_t question_mark = std::min(target.find('?'), target.size());
  const Segments path = Split(target.substr(0, question_mark), '/');
  const auto has_path = [&](const Route& route) { return route.HasPath(path); };
  if (std::none_of(kRoutes.begin(), kRoutes.end(), has_path)) return AdminFailure{404, "there is no such admin call"};
  const auto route = std::find_if(kRoutes.begin(), kRoutes.end(), [&](const Route& candidate) {
    return candidate.method == request.method && candidate.HasPath(path);
  });
  if (route == kRoutes.end()) return AdminFailure{405, "this admin call has another method"};

  Result<DatabaseSelection, AdminFailure> selection =
      ReadSelection(target.substr(std::min(question_mark + 1, target.size())));
  if (!selection.ok()) return selection.error();
  if (request.body->empty()) *request.body = "{}";
  const Decoded<const rapidjson::Value*> parsed = document.Parse(request.body);
  if (!parsed.ok() || !parsed.value()->IsObject()) return AdminFailure{400, "the body must be a JSON object"};
  const AdminCall call{request.method, path, std::move(selection).value(), *parsed.value()};
  return route->run(*this, call, body);
}

AdminOutcome AdminSurface::SweepExpired(const AdminCall& call, std::string* body) {
  const auto databases = SelectDatabases(*engine_, call.databases);
  if (!databases.ok()) return databases.error();
  size_t deleted = 0;
  for (const NamedDatabase& database : databases.value()) deleted += database.second->SweepExpiredItems();
  JsonWriter writer(body);
  writer.BeginObject();
  writer.Name("deleted");
  writer.Integer(static_cast<int64_t>(deleted));
  writer.EndObject();
  return std::nullopt;
}

AdminOutcome AdminSurface::Reset(const AdminCall& call, std::string* body) {
  engine_->Reset(call.databases);
  *body += "{}";
  return std::nullopt;
}

}  // namespace holdfast::server
