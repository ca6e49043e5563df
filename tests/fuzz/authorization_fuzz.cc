// Fuzzes the authentication of a request: the Authorization header, the query and the date.
//
//   input:  Authorization header | LF | target | LF | date
//
// Authenticate must return a caller or a failure, and an equal result if it is called again; the region of a caller
// must be valid as a part of a database's name.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "server/dispatch/authentication.h"
#include "server/dispatch/databases.h"
#include "server/message/database_names.h"
#include "tests/fuzz/fuzz_target.h"

namespace holdfast::server {
namespace {

std::string FormatResult(const Result<Caller, WireFailure>& caller) {
  if (!caller.ok()) return "failure " + caller.error().message.value_or("");
  return "caller " + std::string(caller.value().access_key_id) + " " + std::string(caller.value().region) +
         (caller.value().region_assumed ? " region assumed" : "") +
         (caller.value().service_assumed ? " service assumed" : "");
}

void CheckCaller(const Caller& caller) {
  Require(IsRegion(caller.region), "a region that is not valid in a database's name");
  for (const Isolation isolation : {Isolation::kByAccount, Isolation::kByAccessKey}) {
    Engine engine({}, nullptr, 1);
    Databases databases(&engine, isolation);
    Require(databases.ForCaller({.caller = caller}).ok(), "a lookup of a database is refused");
    Require(engine.database_count() == 0, "a lookup created a database");
    Require(databases.ForCaller({.caller = caller, .creates_database = true}).ok(),
            "the creation of a database is refused");
    Require(databases.ForCaller({.caller = caller}).value().exists, "a created database is not found");
  }
}

void Check(std::string_view input) {
  const std::string_view authorization = TakeUntil(&input, '\n');
  const std::string_view target = TakeUntil(&input, '\n');
  HttpRequest request{.method = "POST", .target = target};
  if (!authorization.empty()) request.headers.emplace_back("Authorization", authorization);
  if (!input.empty()) request.headers.emplace_back("X-Amz-Date", input);
  std::string decoded_credential;
  const Result<Caller, WireFailure> caller = Authenticate(request, &decoded_credential);
  const std::string formatted = FormatResult(caller);
  if (caller.ok()) CheckCaller(caller.value());
  Require(FormatResult(Authenticate(request, &decoded_credential)) == formatted,
          "a second call returns another result");
}

}  // namespace
}  // namespace holdfast::server

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  holdfast::server::Check({reinterpret_cast<const char*>(data), size});
  return 0;
}
