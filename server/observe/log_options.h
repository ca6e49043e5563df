// What the server logs of requests (--log, --log-format).
#pragma once

namespace holdfast::server {

struct LogOptions {
  bool enabled = false;
  // Only requests that were refused or got no response, and batches that were not processed completely.
  bool refusals_only = false;
  // With the bodies of requests and responses, and so with attribute values.
  bool bodies = false;
  // One JSON object for each line, instead of text.
  bool json = false;
};

}  // namespace holdfast::server
