#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/members/table_description_json.h"
#include "server/json/operations/settings/settings_json.h"

namespace holdfast::server {

Decoded<DescribeContributorInsightsRequest> DecodeDescribeContributorInsights(const rapidjson::Value& body) {
  return DecodeStructure<DescribeContributorInsightsRequest>(
      body, [](StructureReader& reader, DescribeContributorInsightsRequest& request) {
        reader.String("TableName", &request.table_name);
        reader.String("IndexName", &request.index_name);
      });
}

void EncodeDescribeContributorInsights(const DescribeContributorInsightsResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.StringMember("TableName", response.table_name);
  if (response.index_name) writer.StringMember("IndexName", *response.index_name);
  const std::optional<ContributorInsights>& insights = response.contributor_insights;
  writer.StringMember("ContributorInsightsStatus", insights && insights->enabled ? "ENABLED" : "DISABLED");
  if (insights) {
    writer.TimeMember("LastUpdateDateTime", insights->last_update);
    writer.StringMember("ContributorInsightsMode", EnumField<ContributorInsightsMode>::TextOf(insights->mode));
  }
  writer.EndObject();
}

}  // namespace holdfast::server
