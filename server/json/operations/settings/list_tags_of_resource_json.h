// ListTagsOfResource's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/settings/list_tags_of_resource.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<ListTagsOfResourceRequest> DecodeListTagsOfResource(const rapidjson::Value& body);
void EncodeListTagsOfResource(const ListTagsOfResourceResponse& response, std::string* body);

}  // namespace holdfast::server
