#include "conformance/faulty/faults/transaction_tokens.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/conformance/faulty/scripted_endpoint.h"

namespace holdfast::conformance::faulty {
namespace {

Request Transaction(std::string_view token, std::string_view actions = "[]") {
  return OperationRequest("TransactWriteItems", R"({"ClientRequestToken":")" + std::string(token) +
                                                    R"(","TransactItems":)" + std::string(actions) + "}");
}

TEST(TransactionTokens, ASucceededTransactionIsNotExecutedAgain) {
  TransactionTokens tokens;
  EXPECT_FALSE(tokens.Begin(Transaction("a")).has_value());
  tokens.End(Transaction("a"), true);
  const std::optional<Response> again = tokens.Begin(Transaction("a"));
  ASSERT_TRUE(again.has_value());
  EXPECT_TRUE(again->ok());
}

TEST(TransactionTokens, AFailedTransactionIsForgotten) {
  TransactionTokens tokens;
  EXPECT_FALSE(tokens.Begin(Transaction("a")).has_value());
  tokens.End(Transaction("a"), false);
  EXPECT_FALSE(tokens.Begin(Transaction("a")).has_value());
}

TEST(TransactionTokens, ATransactionInProgressIsRefused) {
  TransactionTokens tokens;
  EXPECT_FALSE(tokens.Begin(Transaction("a")).has_value());
  EXPECT_EQ(ErrorTypeOf(*tokens.Begin(Transaction("a"))), "TransactionInProgressException");
}

TEST(TransactionTokens, ATokenWithOtherParametersIsRefused) {
  TransactionTokens tokens;
  EXPECT_FALSE(tokens.Begin(Transaction("a")).has_value());
  EXPECT_EQ(ErrorTypeOf(*tokens.Begin(Transaction("a", "[{}]"))), "IdempotentParameterMismatchException");
}

TEST(TransactionTokens, CallersAndTokensAreKeptApart) {
  TransactionTokens tokens;
  Request other_caller = Transaction("a");
  other_caller.caller = "other";
  EXPECT_FALSE(tokens.Begin(Transaction("a")).has_value());
  EXPECT_FALSE(tokens.Begin(Transaction("b")).has_value());
  EXPECT_FALSE(tokens.Begin(other_caller).has_value());
}

TEST(TransactionTokens, WithoutATokenEverythingIsExecuted) {
  TransactionTokens tokens;
  const Request without = OperationRequest("TransactWriteItems", R"({"TransactItems":[]})");
  EXPECT_FALSE(tokens.Begin(without).has_value());
  tokens.End(without, true);
  EXPECT_FALSE(tokens.Begin(without).has_value());
}

}  // namespace
}  // namespace holdfast::conformance::faulty
