#include "engine/tables/arn.h"

#include <array>

namespace holdfast {

std::optional<ArnParts> SplitArn(std::string_view arn) {
  std::array<std::string_view, 5> fields;
  for (std::string_view& field : fields) {
    const size_t colon = arn.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    field = arn.substr(0, colon);
    arn.remove_prefix(colon + 1);
  }
  return ArnParts{fields[1], fields[2], fields[3], fields[4], arn};
}

}  // namespace holdfast
