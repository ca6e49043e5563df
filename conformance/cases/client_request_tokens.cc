// ClientRequestToken: a transaction that is sent again with its token is executed only once.
#include "conformance/cases/cases.h"
#include "conformance/cases/steps/transact.h"

namespace holdfast::conformance {
namespace {

std::string Token(const std::string& name) { return R"(,"ClientRequestToken":"$run-)" + name + "\""; }

std::string Add(const std::string& amount) {
  return R"({"Update":{$at(count),"UpdateExpression":"ADD n :v","ExpressionAttributeValues":{":v":{"N":")" + amount +
         "\"}}}}";
}

void ResendWithToken(CaseRun& run) {
  RunSteps(
      run, run.Table(CasesTable()),
      {Given("count", R"("n":{"N":"0"})"),
       Transact("a transaction with a token", {Add("1")}, SuccessWith("{}"), Token("a")),
       Transact("the same again", {Add("1")}, SuccessWith("{}"), Token("a")), Stored("count", R"("n":{"N":"1"})"),
       Transact("the same with another token", {Add("1")}, SuccessWith("{}"), Token("b")),
       Stored("count", R"("n":{"N":"2"})"), Transact("the same without a token", {Add("1")}, SuccessWith("{}")),
       Transact("the same without a token again", {Add("1")}, SuccessWith("{}")), Stored("count", R"("n":{"N":"4"})"),
       // ReturnConsumedCapacity is not among the parameters that are compared.
       Transact("the first again, after others, and asking what it costs", {Add("1")}, Success(),
                Token("a") + R"(,"ReturnConsumedCapacity":"TOTAL")"),
       Stored("count", R"("n":{"N":"4"})")});
}

void ReuseTokenWithOtherParameters(CaseRun& run) {
  const std::string long_token(37, 'x');  // one character too many
  RunSteps(
      run, run.Table(CasesTable()),
      {Given("count", R"("n":{"N":"0"})"),
       Transact("a transaction with a token", {Add("1")}, SuccessWith("{}"), Token("c")),
       Transact("another amount with its token", {Add("2")}, Error("IdempotentParameterMismatchException"), Token("c")),
       Transact("one action more with its token", {Add("1"), PutAction("more", "")},
                Error("IdempotentParameterMismatchException"), Token("c")),
       Stored("count", R"("n":{"N":"1"})"), NotStored("more"),
       Transact("a token that is too long", {Add("1")},
                Invalid("1 validation error detected: Value '" + long_token +
                        "' at 'clientRequestToken' failed to satisfy constraint: Member must have length less than "
                        "or equal to 36"),
                R"(,"ClientRequestToken":")" + long_token + "\""),
       Stored("count", R"("n":{"N":"1"})")});
}

}  // namespace

CaseDescription ClientRequestTokens() {
  return {"client-request-tokens", "A transaction sent again with its token is not carried out again.",
          InOrder({ResendWithToken, ReuseTokenWithOtherParameters})};
}

}  // namespace holdfast::conformance
