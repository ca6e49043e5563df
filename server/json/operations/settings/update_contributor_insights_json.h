// UpdateContributorInsights's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/settings/update_contributor_insights.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<UpdateContributorInsightsRequest> DecodeUpdateContributorInsights(const rapidjson::Value& body);
void EncodeUpdateContributorInsights(const UpdateContributorInsightsResponse& response, std::string* body);

}  // namespace holdfast::server
