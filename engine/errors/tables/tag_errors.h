// The error catalogue: tags, and the ARNs of the resources that carry them. Texts as the service gave them in October
// 2026. https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TagResource.html
#pragma once

#include <string_view>

#include "engine/base/error.h"

namespace holdfast::errors {

// ResourceArn.
Error ResourceArnMissing();
Error NotAnArn(std::string_view text);
Error ArnOfOtherService(std::string_view arn);
Error ArnOfNeitherTableNorStream(std::string_view arn);
Error InvalidResourceArn(std::string_view arn);
Error NoSuchResource(std::string_view arn);

// Tags.
Error NoTags();
Error NoTagKeys();
Error InvalidTagKey(std::string_view key);
Error InvalidTagValue(std::string_view value);
Error ReservedTagKey(std::string_view key);
Error TagKeyDuplicated(std::string_view key);
Error TooManyTags();

}  // namespace holdfast::errors
