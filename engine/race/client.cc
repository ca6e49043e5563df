#include "engine/race/client.h"

#include "absl/strings/str_cat.h"

namespace holdfast::race {

Result<Response> Client::CallAny(const Request& request) {
  const std::string invocation = absl::StrCat("call ", ++calls_);
  Reply reply;
  for (uint32_t attempt = 0; attempt < attempts_max_; ++attempt) {
    reply = send_(request, invocation);
    if (reply.kind == Reply::Kind::kOutcome) return *std::move(reply.outcome);
  }
  const std::string_view operation = OperationName(request);
  const char* const why = reply.kind == Reply::Kind::kThrottled       ? " was throttled "
                          : reply.kind == Reply::Kind::kInternalError ? " got InternalServerError "
                                                                      : " got no reply ";
  throw RequestFailed(
      reply.kind, absl::StrCat(absl::string_view(operation.data(), operation.size()), why, attempts_max_, " times"));
}

}  // namespace holdfast::race
