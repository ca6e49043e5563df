// check-then-write: the condition and the write it guards are two requests, as in a store that evaluates conditions
// before it takes the lock. A single client observes no fault.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/faulty/faults/fault.h"
#include "conformance/faulty/json_edit.h"

namespace holdfast::conformance::faulty {

// A transaction of ConditionChecks only. `actions` holds, for each check, the index of the client's action.
struct Checks {
  std::string body;
  std::vector<size_t> actions;
};

// The condition of one write, as a transaction's action: `{"ConditionCheck":{...}}`. `write` is the body of a PutItem,
// UpdateItem or DeleteItem, or the content of a transaction's action, and has a ConditionExpression. `key_attributes`
// matter only for a put, whose key is part of its item. Nothing if the put's item lacks one of them, or if they are
// empty.
std::optional<std::string> CheckOf(const Json& write, const std::vector<std::string>& key_attributes);

// The response to the client's transaction of `action_count` actions when its checks failed with `response`.
Response ResponseToFailedChecks(const Response& response, const std::vector<size_t>& actions, size_t action_count);

std::unique_ptr<Fault> MakeCheckThenWrite();

}  // namespace holdfast::conformance::faulty
