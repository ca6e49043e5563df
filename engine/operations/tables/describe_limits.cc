#include "engine/operations/tables/describe_limits.h"

namespace holdfast {

Result<DescribeLimitsResponse> DescribeLimits(DatabaseState&, const DescribeLimitsRequest&) {
  return DescribeLimitsResponse();
}

}  // namespace holdfast
