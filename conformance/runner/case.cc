#include "conformance/runner/case.h"

#include "conformance/client/interruption.h"

namespace holdfast::conformance {

void CaseRun::Expect(bool holds, std::string complaint) {
  if (holds) return;
  // What a case waits for (Eventually) does not come if it is interrupted, which is no complaint.
  if (Interrupted()) throw SetupFailed("interrupted");
  // Whether a request without a response was carried out is unknown, and may explain what is wrong.
  client_->RequireResponses();
  has_wrong_effects_ = true;
  complaints_.push_back(std::move(complaint));
}

void CaseRun::ExpectOk(const Response& response, const std::string& what) {
  if (response.Unsupported()) throw SetupFailed(response.UnsupportedOperation(), true);
  Expect(response.ok(), what + ": expected success, got " + response.error() + ": " + response.message());
}

void CaseRun::ExpectError(const Response& response, std::string_view error, std::string_view message,
                          const std::string& what) {
  const std::string expected = std::string(error) + (message.empty() ? "" : ": " + std::string(message));
  const std::string got = response.ok() ? "success" : response.error() + ": " + response.message();
  const std::string complaint = what + ": expected " + expected + ", got " + got;
  Expect(response.Is(error), complaint);
  if (response.Is(error) && !message.empty() && response.message() != message) ComplainOfWording(complaint);
}

void CaseRun::ExpectItem(const std::optional<Item>& item, const Item& expected, const std::string& what) {
  const std::string got = item.has_value() ? ToText(*item) : "no item";
  Expect(item.has_value() && *item == expected, what + ": expected " + ToText(expected) + ", got " + got);
}

}  // namespace holdfast::conformance
