// Operations as clients observe them: one record per call, the input of the checkers.
//
// Times are of any one unit, and only their order counts: a call happened before another if it completed at an earlier
// time than the other was invoked. Equal times count as overlapping.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace holdfast::conformance {

enum class Outcome {
  kOk,
  // Definitely not applied.
  kFailed,
  // No response, or one that leaves the outcome open: applied once, at any time after the invocation, or never.
  kUnknown,
};

// The completion time of a call without a response.
inline constexpr int64_t kNeverCompleted = std::numeric_limits<int64_t>::max();

// A call on a register: one number, which is absent if the item does not exist.
struct RegisterOperation {
  enum class Kind {
    // Observes `observed`; nothing if the number is absent.
    kRead,
    // The number becomes `value`.
    kWrite,
    kDelete,
    // The number becomes `value` if it was `expected`. If the outcome is kFailed, the condition was evaluated and was
    // false, which is an observation too: the number was not `expected`.
    kCompareAndSet,
    // The number grows by `value`, from 0 if it is absent. `observed` is the sum, if the response contains it.
    kAdd,
  };

  int client = 0;
  int64_t invoked = 0;
  int64_t completed = kNeverCompleted;
  // The item that contains the number. CheckLinearizable, which checks one register, only copies it to its finding.
  std::string item;
  Kind kind = Kind::kRead;
  Outcome outcome = Outcome::kUnknown;
  int64_t value = 0;
  std::optional<int64_t> expected;
  std::optional<int64_t> observed;
};

// A transaction, or a single call regarded as one, on lists that only grow.
struct TransactionOperation {
  // list_append of an element that nothing else ever appends to this key.
  struct Append {
    std::string key;
    int64_t element = 0;
  };
  // The list that was read; empty if the item did not exist. All reads of a transaction happen at one moment.
  struct Read {
    std::string key;
    std::vector<int64_t> list;
  };

  int client = 0;
  int64_t invoked = 0;
  int64_t completed = kNeverCompleted;
  Outcome outcome = Outcome::kUnknown;
  std::vector<Append> appends;
  std::vector<Read> reads;
};

}  // namespace holdfast::conformance
