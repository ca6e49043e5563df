// DescribeContributorInsights's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/settings/describe_contributor_insights.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<DescribeContributorInsightsRequest> DecodeDescribeContributorInsights(const rapidjson::Value& body);
void EncodeDescribeContributorInsights(const DescribeContributorInsightsResponse& response, std::string* body);

}  // namespace holdfast::server
