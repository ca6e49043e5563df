#include "server/dispatch/target_header.h"

#include <utility>

namespace holdfast::server {

std::optional<OperationTarget> ParseTarget(std::string_view target_header) {
  constexpr std::pair<std::string_view, Service> kPrefixes[] = {
      {"DynamoDB_20120810.", Service::kDynamoDb},
      {"DynamoDBStreams_20120810.", Service::kDynamoDbStreams},
  };
  for (const auto& [prefix, service] : kPrefixes) {
    if (target_header.starts_with(prefix)) return OperationTarget{service, target_header.substr(prefix.size())};
  }
  return std::nullopt;
}

}  // namespace holdfast::server
