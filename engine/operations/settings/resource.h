// ResourceArn: the table or the stream that carries tags and a policy.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Tagging.html
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/database/database_state.h"
#include "engine/schema/resource_settings.h"
#include "engine/streams/table_stream.h"
#include "engine/tables/table.h"

namespace holdfast {

// Present, and an ARN of some sort: what is checked before the other members are.
Status CheckIsArn(const std::optional<std::string>& resource_arn);

// Whether `arn` (which passed the above) names a table or a stream of this account and region, there or not.
Status CheckResourceArn(std::string_view arn, const DatabaseState& database);

// A table, a stream, or, if there is no such resource, neither.
struct Resource {
  std::shared_ptr<Table> table;
  std::shared_ptr<TableStream> stream;

  bool exists() const { return table != nullptr || stream != nullptr; }
  // For a resource that exists: runs `change(ResourceSettings&)` exclusively, and returns its result.
  template <typename Change>
  auto ChangeSettings(Change change) const {
    if (stream != nullptr) return stream->ChangeResource(change);
    return table->ChangeSettings([&](TableSettings& settings) { return change(settings.resource); });
  }
};

// `arn` must have passed CheckResourceArn. Letter case counts.
Resource FindResource(DatabaseState& database, std::string_view arn);
// The same for the operations on tags, which call a table that is being created not found.
Result<Resource> FindTaggedResource(DatabaseState& database, std::string_view arn);

// The table that `arn` is about, there or not. `arn` must have passed CheckResourceArn.
std::string_view TableNameOfResource(std::string_view arn);

}  // namespace holdfast
