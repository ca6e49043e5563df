// The codecs of single items: Decode… reads a request, Encode… appends a response.
#pragma once

#include <string>

#include "engine/operations/items/delete_item.h"
#include "engine/operations/items/get_item.h"
#include "engine/operations/items/put_item.h"
#include "engine/operations/items/update_item.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<DeleteItemRequest> DecodeDeleteItem(const rapidjson::Value& body);
void EncodeDeleteItem(const DeleteItemResponse& response, std::string* body);

Decoded<GetItemRequest> DecodeGetItem(const rapidjson::Value& body);
void EncodeGetItem(const GetItemResponse& response, std::string* body);

Decoded<PutItemRequest> DecodePutItem(const rapidjson::Value& body);
void EncodePutItem(const PutItemResponse& response, std::string* body);

Decoded<UpdateItemRequest> DecodeUpdateItem(const rapidjson::Value& body);
void EncodeUpdateItem(const UpdateItemResponse& response, std::string* body);

}  // namespace holdfast::server
