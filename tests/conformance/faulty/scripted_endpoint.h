// An endpoint whose responses a test defines. It records its requests.
#pragma once

#include <gmock/gmock.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/client/json.h"
#include "conformance/faulty/faults/fault.h"
#include "conformance/faulty/responses.h"

namespace holdfast::conformance::faulty {

inline Request OperationRequest(std::string_view operation, std::string body) {
  return {.caller = "caller", .target = "DynamoDB_20120810." + std::string(operation), .body = std::move(body)};
}

class ScriptedEndpoint final : public Endpoint {
 public:
  // Sends the responses in order, then `{}` for ever.
  explicit ScriptedEndpoint(std::vector<Response> responses = {}) : responses_(std::move(responses)) {}

  Response Send(const Request& request) override {
    requests_.push_back(request);
    return requests_.size() <= responses_.size() ? responses_[requests_.size() - 1] : Success();
  }

  const std::vector<Request>& requests() const { return requests_; }
  // The names of the requested operations in order, such as "PutItem GetItem".
  std::string Operations() const {
    std::string operations;
    for (const Request& request : requests_)
      operations.append(operations.empty() ? "" : " ").append(request.operation());
    return operations;
  }

 private:
  const std::vector<Response> responses_;
  std::vector<Request> requests_;
};

// Compares JSON texts; the order of an object's members does not matter.
inline bool SameJson(std::string_view left, std::string_view right) {
  const rapidjson::Document left_tree = ParseJson(left);
  const rapidjson::Document right_tree = ParseJson(right);
  return !left_tree.IsNull() && left_tree == right_tree;
}

MATCHER_P(IsJson, expected, "") { return SameJson(arg, expected); }

inline std::string KeySchemaResponse(std::string_view partition_key) {
  return R"({"Table":{"KeySchema":[{"AttributeName":")" + std::string(partition_key) + R"(","KeyType":"HASH"}]}})";
}

}  // namespace holdfast::conformance::faulty
