#include "conformance/faulty/faults/transaction_tokens.h"

#include "conformance/client/json.h"
#include "conformance/faulty/responses.h"

namespace holdfast::conformance::faulty {
namespace {

constexpr unsigned kBadRequest = 400;

std::string TokenOf(const Request& transaction) {
  const rapidjson::Document body = ParseJson(transaction.body);
  return std::string(StringMember(body, "ClientRequestToken"));
}

}  // namespace

std::optional<Response> TransactionTokens::Begin(const Request& transaction) {
  const std::string token = TokenOf(transaction);
  if (token.empty()) return std::nullopt;
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto [entry, is_new] = uses_.try_emplace({transaction.caller, token}, Use{.body = transaction.body});
  if (is_new) return std::nullopt;
  if (entry->second.body != transaction.body) {
    return Failure(kBadRequest, "IdempotentParameterMismatchException",
                   "DynamoDB rejected the request because you retried a request with a different payload but with an "
                   "idempotent token that was already used.");
  }
  if (entry->second.done) return Success();
  return Failure(kBadRequest, "TransactionInProgressException",
                 "The transaction with the given request token is already in progress.");
}

void TransactionTokens::End(const Request& transaction, bool succeeded) {
  const std::string token = TokenOf(transaction);
  if (token.empty()) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto entry = uses_.find({transaction.caller, token});
  if (entry == uses_.end()) return;
  if (succeeded) {
    entry->second.done = true;
  } else {
    uses_.erase(entry);
  }
}

}  // namespace holdfast::conformance::faulty
