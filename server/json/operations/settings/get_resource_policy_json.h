// GetResourcePolicy's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/settings/get_resource_policy.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<GetResourcePolicyRequest> DecodeGetResourcePolicy(const rapidjson::Value& body);
void EncodeGetResourcePolicy(const GetResourcePolicyResponse& response, std::string* body);

}  // namespace holdfast::server
