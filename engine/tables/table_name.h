// TableName members: every operation except CreateTable and ListStreams also accepts a table's ARN.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace holdfast {

// The bare table name: `text` itself or, if `text` is an ARN, the name in it. Returns a view into `text`. Errors: a
// ValidationException for an ARN of another region or with another form than a table's, an AccessDeniedException for
// one of another account. A text that is no ARN is returned unchecked: the operation's constraints check whether it is
// a well-formed name.
Result<std::string_view> ResolveTableName(std::string_view text, std::string_view region, std::string_view account);

// The same without a check of the ARN: what follows `table/` in the resource of an ARN; any other text itself.
std::string_view BareTableName(std::string_view text);

// As ResolveTableName, for a control-plane operation. A ValidationException also for an absent `table_name`, and for a
// text that is neither an ARN nor a well-formed name.
Result<std::string_view> ResolveControlPlaneTableName(const std::optional<std::string>& table_name,
                                                      std::string_view region, std::string_view account);

}  // namespace holdfast
