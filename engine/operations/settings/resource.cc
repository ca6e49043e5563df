#include "engine/operations/settings/resource.h"

#include "engine/database/memory_limit.h"
#include "engine/errors/tables/table_errors.h"
#include "engine/errors/tables/tag_errors.h"
#include "engine/schema/definition_constraints.h"
#include "engine/streams/stream_arn.h"
#include "engine/tables/arn.h"

namespace holdfast {
namespace {

constexpr std::string_view kTableResource = "table/";
constexpr std::string_view kStreamResource = "/stream/";

// The part after the table's name, as `/index/by_day` in `table/Slots/index/by_day`; may be empty.
std::string_view SubresourcePath(std::string_view resource) {
  const size_t slash = resource.find('/', kTableResource.size());
  return slash == std::string_view::npos ? std::string_view() : resource.substr(slash);
}

}  // namespace

Status CheckIsArn(const std::optional<std::string>& resource_arn) {
  if (!resource_arn) return errors::ResourceArnMissing();
  if (!IsArn(*resource_arn)) return errors::NotAnArn(*resource_arn);
  return {};
}

// [open] The order of these errors was not captured, nor the error for an ARN of too few parts or of another partition.
Status CheckResourceArn(std::string_view arn, const DatabaseState& database) {
  const std::optional<ArnParts> parts = SplitArn(arn);
  if (!parts || parts->service != "dynamodb") return errors::ArnOfOtherService(arn);
  const std::string_view subresource = SubresourcePath(parts->resource);
  const bool is_table = parts->resource.starts_with(kTableResource);
  if (is_table && !subresource.empty() && !subresource.starts_with(kStreamResource)) {
    return errors::ArnOfNeitherTableNorStream(arn);
  }
  if (parts->partition != "aws" || parts->region != database.region || !is_table ||
      !IsResourceName(TableNameOfResource(arn)) || (!subresource.empty() && !IsStreamArn(arn))) {
    return errors::InvalidResourceArn(arn);
  }
  if (parts->account != database.account) return errors::AccessDenied();
  return {};
}

Resource FindResource(DatabaseState& database, std::string_view arn) {
  if (IsStreamArn(arn)) return {nullptr, database.streams.Find(arn, database.clock->Now())};
  return {database.tables.Find(TableNameOfResource(arn)), nullptr};
}

Result<Resource> FindTaggedResource(DatabaseState& database, std::string_view arn) {
  Resource resource = FindResource(database, arn);
  const bool creating = resource.table != nullptr && resource.table->status() == TableStatus::kCreating;
  if (!resource.exists() || creating) return errors::NoSuchResource(arn);
  return resource;
}

Status CheckMemoryFor(const Resource& resource, const DatabaseState& database) {
  if (resource.stream == nullptr) return {};
  return CheckMemoryLimit(database);
}

std::string_view TableNameOfResource(std::string_view arn) {
  const std::string_view name = SplitArn(arn)->resource.substr(kTableResource.size());
  return name.substr(0, name.find('/'));
}

}  // namespace holdfast
