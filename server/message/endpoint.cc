#include "server/message/endpoint.h"

#include "server/message/http_message.h"

namespace holdfast::server {
namespace {

constexpr std::string_view kForks = "/_holdfast/forks/";

bool IsNameCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
}

}  // namespace

bool IsForkName(std::string_view name) {
  for (const char c : name) {
    if (!IsNameCharacter(c)) return false;
  }
  return !name.empty() && name.size() <= kForkNameBytesMax;
}

Endpoint ParseEndpoint(std::string_view target) {
  if (target == "/") return {EndpointKind::kApi};
  const std::string_view path = target.substr(0, target.find('?'));
  if (path == "/") return {EndpointKind::kApi};
  if (path.starts_with(kForks)) {
    std::string_view name = path.substr(kForks.size());
    if (name.ends_with('/')) name.remove_suffix(1);
    if (!name.empty() && name.find('/') == std::string_view::npos) return {EndpointKind::kApi, name};
  }
  return {path.starts_with("/_holdfast/") ? EndpointKind::kAdmin : EndpointKind::kNone};
}

std::string_view ForkFromHost(std::string_view host) {
  constexpr std::string_view kSuffix = ".fork.localhost";
  host = host.substr(0, host.rfind(':'));
  // A final dot only says that the name is complete.
  if (host.ends_with('.')) host.remove_suffix(1);
  if (host.size() <= kSuffix.size()) return {};
  const size_t end = host.size() - kSuffix.size();
  return EqualsIgnoringCase(host.substr(end), kSuffix) ? host.substr(0, end) : std::string_view();
}

}  // namespace holdfast::server
