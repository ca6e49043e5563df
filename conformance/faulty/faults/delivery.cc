#include "conformance/faulty/faults/delivery.h"

#include <string_view>

#include "conformance/faulty/faults/condition_stripped.h"
#include "conformance/faulty/json_edit.h"
#include "conformance/faulty/responses.h"
#include "conformance/faulty/seeded_random.h"

namespace holdfast::conformance::faulty {
namespace {

constexpr std::string_view kToken = "ClientRequestToken";

// BatchWriteItem and PartiQL are left out.
bool IsWrite(std::string_view operation) { return IsSingleWrite(operation) || operation == "TransactWriteItems"; }

class TokenDropped final : public Fault {
 public:
  Response Handle(const Request& request, Endpoint* endpoint) override { return endpoint->Send(WithoutToken(request)); }
};

class DeliveredTwice final : public Fault {
 public:
  Response Handle(const Request& request, Endpoint* endpoint) override {
    const Response response = endpoint->Send(request);
    if (IsWrite(request.operation())) endpoint->Send(request);
    return response;
  }
};

class CommittedThenError final : public Fault {
 public:
  CommittedThenError(uint64_t seed, double rate) : random_(seed), rate_(rate) {}

  Response Handle(const Request& request, Endpoint* endpoint) override {
    const Response response = endpoint->Send(request);
    if (!IsWrite(request.operation()) || !response.ok() || !random_.Bernoulli(rate_)) return response;
    return Failure(500, "InternalServerError", "Internal server error");
  }

 private:
  SeededRandom random_;
  const double rate_;
};

}  // namespace

Request WithoutToken(const Request& request) {
  rapidjson::Document body = ParseJson(request.body);
  if (Member(body, kToken) == nullptr) return request;
  RemoveMember(&body, kToken);
  return request.WithOperation(request.operation(), ToText(body));
}

std::unique_ptr<Fault> MakeTokenDropped() { return std::make_unique<TokenDropped>(); }

std::unique_ptr<Fault> MakeDeliveredTwice() { return std::make_unique<DeliveredTwice>(); }

std::unique_ptr<Fault> MakeCommittedThenError(uint64_t seed, double rate) {
  return std::make_unique<CommittedThenError>(seed, rate);
}

}  // namespace holdfast::conformance::faulty
