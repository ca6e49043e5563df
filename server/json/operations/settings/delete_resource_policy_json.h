// DeleteResourcePolicy's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/settings/delete_resource_policy.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<DeleteResourcePolicyRequest> DecodeDeleteResourcePolicy(const rapidjson::Value& body);
void EncodeDeleteResourcePolicy(const DeleteResourcePolicyResponse& response, std::string* body);

}  // namespace holdfast::server
