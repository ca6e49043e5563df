// Idempotency for the faults that take a transaction to pieces. The endpoint does not see the client's transaction any
// more, so it cannot know its token; a fault must not lose that guarantee beside the one it is about.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "conformance/faulty/fault.h"

namespace holdfast::conformance::faulty {

// Thread-safe. Tokens are remembered without end, where DynamoDB remembers them for ten minutes.
class TransactionTokens {
 public:
  // What to answer without executing the transaction, because of its ClientRequestToken: done before, under way, or
  // different from what the token stood for. If nothing, the transaction must be executed and End called.
  std::optional<Response> Begin(const Request& transaction);
  // Only what succeeded is remembered.
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
