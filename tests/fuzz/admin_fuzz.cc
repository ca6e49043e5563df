// Fuzzes the admin surface, without the calls about metrics and requests, which need an Observer.
//
//   input:  calls, each of the form: method | space | target | LF | body | LF
//
// Every response must have a status that admin calls have. Its body must be one JSON object, except that status 204 has
// no body, and that the page of a race is HTML.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/operations/tables/create_table.h"
#include "engine/operations/tables/list_tables.h"
#include "server/admin/admin_surface.h"
#include "server/dispatch/operation_table.h"
#include "server/json/json_document.h"
#include "server/race/race_lab.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/fuzz/fuzz_target.h"

namespace holdfast::server {
namespace {

constexpr size_t kCallsMax = 16;
constexpr size_t kDatabasesMax = 8;

void MakeTable(Database& database) { Require(database.CreateTable(PlainTable("Holds")).ok(), "CreateTable fails"); }

// The fuzz target calls only the admin surface and sends no requests of a race's actors. So no request is parked, and
// no response of a parked request is sent.
class NoResponses final : public RaceResponseSink {
 public:
  void Send(CompletedRaceRequest) override { Require(false, "a response although no request was parked"); }
};

void CheckResponse(AdminResponse response, std::string body) {
  constexpr std::array kStatuses = {200, 201, 204, 400, 403, 404, 405, 409};
  const int status = response.status;
  const bool expected = std::find(kStatuses.begin(), kStatuses.end(), status) != kStatuses.end();
  Require(expected, "an unexpected status", std::to_string(status));
  if (status == 204) return Require(body.empty(), "a body with status 204", body);
  if (response.content_type.starts_with("text/html")) return;
  JsonDocument document;
  const std::string copy = body;
  const auto parsed = document.Parse(&body);
  Require(parsed.ok() && parsed.value()->IsObject(), "the response is not a JSON object", copy);
  Require(status < 400 || parsed.value()->HasMember("message"), "a failure without a message", copy);
}

void Check(std::string_view input) {
  Engine engine({}, nullptr, 1);
  NoResponses responses;
  RaceLab races(&responses, IsOperation);
  const auto account_of = [](std::string_view) { return std::string("000000000000"); };
  AdminSurface admin(&engine, {.databases_max = kDatabasesMax, .account_of = account_of}, &races);
  MakeTable(*engine.FindOrCreate("000000000000", "us-east-1"));
  JsonDocument document;
  for (size_t calls = 0; calls < kCallsMax && !input.empty(); ++calls) {
    const std::string_view method = TakeUntil(&input, ' ');
    const std::string_view target = TakeUntil(&input, '\n');
    std::string request_body(TakeUntil(&input, '\n'));
    std::string body;
    const AdminRequest call = {.method = method, .target = target, .body = &request_body, .from_loopback = true};
    const AdminResponse response = admin.Handle(call, document, &body);
    CheckResponse(response, body);
  }
  for (const NamedDatabase& database : engine.Select({})) {
    Require(database.second->ListTables({}).ok(), "ListTables fails afterwards");
    Require(database.second->Now() > absl::InfinitePast() && database.second->Now() < absl::InfiniteFuture(),
            "a clock is at an infinite time");
  }
}

}  // namespace
}  // namespace holdfast::server

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  holdfast::server::Check({reinterpret_cast<const char*>(data), size});
  return 0;
}
