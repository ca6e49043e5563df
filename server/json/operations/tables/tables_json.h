// The codecs of tables and the account: Decode… reads a request, Encode… appends a response.
#pragma once

#include <string>

#include "engine/operations/tables/absent_global_tables.h"
#include "engine/operations/tables/create_table.h"
#include "engine/operations/tables/delete_table.h"
#include "engine/operations/tables/describe_endpoints.h"
#include "engine/operations/tables/describe_limits.h"
#include "engine/operations/tables/describe_table.h"
#include "engine/operations/tables/list_tables.h"
#include "engine/operations/tables/update_table.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<CreateGlobalTableRequest> DecodeCreateGlobalTable(const rapidjson::Value& body);

Decoded<CreateTableRequest> DecodeCreateTable(const rapidjson::Value& body);
void EncodeCreateTable(const CreateTableResponse& response, std::string* body);

Decoded<DeleteTableRequest> DecodeDeleteTable(const rapidjson::Value& body);
void EncodeDeleteTable(const DeleteTableResponse& response, std::string* body);

Decoded<DescribeEndpointsRequest> DecodeDescribeEndpoints(const rapidjson::Value& body);
void EncodeDescribeEndpoints(const DescribeEndpointsResponse& response, std::string* body);

Decoded<DescribeGlobalTableRequest> DecodeDescribeGlobalTable(const rapidjson::Value& body);

Decoded<DescribeGlobalTableSettingsRequest> DecodeDescribeGlobalTableSettings(const rapidjson::Value& body);

Decoded<DescribeLimitsRequest> DecodeDescribeLimits(const rapidjson::Value& body);
void EncodeDescribeLimits(const DescribeLimitsResponse& response, std::string* body);

Decoded<DescribeTableRequest> DecodeDescribeTable(const rapidjson::Value& body);
void EncodeDescribeTable(const DescribeTableResponse& response, std::string* body);

Decoded<DescribeTableReplicaAutoScalingRequest> DecodeDescribeTableReplicaAutoScaling(const rapidjson::Value& body);

Decoded<ListGlobalTablesRequest> DecodeListGlobalTables(const rapidjson::Value& body);
void EncodeListGlobalTables(const ListGlobalTablesResponse& response, std::string* body);

Decoded<ListTablesRequest> DecodeListTables(const rapidjson::Value& body);
void EncodeListTables(const ListTablesResponse& response, std::string* body);

Decoded<UpdateGlobalTableRequest> DecodeUpdateGlobalTable(const rapidjson::Value& body);

Decoded<UpdateGlobalTableSettingsRequest> DecodeUpdateGlobalTableSettings(const rapidjson::Value& body);

Decoded<UpdateTableRequest> DecodeUpdateTable(const rapidjson::Value& body);
void EncodeUpdateTable(const UpdateTableResponse& response, std::string* body);

Decoded<UpdateTableReplicaAutoScalingRequest> DecodeUpdateTableReplicaAutoScaling(const rapidjson::Value& body);

}  // namespace holdfast::server
