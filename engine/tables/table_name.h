// TableName members: every operation but CreateTable also accepts a table's ARN.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace holdfast {

// The bare table name: `text` itself or, if `text` is an ARN, the name in it. A ValidationException for an ARN of
// another region or shape, an AccessDeniedException for one of another account. A text that is no ARN is returned
// unchecked: the operation's constraints check whether it is a well-formed name. Returns a view into `text`.
Result<std::string_view> ResolveTableName(std::string_view text, std::string_view region, std::string_view account);

// The same for a control-plane operation, which needs a TableName of 3 to 255 characters.
Result<std::string_view> ResolveControlPlaneTableName(const std::optional<std::string>& table_name,
                                                      std::string_view region, std::string_view account);

}  // namespace holdfast
