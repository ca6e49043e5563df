#include "server/dispatch/errors/arithmetic_advice.h"

#include <atomic>
#include <cstdio>
#include <string_view>

namespace holdfast::server {

bool RefusesArithmetic(const Error& error) {
  if (error.kind != ErrorKind::kValidation) return false;
  const std::string_view message = error.message;
  const size_t token = message.find("Syntax error; token: \"");
  if (token == std::string_view::npos) return false;
  // An update expression may compute; a sign that is out of place there is another mistake.
  if (message.find("UpdateExpression") != std::string_view::npos) return false;
  const std::string_view sign = message.substr(token).substr(sizeof("Syntax error; token: \"") - 1);
  return sign.starts_with("-\"") || sign.starts_with("+\"");
}

void LogArithmeticAdvice(std::chrono::steady_clock::time_point now) {
  static std::atomic<std::chrono::steady_clock::rep> next_allowed{0};
  const auto ticks = now.time_since_epoch().count();
  auto allowed = next_allowed.load(std::memory_order_relaxed);
  const auto next = ticks + std::chrono::steady_clock::duration(std::chrono::seconds(1)).count();
  if (ticks < allowed || !next_allowed.compare_exchange_strong(allowed, next, std::memory_order_relaxed)) return;
  std::fputs(
      "holdfast: DynamoDB has no arithmetic in conditions. Instead of (quantity - reservedQty) >= :q keep "
      "availableQty on the item: SET availableQty = availableQty - :q, reservedQty = reservedQty + :q "
      "if availableQty >= :q\n",
      stderr);
}

}  // namespace holdfast::server
