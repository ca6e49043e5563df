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

// Checks that ResourceArn is present and begins with `arn:`. The operations on tags make this check first, those on
// policies after the constraints of all members.
Status CheckIsArn(const std::optional<std::string>& resource_arn);

// Checks that `arn`, which has passed CheckIsArn, names a table or a stream of this account and region. The resource
// need not exist.
Status CheckResourceArn(std::string_view arn, const DatabaseState& database);

// A table or a stream; both members are null if there is no such resource.
struct Resource {
  std::shared_ptr<Table> table;
  std::shared_ptr<TableStream> stream;

  bool exists() const { return table != nullptr || stream != nullptr; }
  // For a resource that exists: runs `change(ResourceSettings&)` exclusively, and returns its result. `change` may also
  // only read.
  template <typename Change>
  auto ChangeSettings(Change change) const {
    if (stream != nullptr) return stream->ChangeResource(change);
    return table->ChangeSettings([&](TableSettings& settings) { return change(settings.resource); });
  }
};

// Looks up the ARN, which must have passed CheckResourceArn. Names are case-sensitive.
Resource FindResource(DatabaseState& database, std::string_view arn);
// Finds the resource for an operation on tags. An error if there is none, or if it is a table that is being created.
Result<Resource> FindTaggedResource(DatabaseState& database, std::string_view arn);

// For a request that adds to the resource's tags or policy: an error if it is a stream and stored data takes more than
// EngineOptions::max_memory_bytes. The settings of tables do not count towards that, those of streams do.
Status CheckMemoryFor(const Resource& resource, const DatabaseState& database);

// The name of the table in the ARN of a table or stream. The table need not exist. `arn` must have passed
// CheckResourceArn.
std::string_view TableNameOfResource(std::string_view arn);

}  // namespace holdfast
