// The codecs of tags, policies, time to live and contributor insights: Decode… reads a request, Encode… appends a
// response.
#pragma once

#include <string>

#include "engine/operations/settings/delete_resource_policy.h"
#include "engine/operations/settings/describe_contributor_insights.h"
#include "engine/operations/settings/describe_time_to_live.h"
#include "engine/operations/settings/get_resource_policy.h"
#include "engine/operations/settings/list_contributor_insights.h"
#include "engine/operations/settings/list_tags_of_resource.h"
#include "engine/operations/settings/put_resource_policy.h"
#include "engine/operations/settings/tag_resource.h"
#include "engine/operations/settings/untag_resource.h"
#include "engine/operations/settings/update_contributor_insights.h"
#include "engine/operations/settings/update_time_to_live.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<DeleteResourcePolicyRequest> DecodeDeleteResourcePolicy(const rapidjson::Value& body);
void EncodeDeleteResourcePolicy(const DeleteResourcePolicyResponse& response, std::string* body);

Decoded<DescribeContributorInsightsRequest> DecodeDescribeContributorInsights(const rapidjson::Value& body);
void EncodeDescribeContributorInsights(const DescribeContributorInsightsResponse& response, std::string* body);

Decoded<DescribeTimeToLiveRequest> DecodeDescribeTimeToLive(const rapidjson::Value& body);
void EncodeDescribeTimeToLive(const DescribeTimeToLiveResponse& response, std::string* body);

Decoded<GetResourcePolicyRequest> DecodeGetResourcePolicy(const rapidjson::Value& body);
void EncodeGetResourcePolicy(const GetResourcePolicyResponse& response, std::string* body);

Decoded<ListContributorInsightsRequest> DecodeListContributorInsights(const rapidjson::Value& body);
void EncodeListContributorInsights(const ListContributorInsightsResponse& response, std::string* body);

Decoded<ListTagsOfResourceRequest> DecodeListTagsOfResource(const rapidjson::Value& body);
void EncodeListTagsOfResource(const ListTagsOfResourceResponse& response, std::string* body);

Decoded<PutResourcePolicyRequest> DecodePutResourcePolicy(const rapidjson::Value& body);
void EncodePutResourcePolicy(const PutResourcePolicyResponse& response, std::string* body);

Decoded<TagResourceRequest> DecodeTagResource(const rapidjson::Value& body);

Decoded<UntagResourceRequest> DecodeUntagResource(const rapidjson::Value& body);

Decoded<UpdateContributorInsightsRequest> DecodeUpdateContributorInsights(const rapidjson::Value& body);
void EncodeUpdateContributorInsights(const UpdateContributorInsightsResponse& response, std::string* body);

Decoded<UpdateTimeToLiveRequest> DecodeUpdateTimeToLive(const rapidjson::Value& body);
void EncodeUpdateTimeToLive(const UpdateTimeToLiveResponse& response, std::string* body);

}  // namespace holdfast::server
