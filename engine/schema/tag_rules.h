// The rules of tags, for CreateTable, TagResource and UntagResource.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Tag.html
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/schema/resource_settings.h"
#include "engine/schema/table_definition.h"

namespace holdfast {

// Every key and value must be well formed, and keys must be unique and not reserved.
Status CheckTags(const std::vector<Tag>& tags);
// The same for the keys of tags to remove, except that they may repeat.
Status CheckTagKeys(const std::vector<std::string>& keys);
// Checks that these are at most limits::kTagsMax tags. [open] The service also limits their total size, to a number of
// bytes that was not captured.
Status CheckTagCount(size_t tags);

// Adds `tags`, which have passed CheckTags. If a key exists already, its value is replaced. This function and
// RemoveTags take time in proportion to the product of both sizes.
void MergeTags(const std::vector<Tag>& tags, TagSet& into);
// Removes the tags with these keys. A key that does not exist is ignored.
void RemoveTags(const std::vector<std::string>& keys, TagSet& from);

}  // namespace holdfast
