#include "server/race/stable_name.h"

#include <cstddef>

#include "absl/strings/ascii.h"

namespace holdfast::server {
namespace {

// Hexadecimal digits where the pattern has an x.
constexpr std::string_view kUuid = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";

bool BeginsWithUuid(std::string_view text) {
  if (text.size() < kUuid.size()) return false;
  for (size_t i = 0; i < kUuid.size(); ++i) {
    const bool fits = kUuid[i] == 'x' ? absl::ascii_isxdigit(static_cast<unsigned char>(text[i])) : text[i] == '-';
    if (!fits) return false;
  }
  return true;
}

}  // namespace

std::string StableName(std::string_view name) {
  std::string stable;
  while (!name.empty()) {
    size_t variable = BeginsWithUuid(name) ? kUuid.size() : 0;
    while (variable < name.size() && absl::ascii_isdigit(static_cast<unsigned char>(name[variable]))) ++variable;
    stable += variable > 0 ? '*' : name.front();
    name.remove_prefix(variable > 0 ? variable : 1);
  }
  return stable;
}

}  // namespace holdfast::server
