#include "conformance/runner/run_start.h"

#include <cstdio>
#include <ctime>

#include "conformance/runner/seeds.h"

namespace holdfast::conformance {

std::string NowInUtc() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[sizeof("2026-01-01T00:00:00Z")];
  std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

std::string NewRunTag() {
  char text[16];
  std::snprintf(text, sizeof text, "%010llx", static_cast<unsigned long long>(UnpredictableSeed() & 0xFF'FFFF'FFFFu));
  return text;
}

}  // namespace holdfast::conformance
