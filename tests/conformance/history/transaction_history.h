// Histories of lists to which transactions append, built transaction by transaction or recorded from simulated clients
// of a strictly serializable store.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "conformance/history/operation_record.h"

namespace holdfast::conformance {

using Appends = std::vector<TransactionOperation::Append>;
using ListReads = std::vector<TransactionOperation::Read>;

inline TransactionOperation Transaction(int client, int64_t invoked, int64_t completed, Appends appends,
                                        ListReads reads, Outcome outcome = Outcome::kOk) {
  TransactionOperation record;
  record.client = client;
  record.invoked = invoked;
  record.completed = outcome == Outcome::kUnknown ? kNeverCompleted : completed;
  record.outcome = outcome;
  record.appends = std::move(appends);
  record.reads = std::move(reads);
  return record;
}

class SimulatedLists {
 public:
  struct Workload {
    int clients = 8;
    int calls_per_client = 40;
    // The number of lists.
    int keys = 5;
    // The shares of calls with these outcomes, in percent.
    unsigned unknown = 5;
    unsigned failed = 5;
  };

  SimulatedLists(const Workload& workload, uint64_t seed) : workload_(workload), random_(seed) {}

  std::vector<TransactionOperation> Run() {
    std::vector<Client> clients(static_cast<size_t>(workload_.clients));
    for (Client& client : clients) client.calls_left = workload_.calls_per_client;
    for (size_t finished = 0; finished < clients.size();) {
      ++now_;
      const size_t number = Below(clients.size());
      Client& client = clients[number];
      if (!client.call.has_value() && client.calls_left == 0) continue;
      if (TakeStep(client, static_cast<int>(number))) ++finished;
    }
    // A last transaction reads all lists, so that the checker knows the order of all elements.
    TransactionOperation last = Transaction(0, now_ + 1, now_ + 2, {}, {});
    for (int key = 0; key < workload_.keys; ++key) last.reads.push_back({KeyName(key), lists_[KeyName(key)]});
    history_.push_back(std::move(last));
    return std::move(history_);
  }

 private:
  struct Client {
    // The index in history_ of the call in progress, if any.
    std::optional<size_t> call;
    // True if Apply was called for that call.
    bool applied = false;
    int calls_left = 0;
  };

  uint64_t Below(uint64_t bound) { return random_() % bound; }
  static std::string KeyName(int number) { return "list" + std::to_string(number); }
  std::string RandomKey() { return KeyName(static_cast<int>(Below(static_cast<uint64_t>(workload_.keys)))); }

  // Returns true when the client's last call has ended.
  bool TakeStep(Client& client, int number) {
    if (!client.call.has_value()) {
      client.call = history_.size();
      client.applied = false;
      --client.calls_left;
      history_.push_back(RandomCall(number));
      return false;
    }
    TransactionOperation& call = history_[*client.call];
    if (!client.applied) {
      client.applied = true;
      Apply(call);
      return false;
    }
    if (call.outcome != Outcome::kUnknown) call.completed = now_;
    client.call.reset();
    return client.calls_left == 0;
  }

  TransactionOperation RandomCall(int client) {
    std::map<std::string, bool> appends_to;
    for (uint64_t left = 1 + Below(3); left > 0; --left) appends_to[RandomKey()] = Below(2) == 0;
    TransactionOperation call = Transaction(client, now_, kNeverCompleted, {}, {});
    for (const auto& [key, appends] : appends_to) {
      if (appends) call.appends.push_back({key, ++last_element_});
      if (!appends || Below(3) == 0) call.reads.push_back({key, {}});
    }
    return call;
  }

  void Apply(TransactionOperation& call) {
    const uint64_t chance = Below(100);
    if (chance < workload_.unknown) call.outcome = Outcome::kUnknown;
    if (chance >= workload_.unknown && chance < workload_.unknown + workload_.failed) call.outcome = Outcome::kFailed;
    if (call.outcome == Outcome::kFailed || (call.outcome == Outcome::kUnknown && Below(2) == 0)) return;
    for (TransactionOperation::Read& read : call.reads) read.list = lists_[read.key];
    for (const TransactionOperation::Append& append : call.appends) lists_[append.key].push_back(append.element);
  }

  const Workload workload_;
  std::mt19937_64 random_;
  std::map<std::string, std::vector<int64_t>> lists_;
  std::vector<TransactionOperation> history_;
  int64_t last_element_ = 0;
  int64_t now_ = 0;
};

}  // namespace holdfast::conformance
