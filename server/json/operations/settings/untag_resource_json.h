// UntagResource's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/settings/untag_resource.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<UntagResourceRequest> DecodeUntagResource(const rapidjson::Value& body);
void EncodeUntagResource(const UntagResourceResponse& response, std::string* body);

}  // namespace holdfast::server
