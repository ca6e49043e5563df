// Idempotency for faults that replace a transaction with several requests: the endpoint does not receive it as the
// client sent it, so the fault itself must ensure that a transaction with a ClientRequestToken is executed only once.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "conformance/faulty/faults/fault.h"

namespace holdfast::conformance::faulty {

// Thread-safe. Tokens never expire; DynamoDB remembers them for ten minutes.
class TransactionTokens {
 public:
  // Returns the response if the transaction must not be executed, because a transaction with its ClientRequestToken was
  // executed before, is in progress, or had another body. If it returns nothing, the caller must execute the
  // transaction and call End.
  std::optional<Response> Begin(const Request& transaction);
  // Only successful transactions are remembered.
  void End(const Request& transaction, bool succeeded);

 private:
  struct Use {
    std::string body;
    bool done = false;
  };

  // Guards the map.
  std::mutex mutex_;
  // By caller and token.
  std::map<std::pair<std::string, std::string>, Use> uses_;
};

}  // namespace holdfast::conformance::faulty
