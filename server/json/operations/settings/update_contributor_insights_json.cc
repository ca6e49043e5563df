#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/operations/settings/settings_json.h"

namespace holdfast::server {

Decoded<UpdateContributorInsightsRequest> DecodeUpdateContributorInsights(const rapidjson::Value& body) {
  return DecodeStructure<UpdateContributorInsightsRequest>(
      body, [](StructureReader& reader, UpdateContributorInsightsRequest& request) {
        reader.String("TableName", &request.table_name);
        reader.String("IndexName", &request.index_name);
        reader.Enum("ContributorInsightsAction", &request.contributor_insights_action);
        reader.Enum("ContributorInsightsMode", &request.contributor_insights_mode);
      });
}

void EncodeUpdateContributorInsights(const UpdateContributorInsightsResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.StringMember("TableName", response.table_name);
  if (response.index_name) writer.StringMember("IndexName", *response.index_name);
  writer.StringMember("ContributorInsightsStatus", response.enabling ? "ENABLING" : "DISABLING");
  writer.StringMember("ContributorInsightsMode",
                      EnumField<ContributorInsightsMode>::TextOf(response.contributor_insights_mode));
  writer.EndObject();
}

}  // namespace holdfast::server
