#include "conformance/runner/case.h"

namespace holdfast::conformance {

void CaseRun::Expect(bool holds, std::string complaint) {
  if (holds) return;
  has_wrong_effects_ = true;
  complaints_.push_back(std::move(complaint));
}

void CaseRun::ExpectOk(const Reply& reply, const std::string& what) {
  if (reply.Unsupported()) throw SetupFailed(reply.MissingOperation(), true);
  Expect(reply.ok(), what + ": expected success, got " + reply.error() + ": " + reply.message());
}

void CaseRun::ExpectError(const Reply& reply, std::string_view error, std::string_view message,
                          const std::string& what) {
  const std::string expected = std::string(error) + (message.empty() ? "" : ": " + std::string(message));
  const std::string got = reply.ok() ? "success" : reply.error() + ": " + reply.message();
  const std::string complaint = what + ": expected " + expected + ", got " + got;
  Expect(reply.Is(error), complaint);
  if (reply.Is(error) && !message.empty() && reply.message() != message) ComplainOfWording(complaint);
}

void CaseRun::ExpectItem(const std::optional<Item>& item, const Item& expected, const std::string& what) {
  const std::string got = item.has_value() ? ToText(*item) : "no item";
  Expect(item.has_value() && *item == expected, what + ": expected " + ToText(expected) + ", got " + got);
}

}  // namespace holdfast::conformance
