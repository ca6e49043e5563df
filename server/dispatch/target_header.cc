#include "server/dispatch/target_header.h"

namespace holdfast::server {

std::optional<std::string_view> OperationName(std::string_view target_header) {
  constexpr std::string_view kPrefix = "DynamoDB_20120810.";
  if (!target_header.starts_with(kPrefix)) return std::nullopt;
  return target_header.substr(kPrefix.size());
}

}  // namespace holdfast::server
