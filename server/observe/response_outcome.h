// What a response says about its request, read from the bytes that are sent.
#pragma once

#include <string>
#include <string_view>

#include "server/message/http_message.h"

namespace holdfast::server {

struct ResponseOutcome {
  int status = 0;
  // The name of the exception, without the prefix that `__type` has: `ConditionalCheckFailedException`. Empty with
  // status 200, and if the response names none.
  std::string error;
  // The text of the exception.
  std::string message;
  // The codes of a cancelled transaction, such as `None, ConditionalCheckFailed`.
  std::string reasons;
  // A batch in which something was not executed.
  bool left_unprocessed = false;
  // The body without compression, if it was needed (ReadOutcome); of a response in parts, that of the first part. The
  // view points into the response or into `*decompressed`.
  std::string_view body;
};

// `is_batch`: the response may leave something unprocessed. The body is decompressed into `*decompressed` if it is
// needed: after an error, for a batch, and if `needs_body`.
ResponseOutcome ReadOutcome(const HttpResponse& response, bool is_batch, bool needs_body, std::string* decompressed);
// The status of a response alone.
int ReadStatus(const HttpResponse& response) noexcept;

// `message` if it is known that DynamoDB puts no attribute values into it, else an empty text. Names of attributes and
// tables, and placeholders such as `:v`, are no values.
std::string_view MessageWithoutValues(std::string_view error, std::string_view message);

}  // namespace holdfast::server
