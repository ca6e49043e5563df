// X-Amz-Target: `DynamoDB_20120810.PutItem`, `DynamoDBStreams_20120810.GetRecords`.
#pragma once

#include <optional>
#include <string_view>

namespace holdfast::server {

// DynamoDB serves streams under another host name; this server serves both on one port.
enum class Service { kDynamoDb, kDynamoDbStreams };

struct OperationTarget {
  Service service;
  // Views the header's text.
  std::string_view operation;
};

// Returns nothing unless the text begins with one of the two prefixes above (case-sensitive). Does not check that the
// operation exists.
std::optional<OperationTarget> ParseTarget(std::string_view target_header);

}  // namespace holdfast::server
