// Histories of one register, built call by call or recorded from simulated clients of an atomic register.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "conformance/history/linearizability_checker.h"
#include "conformance/history/operation_record.h"

namespace holdfast::conformance {

// The times at which a call was invoked and completed.
struct Interval {
  int64_t invoked = 0;
  int64_t completed = kNeverCompleted;
};

inline RegisterOperation Call(int client, Interval interval, RegisterOperation::Kind kind, Outcome outcome) {
  RegisterOperation operation;
  operation.client = client;
  operation.invoked = interval.invoked;
  operation.completed = outcome == Outcome::kUnknown ? kNeverCompleted : interval.completed;
  operation.item = "counter";
  operation.kind = kind;
  operation.outcome = outcome;
  return operation;
}

inline RegisterOperation Read(int client, Interval interval, std::optional<int64_t> observed) {
  RegisterOperation read = Call(client, interval, RegisterOperation::Kind::kRead, Outcome::kOk);
  read.observed = observed;
  return read;
}

inline RegisterOperation Write(int client, Interval interval, int64_t value, Outcome outcome = Outcome::kOk) {
  RegisterOperation write = Call(client, interval, RegisterOperation::Kind::kWrite, outcome);
  write.value = value;
  return write;
}

inline RegisterOperation Delete(int client, Interval interval, Outcome outcome = Outcome::kOk) {
  return Call(client, interval, RegisterOperation::Kind::kDelete, outcome);
}

inline RegisterOperation CompareAndSet(int client, Interval interval, std::optional<int64_t> expected, int64_t value,
                                       Outcome outcome = Outcome::kOk) {
  RegisterOperation change = Call(client, interval, RegisterOperation::Kind::kCompareAndSet, outcome);
  change.expected = expected;
  change.value = value;
  return change;
}

inline RegisterOperation Add(int client, Interval interval, int64_t value,
                             std::optional<int64_t> observed = std::nullopt, Outcome outcome = Outcome::kOk) {
  RegisterOperation add = Call(client, interval, RegisterOperation::Kind::kAdd, outcome);
  add.value = value;
  add.observed = observed;
  return add;
}

// The clients, and the shares of the kinds of calls in percent. All other calls are reads.
struct Workload {
  int clients = 8;
  int calls_per_client = 20;
  unsigned writes = 20;
  unsigned deletes = 0;
  unsigned compare_and_sets = 20;
  unsigned adds = 0;
  // True: additions return their sum.
  bool adds_return_sum = true;
  // The share of calls whose outcome is unknown, whatever their kind.
  unsigned unknown = 0;
  // True: every write and compare-and-set has a value of its own. False: the values are 1, 2 and 3.
  bool unique_values = true;
};

// Simulates an atomic register and its clients, each of which makes one call at a time. A call takes effect at one
// moment between its invocation and its completion. A call of unknown outcome takes effect or not, and the history has
// no completion of it.
class SimulatedRegister {
 public:
  SimulatedRegister(const Workload& workload, uint64_t seed) : workload_(workload), random_(seed) {}

  std::vector<RegisterOperation> Run() {
    clients_.resize(static_cast<size_t>(workload_.clients));
    for (Client& client : clients_) client.calls_left = workload_.calls_per_client;
    while (StepRandomClient()) {
    }
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

  // Returns false when all clients are done.
  bool StepRandomClient() {
    std::vector<size_t> unfinished;
    for (size_t i = 0; i < clients_.size(); ++i) {
      if (clients_[i].call.has_value() || clients_[i].calls_left > 0) unfinished.push_back(i);
    }
    if (unfinished.empty()) return false;
    ++now_;
    const size_t number = unfinished[Below(unfinished.size())];
    Client& client = clients_[number];
    if (!client.call.has_value()) {
      client.call = history_.size();
      client.applied = false;
      --client.calls_left;
      history_.push_back(RandomCall(static_cast<int>(number)));
    } else if (!client.applied) {
      client.applied = true;
      Apply(history_[*client.call]);
    } else {
      Complete(history_[*client.call]);
      client.call.reset();
    }
    return true;
  }

  int64_t RandomValue() { return workload_.unique_values ? ++last_value_ : static_cast<int64_t>(1 + Below(3)); }

  RegisterOperation RandomCall(int client) {
    uint64_t choice = Below(100);
    const auto falls_in = [&](unsigned share) {
      if (choice < share) return true;
      choice -= share;
      return false;
    };
    if (falls_in(workload_.writes)) return Write(client, {now_}, RandomValue());
    if (falls_in(workload_.deletes)) return Delete(client, {now_});
    if (falls_in(workload_.compare_and_sets)) return CompareAndSet(client, {now_}, value_, RandomValue());
    if (falls_in(workload_.adds)) return Add(client, {now_}, static_cast<int64_t>(1 + Below(2)));
    return Read(client, {now_}, std::nullopt);
  }

  void Apply(RegisterOperation& call) {
    using Kind = RegisterOperation::Kind;
    if (Below(100) < workload_.unknown) {
      call.outcome = Outcome::kUnknown;
      if (Below(2) == 0) return;
    }
    switch (call.kind) {
      case Kind::kRead:
        call.observed = value_;
        return;
      case Kind::kWrite:
        value_ = call.value;
        return;
      case Kind::kDelete:
        value_ = std::nullopt;
        return;
      case Kind::kCompareAndSet:
        if (value_ == call.expected) {
          value_ = call.value;
        } else if (call.outcome == Outcome::kOk) {
          call.outcome = Outcome::kFailed;
        }
        return;
      case Kind::kAdd:
        value_ = value_.value_or(0) + call.value;
        if (workload_.adds_return_sum && call.outcome == Outcome::kOk) call.observed = value_;
        return;
    }
  }

  void Complete(RegisterOperation& call) {
    if (call.outcome != Outcome::kUnknown) call.completed = now_;
  }

  const Workload workload_;
  std::mt19937_64 random_;
  std::vector<Client> clients_;
  std::vector<RegisterOperation> history_;
  std::optional<int64_t> value_;
  int64_t last_value_ = 0;
  int64_t now_ = 0;
};

}  // namespace holdfast::conformance
