#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/operations/settings/settings_json.h"

namespace holdfast::server {
namespace {

void WriteSummary(const ContributorInsightsSummary& summary, JsonWriter* writer) {
  writer->BeginObject();
  writer->StringMember("TableName", summary.table_name);
  if (summary.index_name) writer->StringMember("IndexName", *summary.index_name);
  writer->StringMember("ContributorInsightsStatus", summary.contributor_insights.enabled ? "ENABLED" : "DISABLED");
  writer->StringMember("ContributorInsightsMode",
                       EnumField<ContributorInsightsMode>::TextOf(summary.contributor_insights.mode));
  writer->EndObject();
}

}  // namespace

Decoded<ListContributorInsightsRequest> DecodeListContributorInsights(const rapidjson::Value& body) {
  return DecodeStructure<ListContributorInsightsRequest>(
      body, [](StructureReader& reader, ListContributorInsightsRequest& request) {
        reader.String("TableName", &request.table_name);
        reader.String("NextToken", &request.next_token);
        reader.Integer("MaxResults", &request.max_results);
      });
}

void EncodeListContributorInsights(const ListContributorInsightsResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.BeginArray("ContributorInsightsSummaries");
  for (const ContributorInsightsSummary& summary : response.contributor_insights_summaries) {
    WriteSummary(summary, &writer);
  }
  writer.EndArray();
  if (response.next_token) writer.StringMember("NextToken", *response.next_token);
  writer.EndObject();
}

}  // namespace holdfast::server
