#include "engine/tables/table_name.h"

#include "engine/errors/constraints.h"
#include "engine/errors/tables/table_errors.h"
#include "engine/schema/definition_constraints.h"
#include "engine/tables/arn.h"

namespace holdfast {
namespace {

constexpr std::string_view kTableResource = "table/";

Result<std::string_view> TableNameOfArn(std::string_view text, std::string_view region, std::string_view account) {
  const std::optional<ArnParts> arn = SplitArn(text);
  if (!arn || arn->service != "dynamodb") return errors::InvalidArnFormat(text);
  if (arn->partition != "aws") return errors::InvalidArnPartition(text);
  if (arn->region != region) return errors::InvalidArnRegion(text);
  // An index or a stream is a resource below a table's: table/<table>/index/<index>.
  const bool is_table = arn->resource.starts_with(kTableResource) &&
                        arn->resource.find('/', kTableResource.size()) == std::string_view::npos;
  if (!is_table) return errors::InvalidArnResourceType(text);
  const std::string_view name = arn->resource.substr(kTableResource.size());
  if (!IsResourceName(name)) return errors::InvalidArnFormat(text);
  if (arn->account != account) return errors::AccessDenied();
  return name;
}

}  // namespace

Result<std::string_view> ResolveTableName(std::string_view text, std::string_view region, std::string_view account) {
  if (!IsArn(text)) return text;
  return TableNameOfArn(text, region, account);
}

std::string_view BareTableName(std::string_view text) {
  if (!IsArn(text)) return text;
  const std::optional<ArnParts> arn = SplitArn(text);
  return arn.has_value() && arn->resource.starts_with(kTableResource) ? arn->resource.substr(kTableResource.size())
                                                                      : text;
}

Result<std::string_view> ResolveControlPlaneTableName(const std::optional<std::string>& table_name,
                                                      std::string_view region, std::string_view account) {
  if (!table_name) return errors::TableNameMissing();
  if (!IsArn(*table_name)) {
    errors::Constraints constraints;
    CheckResourceName(*table_name, "tableName", &constraints);
    HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  }
  return ResolveTableName(*table_name, region, account);
}

}  // namespace holdfast
