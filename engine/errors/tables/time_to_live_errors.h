// The error catalogue: UpdateTimeToLive and DescribeTimeToLive. Texts as the service gave them in October 2026.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTimeToLive.html
#pragma once

#include <string_view>

#include "engine/base/error.h"

namespace holdfast::errors {

Error TimeToLiveAlreadyEnabled();
Error TimeToLiveAlreadyDisabled();
Error TimeToLiveOnOtherAttribute(std::string_view current_attribute);
Error TimeToLiveChangedRecently();
// `table_status`: CREATING or DELETING.
Error TimeToLiveNotDescribable(std::string_view table_status);
Error TimeToLiveOfTableBeingCreated(std::string_view table);

}  // namespace holdfast::errors
