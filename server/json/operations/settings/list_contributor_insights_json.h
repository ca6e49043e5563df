// ListContributorInsights's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/settings/list_contributor_insights.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<ListContributorInsightsRequest> DecodeListContributorInsights(const rapidjson::Value& body);
void EncodeListContributorInsights(const ListContributorInsightsResponse& response, std::string* body);

}  // namespace holdfast::server
