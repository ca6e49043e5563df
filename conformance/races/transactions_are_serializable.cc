// All clients read lists and append to them in transactions, some of them on condition that nothing was appended since
// the client's last read. The responses must be consistent with one serial order of the transactions in which a
// transaction that completed before another began comes first (strict serializability).
#include <optional>
#include <string>
#include <vector>

#include "conformance/history/explain_finding.h"
#include "conformance/history/recorder.h"
#include "conformance/history/serializability_checker.h"
#include "conformance/races/races.h"
#include "conformance/runner/attempts.h"

namespace holdfast::conformance {
namespace {

constexpr int64_t kLists = 4;
constexpr int kTransactions = 4;  // of each client

class ListAppenders : public Race {
 public:
  void SetUp(Round& round) override {
    table_ = round.Table(RacesTable());
    for (int64_t i = 0; i < kLists; ++i) {
      lists_.push_back(round.Key("list" + std::to_string(i)));
      Item item = Key(lists_.back());
      item["entries"] = L({});
      Require(round.observer().PutItem({.table = table_, .item = item}));
    }
  }

  void RunClient(Round& round, Client& client) override {
    for (int64_t i = 0; i < kTransactions; ++i) {
      // Each element is unique: it identifies the client and the transaction that append it.
      const int64_t element = client.number() * 100 + i;
      const int64_t first = client.RandomBelow(kLists);
      const std::string& list = lists_[static_cast<size_t>(first)];
      const std::string& other_list =
          lists_[static_cast<size_t>((first + 1 + client.RandomBelow(kLists - 1)) % kLists)];
      switch (client.RandomBelow(3)) {
        case 0:
          Read(client, lists_);
          break;
        case 1:
          Append(client, {list, other_list}, element);
          break;
        default:
          ReadThenAppend(round, client, list, other_list, element);
      }
    }
  }

  void Check(Round& round) override {
    Read(round.observer(), lists_);
    const std::optional<SerializabilityFinding> finding = CheckSerializable(recorder_.history());
    if (finding.has_value()) {
      round.ReportViolation(std::string(NameOf(finding->anomaly)) + ": " + finding->explanation, AsWitness(*finding));
    }
  }

 private:
  using Reads = std::vector<TransactionOperation::Read>;

  Item Key(const std::string& list) const { return {{"pk", S(list)}, {"sk", S("list")}}; }

  UpdateItemRequest AppendRequest(const std::string& list, int64_t element) const {
    return {.table = table_,
            .key = Key(list),
            .update = "SET entries = list_append(entries, :element)",
            .values = {{":element", L({N(element)})}}};
  }

  // Returns nothing if the transaction failed or its outcome is unknown.
  std::optional<Reads> Read(Client& client, const std::vector<std::string>& lists) {
    TransactGetItemsRequest request;
    for (const std::string& list : lists) request.gets.push_back({.table = table_, .key = Key(list)});
    TransactionOperation record;
    record.client = client.number();
    const size_t number = recorder_.Invoke(record);
    const Response response = ExpectOnlyContentionRefusals(client.TransactGetItems(request));
    Reads reads;
    const std::vector<Item> items = response.items();
    if (response.ok() && items.size() != lists.size()) {
      throw SetupFailed("TransactGetItems returned " + std::to_string(items.size()) + " items for " +
                        std::to_string(lists.size()) + " keys");
    }
    for (size_t i = 0; i < items.size(); ++i) reads.push_back({lists[i], NumbersOf(items[i], "entries")});
    recorder_.Complete(number, OutcomeOf(response), [&reads](TransactionOperation& done) { done.reads = reads; });
    return response.ok() ? std::optional<Reads>(reads) : std::nullopt;
  }

  void Append(Client& client, const std::vector<std::string>& lists, int64_t element) {
    TransactWriteItemsRequest request;
    TransactionOperation record;
    record.client = client.number();
    for (const std::string& list : lists) {
      request.actions.push_back(AppendRequest(list, element));
      record.appends.push_back({list, element});
    }
    const size_t number = recorder_.Invoke(record);
    recorder_.Complete(number, OutcomeOf(ExpectOnlyContentionRefusals(client.TransactWriteItems(request))));
  }

  // Reads two lists, then appends to the first one on condition that both are unchanged. If the write succeeds, it took
  // effect as if read and append were one transaction.
  void ReadThenAppend(const Round& round, Client& client, const std::string& list, const std::string& other_list,
                      int64_t element) {
    const std::optional<Reads> seen = Read(client, {list, other_list});
    if (!seen.has_value()) return;
    UpdateItemRequest append = AppendRequest(list, element);
    TransactWriteItemsRequest request;
    if (round.guarded()) {
      append.condition = "size(entries) = :length";
      append.values[":length"] = N(static_cast<int64_t>((*seen)[0].list.size()));
      request.actions.push_back(
          ConditionCheckRequest{.table = table_,
                                .key = Key(other_list),
                                .condition = "size(entries) = :length",
                                .values = {{":length", N(static_cast<int64_t>((*seen)[1].list.size()))}}});
    }
    request.actions.push_back(append);
    TransactionOperation record;
    record.client = client.number();
    record.appends = {{list, element}};
    const size_t number = recorder_.Invoke(record);
    const Response response = ExpectOnlyContentionRefusals(client.TransactWriteItems(request));
    recorder_.Complete(number, OutcomeOf(response), [&seen](TransactionOperation& done) { done.reads = *seen; });
  }

  std::string table_;
  std::vector<std::string> lists_;
  Recorder<TransactionOperation> recorder_{StartNanosecondClock()};
};

}  // namespace

RaceDescription TransactionsAreSerializable() {
  return Describe<ListAppenders>("transactions-are-serializable",
                                 "All transactions took effect one after the other, in an order that keeps real time.",
                                 "The clients append without asking whether the lists are still as they read them.");
}

}  // namespace holdfast::conformance
