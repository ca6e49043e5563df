// Writes records as lines: as text (`time=… operation=PutItem outcome=ok …`) or as JSON objects. README.md lists the
// fields.
#pragma once

#include <string>

#include "server/observe/request_record.h"

namespace holdfast::server {

// Both have no attribute values but those of the primary key, unless with `bodies`.

// Appends a line, with the line feed at its end.
void AppendTextLine(const RequestRecord& record, bool bodies, std::string* out);
// Appends a JSON object.
void AppendJson(const NumberedRecord& numbered, bool bodies, std::string* out);

}  // namespace holdfast::server
