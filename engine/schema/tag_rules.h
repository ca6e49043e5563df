// The rules of tags, for CreateTable, TagResource and UntagResource.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Tag.html
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/schema/resource_settings.h"
#include "engine/schema/table_definition.h"

namespace holdfast {

// Every key and value well formed, no key twice.
Status CheckTagTexts(const std::vector<Tag>& tags);
// The same for the keys of tags to remove; naming one twice does no harm.
Status CheckTagKeys(const std::vector<std::string>& keys);
// Not too many. [open] The service also limits their total size, to a number of bytes that was not captured.
Status CheckTagCount(size_t tags);

// A tag of a key that is there replaces its value, others are added. `tags` passed CheckTagTexts.
void MergeTags(const std::vector<Tag>& tags, TagSet& into);
// A key that is not there is passed over.
void RemoveTags(const std::vector<std::string>& keys, TagSet& from);

}  // namespace holdfast
