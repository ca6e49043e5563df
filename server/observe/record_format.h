// Writes records as lines: as text (`time=… operation=PutItem outcome=ok …`) or as JSON objects. README.md lists the
// fields.
#pragma once

#include <cstdint>
#include <string>

#include "server/observe/request_record.h"

namespace holdfast::server {

// Without `bodies` the only attribute values in the output are those of the primary key.

// Appends a line, with the line feed at its end.
void AppendTextLine(const RecordView& record, bool bodies, std::string* out);
// Appends a JSON object. `sequence`: the number of the record.
void AppendJson(uint64_t sequence, const RecordView& record, bool bodies, std::string* out);

}  // namespace holdfast::server
