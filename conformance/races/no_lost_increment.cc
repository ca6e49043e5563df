// All clients increment one counter. Its final value is the number of increments, and no two responses contain the same
// value.
#include <atomic>
#include <set>
#include <string>
#include <vector>

#include "conformance/races/races.h"
#include "conformance/runner/attempts.h"

namespace holdfast::conformance {
namespace {

constexpr int kAdditions = 4;  // of each client

class Incrementers : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(RacesTable());
    counter_ = round.Key("counter");
    returned_values_.resize(static_cast<size_t>(round.clients()));
  }

  void RunClient(Round& round, Client& client) override {
    for (int i = 0; i < kAdditions; ++i) {
      const Response response = round.guarded() ? Add(client) : ReadThenPut(client);
      if (response.unknown()) ++unknown_;
      if (!response.ok()) continue;
      ++additions_;
      if (Has(response.attributes(), "total")) {
        returned_values_[static_cast<size_t>(client.number())].push_back(NumberOf(response.attributes(), "total"));
      }
    }
  }

  void Check(Round& round) override {
    const int64_t total = NumberOf(StoredItem(round.observer(), table_, Key()), "total");
    if (total < additions_ || total > additions_ + unknown_) {
      round.ReportViolation(std::to_string(additions_) + " additions of 1 made " + std::to_string(total), {counter_});
    }
    std::set<int64_t> distinct;
    size_t responses = 0;
    for (const std::vector<int64_t>& values : returned_values_) {
      distinct.insert(values.begin(), values.end());
      responses += values.size();
    }
    if (distinct.size() < responses) round.ReportViolation("two additions were told the same new value", {counter_});
  }

 private:
  Item Key() const { return {{"pk", S(counter_)}, {"sk", S("counter")}}; }

  Response Add(Client& client) const {
    const UpdateItemRequest add{.table = table_,
                                .key = Key(),
                                .update = "ADD #total :one",
                                .names = {{"#total", "total"}},
                                .values = {{":one", N(1)}},
                                .return_values = "UPDATED_NEW"};
    return ExpectOnlyContentionRefusals(client.UpdateItem(add));
  }

  Response ReadThenPut(Client& client) const {
    Item item = Key();
    item["total"] = N(NumberOf(StoredItem(client, table_, Key()), "total") + 1);
    return client.PutItem({.table = table_, .item = item});
  }

  std::string table_;
  std::string counter_;
  std::atomic<int64_t> additions_ = 0;
  std::atomic<int64_t> unknown_ = 0;
  std::vector<std::vector<int64_t>> returned_values_;  // by client
};

}  // namespace

RaceDescription NoLostIncrement() {
  return Describe<Incrementers>("no-lost-increment",
                                "ADD counts every addition once, however many come at the same time.",
                                "The clients read the counter, add 1 themselves and put it back.");
}

}  // namespace holdfast::conformance
