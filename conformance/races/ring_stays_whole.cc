// Nodes point at each other in a ring, and all clients move nodes, each move being three conditional updates in one
// transaction. The final state is one ring that contains every node.
#include <map>
#include <set>
#include <string>
#include <vector>

#include "conformance/races/races.h"
#include "conformance/runner/attempts.h"
#include "conformance/runner/read_in_transaction.h"

namespace holdfast::conformance {
namespace {

constexpr int64_t kNodes = 8;
constexpr int kMoves = 3;  // of each client

class Movers : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(RacesTable());
    ring_ = round.Key("ring");
    for (int64_t node = 0; node < kNodes; ++node) {
      Item item = Key(node);
      item["next"] = N((node + 1) % kNodes);
      Require(round.observer().PutItem({.table = table_, .item = item}));
    }
  }

  // Each move turns a → b → c → d into a → c → b → d.
  void RunClient(Round& round, Client& client) override {
    for (int i = 0; i < kMoves; ++i) {
      const int64_t a = client.RandomBelow(kNodes);
      const int64_t b = Next(client, a);
      const int64_t c = Next(client, b);
      const int64_t d = Next(client, c);
      // Some of the four may be the same node, because the ring changes while the nodes are read one by one.
      if (a == c || b == d || a == d) continue;
      ExpectOnlyContentionRefusals(
          client.TransactWriteItems({.actions = {RequestToPoint(round, a, b, c), RequestToPoint(round, c, d, b),
                                                 RequestToPoint(round, b, c, d)}}));
    }
  }

  void Check(Round& round) override {
    std::vector<Item> keys;
    for (int64_t node = 0; node < kNodes; ++node) keys.push_back(Key(node));
    std::map<int64_t, int64_t> next;
    // Not node by node: a move of unknown outcome may be carried out between two reads.
    for (const Item& item : ReadInTransaction(round.observer(), table_, keys)) {
      next.emplace(static_cast<int64_t>(next.size()), NumberOf(item, "next"));
    }
    std::set<int64_t> seen;
    int64_t node = 0;
    while (seen.insert(node).second) node = next[node];
    if (node != 0 || static_cast<int64_t>(seen.size()) != kNodes) {
      round.ReportViolation("from node 0 the ring leads through " + std::to_string(seen.size()) + " of " +
                                std::to_string(kNodes) + " nodes and back to node " + std::to_string(node),
                            {ring_});
    }
  }

 private:
  Item Key(int64_t node) const { return {{"pk", S(ring_)}, {"sk", S("node" + std::to_string(node))}}; }

  int64_t Next(Client& client, int64_t node) const { return NumberOf(StoredItem(client, table_, Key(node)), "next"); }

  // Makes `node` point to `to`; in guarded rounds on condition that it still points to `from`.
  UpdateItemRequest RequestToPoint(const Round& round, int64_t node, int64_t from, int64_t to) const {
    UpdateItemRequest request{.table = table_,
                              .key = Key(node),
                              .update = "SET #next = :to",
                              .names = {{"#next", "next"}},
                              .values = {{":to", N(to)}}};
    if (round.guarded()) {
      request.condition = "#next = :from";
      request.values[":from"] = N(from);
    }
    return request;
  }

  std::string table_;
  std::string ring_;
};

}  // namespace

RaceDescription RingStaysWhole() {
  return Describe<Movers>("ring-stays-whole", "A ring that is rewired by conditional transactions stays one ring.",
                          "The moves do not ask whether the nodes still point where they did.");
}

}  // namespace holdfast::conformance
