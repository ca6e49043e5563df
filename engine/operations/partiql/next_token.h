// NextToken: where a SELECT goes on, as the text that ExecuteStatement returns and takes:
//
//   <base64 of: fingerprint of the request (8 bytes) | read (4) | size of the partition key (4) | both keys>
//
// A token that a client made up is refused, or begins a page somewhere else in what the statement reads anyway.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/read/read_plan.h"
#include "engine/values/attribute_value.h"

namespace holdfast {

struct NextToken {
  uint64_t fingerprint = 0;
  // Which of the statement's reads, and the last entry that was read of it.
  uint32_t read = 0;
  ScanPosition position;

  // Nothing if the text is no token.
  static std::optional<NextToken> Parse(std::string_view text);
  std::string ToText() const;
};

// Identifies statement and parameters: a token goes with the same ones.
uint64_t FingerprintOf(std::string_view statement, const std::vector<AttributeValue>& parameters);

}  // namespace holdfast
