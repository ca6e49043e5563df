// SearchVectors: the items whose vectors are nearest to a given vector. There are no vector indexes (CreateTable and
// UpdateTable refuse them), so it never succeeds.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_SearchVectors.html
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/values/attribute_value.h"

namespace holdfast {
struct DatabaseState;

// `top_k` is 1 to 100. Expressions, and the values of `search_vector`, are not checked: that needs the index, and there
// is none.
struct SearchVectorsRequest {
  std::optional<std::string> table_name;
  std::optional<std::string> index_name;
  std::optional<std::vector<AttributeValue>> search_vector;
  std::optional<int32_t> top_k;
  // The size of the request's JSON without blanks, if one of these members is absent: the error states it.
  size_t text_size = 0;
};

struct SearchVectorsResponse {};

// Errors: ValidationException, also for a valid request, because there is no such index; ResourceNotFoundException for
// the table; AccessDeniedException.
Result<SearchVectorsResponse> SearchVectors(DatabaseState& database, const SearchVectorsRequest& request);

}  // namespace holdfast
