// Fuzzes the reading of an upstream's responses: the first byte chooses the operation and the status (200 or 400), the
// rest is the body. A response that was read is encoded, read again and encoded again: both encodings must be equal.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "server/race/item_requests.h"
#include "server/upstream/item_responses.h"
#include "tests/fuzz/fuzzer_interface.h"

namespace holdfast::server {
namespace {

const std::vector<race::Request>& Requests() {
  static const std::vector<race::Request>& requests =
      *new std::vector<race::Request>{GetItemRequest(),           PutItemRequest(),        UpdateItemRequest(),
                                      DeleteItemRequest(),        QueryRequest(),          ScanRequest(),
                                      BatchGetItemRequest(),      BatchWriteItemRequest(), TransactGetItemsRequest(),
                                      TransactWriteItemsRequest()};
  return requests;
}

std::string Encode(const race::Response& response) {
  std::string body;
  EncodeItemResponse(response, &body);
  return body;
}

void CheckRoundTrip(uint8_t choice, std::string body) {
  const race::Request& request = Requests()[choice % Requests().size()];
  const int status = choice >= 128 ? 400 : 200;
  const Result<race::Response> response =
      ReadItemResponse(request, {.status = status, .body = std::move(body), .no_response_reason = {}});
  if (!response.ok()) return;
  const std::string encoded = Encode(response.value());
  const Result<race::Response> again =
      ReadItemResponse(request, {.status = status, .body = encoded, .no_response_reason = {}});
  if (!again.ok() || Encode(again.value()) != encoded) std::abort();
}

}  // namespace
}  // namespace holdfast::server

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  holdfast::server::CheckRoundTrip(data[0], std::string(reinterpret_cast<const char*>(data + 1), size - 1));
  return 0;
}
