// Copies into a record those parts of a request that records keep: tables, key, conditions and statements.
//
// Of attribute values those of the primary key are added, whose attributes the table's schema names. If the table is
// not known, the first two attributes of a `Key` are added, and none of an `Item`. Statements and expressions are
// stored as they were sent, with any literals, which are masked when they are formatted (masked_text.h).
#pragma once

#include "engine/engine.h"
#include "server/json/rapidjson.h"
#include "server/observe/request_record.h"

namespace holdfast::server {

// `database`: where the tables that the request names are looked up, for their key schemas. Any JSON is accepted.
void DescribeRequest(const rapidjson::Value& request, const Database& database, RequestRecord* record);

}  // namespace holdfast::server
