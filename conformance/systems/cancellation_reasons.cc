#include "conformance/systems/cancellation_reasons.h"

#include <string_view>

namespace holdfast::conformance {
namespace {

bool IsAllowed(std::string_view code, Reason allowed) {
  if (code == "ConditionalCheckFailed") return allowed == Reason::kConditionOrConflict;
  if (code == "TransactionConflict") return allowed != Reason::kNone;
  // Throttling and the like say nothing about who won.
  return true;
}

}  // namespace

std::string WrongReasons(const Response& response, const std::vector<Reason>& allowed) {
  if (!response.ConditionFailed() && !response.Conflicted()) return "";
  const std::vector<std::string> codes = response.CancellationCodes();
  std::string all;
  for (const std::string& code : codes) all += (all.empty() ? "" : ", ") + code;
  if (codes.size() != allowed.size()) {
    return "a transaction of " + std::to_string(allowed.size()) + " actions was refused with " + response.error() +
           " and the reasons [" + all + "]";
  }
  for (size_t i = 0; i < codes.size(); ++i) {
    if (!IsAllowed(codes[i], allowed[i])) return "a cancelled transaction blamed the wrong action: [" + all + "]";
  }
  return "";
}

}  // namespace holdfast::conformance
