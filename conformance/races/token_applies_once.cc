// A transaction that is sent several times with the same client request token, by many clients at once or again after
// the connection broke, is carried out once.
#include <functional>
#include <string>

#include "conformance/races/races.h"
#include "conformance/runner/attempts.h"

namespace holdfast::conformance {
namespace {

class Repeaters : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(RacesTable());
    shared_ = round.Key("shared");
    // DynamoDB remembers tokens for ten minutes, so another run with the same seed needs other tokens. They contain a
    // hash of the table's name, which differs in every run.
    token_ = std::to_string(std::hash<std::string>()(table_) % 1'000'000'000) + round.Key("");
    for (int i = 0; i < round.clients(); ++i) client_keys_.push_back(round.Key("own" + std::to_string(i)));
  }

  void RunClient(Round& round, Client& client) override {
    const auto number = static_cast<size_t>(client.number());
    const TransactWriteItemsRequest shared = AddOneRequest(shared_, round.guarded() ? token_ : "");
    SendUntilAccepted(client, shared);

    const std::string client_token = token_ + "-" + std::to_string(number);
    const TransactWriteItemsRequest own = AddOneRequest(client_keys_[number], round.guarded() ? client_token : "");
    client.SendAndHangUp("TransactWriteItems", ToJson(own));
    SendUntilAccepted(client, own);
  }

  void Check(Round& round) override {
    CheckAppliedOnce(round, shared_, "sent by " + std::to_string(round.clients()) + " clients");
    for (const std::string& own : client_keys_) CheckAppliedOnce(round, own, "sent again after the connection broke");
  }

 private:
  TransactWriteItemsRequest AddOneRequest(const std::string& key, const std::string& token) const {
    return {.actions = {UpdateItemRequest{.table = table_,
                                          .key = {{"pk", S(key)}, {"sk", S("count")}},
                                          .update = "ADD #count :one",
                                          .names = {{"#count", "count"}},
                                          .values = {{":one", N(1)}}}},
            .token = token};
  }

  // Repeats the request until it succeeds. Its token makes that safe; without one, in the control, it is the bug that
  // the race has to find.
  static void SendUntilAccepted(Client& client, const TransactWriteItemsRequest& request) {
    constexpr int kAttemptsMax = 10;
    for (int i = 0; i < kAttemptsMax; ++i) {
      const Response response = RetryWhileConflicted(client, [&] { return client.TransactWriteItems(request); });
      if (response.ok()) return;
      ExpectOnlyContentionRefusals(response);
    }
    throw SetupFailed("a transaction was never carried out in " + std::to_string(kAttemptsMax) + " attempts");
  }

  void CheckAppliedOnce(Round& round, const std::string& key, const std::string& how) const {
    const Item item = StoredItem(round.observer(), table_, {{"pk", S(key)}, {"sk", S("count")}});
    const int64_t count = NumberOf(item, "count");
    if (count != 1) {
      round.ReportViolation(
          "a transaction with one token, " + how + ", was carried out " + std::to_string(count) + " times", {key});
    }
  }

  std::string table_;
  std::string shared_;
  std::string token_;
  std::vector<std::string> client_keys_;  // by client
};

}  // namespace

RaceDescription TokenAppliesOnce() {
  return Describe<Repeaters>("token-applies-once",
                             "A transaction with a client request token is carried out once, however often it is sent.",
                             "The transactions have no token.");
}

}  // namespace holdfast::conformance
