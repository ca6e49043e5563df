// Takes from a request what a record has of it: tables, key, conditions and statements.
//
// No attribute value is taken but those of the primary key. Which attributes these are says the schema of the table;
// the `Key` of a request to a table that is not known is taken as it is. Statements are stored as they are, and are
// masked when they are formatted (masked_text.h).
#pragma once

#include "engine/engine.h"
#include "server/json/rapidjson.h"
#include "server/observe/request_record.h"

namespace holdfast::server {

// `database`: where the tables are. Any JSON is accepted.
void DescribeRequest(const rapidjson::Value& request, const Database& database, RequestRecord* record);

}  // namespace holdfast::server
