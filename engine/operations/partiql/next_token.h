// NextToken: where a SELECT continues, as the text that ExecuteStatement returns and takes:
//
//   <base64 of: fingerprint of the request (8 bytes) | read (4) | size of the partition key (4) | partition key |
//               sort key>
//
// A forged token is refused, or makes the page begin at another position; the page has only items that the statement
// selects anyway.
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
  // The index in PagedSelect::reads of the read that continues.
  uint32_t read = 0;
  // The last entry that this read has evaluated.
  ScanPosition position;

  // Nothing if the text is no token.
  static std::optional<NextToken> Parse(std::string_view text);
  std::string ToText() const;
};

// Identifies statement and parameters: a token is valid only with those of the request that returned it.
uint64_t FingerprintOf(std::string_view statement, const std::vector<AttributeValue>& parameters);

}  // namespace holdfast
