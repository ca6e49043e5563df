// A response of DynamoDB, interpreted as by an SDK: the outcome, the error's name and message, and the items.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/client/http_message.h"
#include "conformance/client/json.h"

namespace holdfast::conformance {

class Response {
 public:
  enum class Outcome {
    kOk,
    kRefused,  // a client error, or the request was never sent: it was not carried out
    // No response, or one that is neither 200 nor a client error: the request may have been carried out, or may be
    // later.
    kUnknown,
  };

  // `operation` is the request's operation, for messages.
  explicit Response(HttpResponse http, std::string operation = "");

  Outcome outcome() const { return outcome_; }
  bool ok() const { return outcome_ == Outcome::kOk; }
  bool unknown() const { return outcome_ == Outcome::kUnknown; }
  int status() const { return http_.status; }
  // The error's name as the SDKs see it, "ConditionalCheckFailedException"; empty for a success. "NoAnswer" if there is
  // no response, and "HTTP 503", for example, if the response names no error.
  const std::string& error() const { return error_; }
  const std::string& message() const { return message_; }
  bool Is(std::string_view error) const { return error_ == error; }
  bool ConditionFailed() const;
  // True if a single write or a transaction was refused because a transaction on the same item, or with the same
  // token, was in progress.
  bool Conflicted() const;
  // True if the endpoint does not support the operation.
  bool Unsupported() const;
  // What the endpoint does not support, for a message: "TransactWriteItems"; the error if the operation is not known.
  std::string UnsupportedOperation() const { return operation_.empty() ? error_ + ": " + message_ : operation_; }
  // One code for each action of a cancelled transaction.
  std::vector<std::string> CancellationCodes() const;

  // "Item"; nothing if the response has none.
  std::optional<Item> item() const;
  // "Attributes"; empty if the response has none.
  Item attributes() const;
  // "Items", or the items in "Responses" of TransactGetItems: an absent item is empty there.
  std::vector<Item> items() const;
  Item last_evaluated_key() const;
  const rapidjson::Value& json() const { return *json_; }
  // The response's body, or the reason why there is none.
  const std::string& text() const { return http_.status == 0 ? http_.reason : http_.body; }

 private:
  HttpResponse http_;
  std::string operation_;
  Outcome outcome_;
  std::shared_ptr<rapidjson::Document> json_;
  std::string error_;
  std::string message_;
};

}  // namespace holdfast::conformance
