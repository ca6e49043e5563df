#include "server/message/database_names.h"

#include <algorithm>

namespace holdfast::server {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

bool IsAccountId(std::string_view text) {
  return text.size() == kAccountDigits && std::all_of(text.begin(), text.end(), IsDigit);
}

bool IsRegion(std::string_view text) {
  const auto is_allowed = [](char c) { return IsDigit(c) || IsLetter(c) || c == '-' || c == '_'; };
  return !text.empty() && text.size() <= kRegionBytesMax && std::all_of(text.begin(), text.end(), is_allowed);
}

}  // namespace holdfast::server
