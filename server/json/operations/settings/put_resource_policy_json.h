// PutResourcePolicy's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/settings/put_resource_policy.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<PutResourcePolicyRequest> DecodePutResourcePolicy(const rapidjson::Value& body);
void EncodePutResourcePolicy(const PutResourcePolicyResponse& response, std::string* body);

}  // namespace holdfast::server
