// TagResource's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/settings/tag_resource.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<TagResourceRequest> DecodeTagResource(const rapidjson::Value& body);
void EncodeTagResource(const TagResourceResponse& response, std::string* body);

}  // namespace holdfast::server
