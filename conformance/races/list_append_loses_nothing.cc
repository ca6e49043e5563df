// All clients append to one list. Each accepted element is in the list once, and each client's accepted elements are in
// the order in which the client appended them.
#include <map>
#include <string>
#include <vector>

#include "conformance/races/races.h"
#include "conformance/runner/attempts.h"

namespace holdfast::conformance {
namespace {

constexpr int64_t kAppendsPerClient = 4;
// An element is client * kClientStride + the number of the append, from 0 to kAppendsPerClient - 1.
constexpr int64_t kClientStride = 100;

class Appenders : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(RacesTable());
    list_ = round.Key("list");
    outcomes_.resize(static_cast<size_t>(round.clients()));
  }

  void RunClient(Round& round, Client& client) override {
    for (int64_t i = 0; i < kAppendsPerClient; ++i) {
      const int64_t element = client.number() * kClientStride + i;
      const Response response = round.guarded() ? Append(client, element) : ReadThenPut(client, element);
      outcomes_[static_cast<size_t>(client.number())][element] = response.outcome();
    }
  }

  void Check(Round& round) override {
    const std::vector<int64_t> list = NumbersOf(StoredItem(round.observer(), table_, Key()), "entries");
    std::map<int64_t, int64_t> times;
    std::map<int64_t, int64_t> last_of_client;
    for (const int64_t element : list) {
      ++times[element];
      const int64_t client = element / kClientStride;
      // An append without a response may have been carried out after later appends of its client.
      if (!IsAccepted(client, element)) continue;
      if (last_of_client.contains(client) && last_of_client[client] > element) {
        round.ReportViolation("client " + std::to_string(client) + "'s elements are not in its order", {list_});
      }
      last_of_client[client] = element;
    }
    for (const auto& elements : outcomes_) {
      for (const auto& [element, outcome] : elements) CheckElement(round, element, outcome, times[element]);
    }
  }

 private:
  Item Key() const { return {{"pk", S(list_)}, {"sk", S("list")}}; }

  Response Append(Client& client, int64_t element) const {
    const UpdateItemRequest append{.table = table_,
                                   .key = Key(),
                                   .update = "SET entries = list_append(if_not_exists(entries, :none), :one)",
                                   .values = {{":none", L({})}, {":one", L({N(element)})}}};
    return ExpectOnlyContentionRefusals(client.UpdateItem(append));
  }

  Response ReadThenPut(Client& client, int64_t element) const {
    std::vector<Value> entries;
    for (const int64_t entry : NumbersOf(StoredItem(client, table_, Key()), "entries")) entries.push_back(N(entry));
    entries.push_back(N(element));
    Item item = Key();
    item["entries"] = L(entries);
    return client.PutItem({.table = table_, .item = item});
  }

  bool IsAccepted(int64_t client, int64_t element) const {
    if (client < 0 || client >= static_cast<int64_t>(outcomes_.size())) return false;
    const auto& outcomes = outcomes_[static_cast<size_t>(client)];
    const auto found = outcomes.find(element);
    return found != outcomes.end() && found->second == Response::Outcome::kOk;
  }

  void CheckElement(Round& round, int64_t element, Response::Outcome outcome, int64_t times) const {
    const bool too_often = times > (outcome == Response::Outcome::kRefused ? 0 : 1);
    const bool lost = times == 0 && outcome == Response::Outcome::kOk;
    if (!too_often && !lost) return;
    const std::string append = outcome == Response::Outcome::kOk        ? "accepted"
                               : outcome == Response::Outcome::kRefused ? "refused"
                                                                        : "of unknown outcome";
    round.ReportViolation("element " + std::to_string(element) + ", whose append was " + append + ", is in the list " +
                              std::to_string(times) + " times",
                          {list_});
  }

  std::string table_;
  std::string list_;
  std::vector<std::map<int64_t, Response::Outcome>> outcomes_;  // by client, by element
};

}  // namespace

RaceDescription ListAppendLosesNothing() {
  return Describe<Appenders>("list-append-loses-nothing", "Everything that list_append accepted is in the list, once.",
                             "The clients read the list, append to it themselves and put it back.");
}

}  // namespace holdfast::conformance
