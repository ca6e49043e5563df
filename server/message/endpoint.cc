#include "server/message/endpoint.h"

#include <algorithm>

#include "server/message/http_message.h"

namespace holdfast::server {
namespace {

constexpr std::string_view kPrefix = "/_holdfast/";
constexpr std::string_view kForks = "forks/";
constexpr std::string_view kActors = "actors/";

bool IsNameCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
}

// Removes `collection`, the name that follows it, and the slash after that, from the front of the path. Returns the
// name; empty if the path does not begin with `collection` and a name.
std::string_view TakeNameIn(std::string_view collection, std::string_view* path) {
  if (!path->starts_with(collection)) return {};
  const std::string_view rest = path->substr(collection.size());
  const std::string_view name = rest.substr(0, rest.find('/'));
  if (!name.empty()) path->remove_prefix(std::min(path->size(), collection.size() + name.size() + 1));
  return name;
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
  std::string_view path = target.substr(0, target.find('?'));
  if (path == "/") return {EndpointKind::kApi};
  if (!path.starts_with(kPrefix)) return {EndpointKind::kNone};
  path.remove_prefix(kPrefix.size());
  const std::string_view fork = TakeNameIn(kForks, &path);
  const std::string_view actor = TakeNameIn(kActors, &path);
  const bool is_api = path.empty() && !(fork.empty() && actor.empty());
  return is_api ? Endpoint{EndpointKind::kApi, fork, actor} : Endpoint{EndpointKind::kAdmin};
}

std::string_view ForkFromHost(std::string_view host) {
  constexpr std::string_view kSuffix = ".fork.localhost";
  host = host.substr(0, host.rfind(':'));
  // A final dot only marks a fully qualified name.
  if (host.ends_with('.')) host.remove_suffix(1);
  if (host.size() <= kSuffix.size()) return {};
  const size_t end = host.size() - kSuffix.size();
  return EqualsIgnoringCase(host.substr(end), kSuffix) ? host.substr(0, end) : std::string_view();
}

}  // namespace holdfast::server
