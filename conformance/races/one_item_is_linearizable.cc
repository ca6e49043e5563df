// All clients read, write, delete, add to and conditionally change two numbers. For each number, the responses are
// consistent with one order of the calls on it, in which each took effect between its request and its response.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conformance/history/explain_finding.h"
#include "conformance/history/linearizability_checker.h"
#include "conformance/history/recorder.h"
#include "conformance/races/races.h"
#include "conformance/runner/attempts.h"

namespace holdfast::conformance {
namespace {

constexpr int64_t kItems = 2;
constexpr int kCalls = 8;  // of each client
using Kind = RegisterOperation::Kind;

std::optional<int64_t> Content(const Item& item) {
  return Has(item, "content") ? std::optional<int64_t>(NumberOf(item, "content")) : std::nullopt;
}

class RegisterClients : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(RacesTable());
    for (int64_t i = 0; i < kItems; ++i) items_.push_back(round.Key("number" + std::to_string(i)));
    first_read_.resize(static_cast<size_t>(round.clients()));
  }

  void RunClient(Round& round, Client& client) override {
    std::map<std::string, std::optional<int64_t>> last_seen;  // by item
    for (int i = 0; i < kCalls; ++i) {
      RegisterOperation call;
      call.client = client.number();
      call.item = items_[static_cast<size_t>(client.RandomBelow(kItems))];
      // No two calls have the same value. A sum of additions may equal another call's; the checker allows for that.
      call.value = (client.number() + 1) * 1'000 + i;
      const int64_t choice = client.RandomBelow(10);
      call.kind = choice < 4   ? Kind::kRead
                  : choice < 6 ? Kind::kCompareAndSet
                  : choice < 8 ? Kind::kAdd
                  : choice < 9 ? Kind::kWrite
                               : Kind::kDelete;
      if (call.kind == Kind::kCompareAndSet) call.expected = last_seen[call.item];
      const size_t number = recorder_.Invoke(call);
      const Response response = ExpectOnlyContentionRefusals(Send(client, call));
      const std::optional<int64_t> observed = ObservedNumber(round, client, call, response);
      if (response.ok()) last_seen[call.item] = observed;
      // Not executed. The record keeps its unknown outcome, which allows that, too.
      if (response.Conflicted()) continue;
      recorder_.Complete(number, OutcomeOf(response), [&observed](RegisterOperation& done) {
        if (done.kind == Kind::kRead || done.kind == Kind::kAdd) done.observed = observed;
      });
    }
  }

  void Check(Round& round) override {
    for (const LinearizabilityFinding& finding : CheckEachItemLinearizable(recorder_.history())) {
      if (finding.undecided) {
        round.CountEvent("histories too tangled to decide");
      } else {
        round.ReportViolation("what the clients were told of one item fits no order of their calls",
                              AsWitness(finding));
      }
    }
  }

 private:
  Response Send(Client& client, const RegisterOperation& call) const {
    const Item key = {{"pk", S(call.item)}, {"sk", S("number")}};
    Item item = key;
    item["content"] = N(call.value);
    switch (call.kind) {
      case Kind::kRead:
        return client.GetItem({.table = table_, .key = key});
      case Kind::kWrite:
        return client.PutItem({.table = table_, .item = item});
      case Kind::kDelete:
        return client.DeleteItem({.table = table_, .key = key});
      case Kind::kCompareAndSet:
        if (!call.expected.has_value()) {
          return client.PutItem({.table = table_, .item = item, .condition = "attribute_not_exists(pk)"});
        }
        return client.PutItem({.table = table_,
                               .item = item,
                               .condition = "content = :expected",
                               .values = {{":expected", N(*call.expected)}}});
      case Kind::kAdd:
        break;
    }
    return client.UpdateItem({.table = table_,
                              .key = key,
                              .update = "ADD content :value",
                              .values = {{":value", N(call.value)}},
                              .return_values = "UPDATED_NEW"});
  }

  // The item's number after the call, if the call succeeded. In the control, reads return the client's first read.
  std::optional<int64_t> ObservedNumber(const Round& round, const Client& client, const RegisterOperation& call,
                                        const Response& response) {
    if (call.kind == Kind::kAdd) return Content(response.attributes());
    if (call.kind == Kind::kWrite || call.kind == Kind::kCompareAndSet) return call.value;
    if (call.kind == Kind::kDelete) return std::nullopt;
    const std::optional<int64_t> read = Content(response.item().value_or(Item()));
    if (round.guarded() || !response.ok()) return read;
    auto& first = first_read_[static_cast<size_t>(client.number())];
    return first.try_emplace(call.item, read).first->second;
  }

  std::string table_;
  std::vector<std::string> items_;
  std::vector<std::map<std::string, std::optional<int64_t>>> first_read_;  // by client, by item
  Recorder<RegisterOperation> recorder_{StartNanosecondClock()};
};

}  // namespace

RaceDescription OneItemIsLinearizable() {
  return Describe<RegisterClients>(
      "one-item-is-linearizable", "All calls on one item took effect one after the other, between request and answer.",
      "After its first read of an item, each client reports that result for every later one.");
}

}  // namespace holdfast::conformance
