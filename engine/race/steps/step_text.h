// Describes a step in one line, for the witness.
#pragma once

#include <string>
#include <string_view>

#include "engine/race/steps/intents.h"
#include "engine/race/steps/operation.h"
#include "engine/race/steps/schedule.h"
#include "engine/race/steps/step_executor.h"

namespace holdfast::race {

struct StepTextInput {
  const Request& request;
  const Intents::Targets& targets;
  Variant variant;
  // Whether no member of the request has a condition. Conditions that the session ignores do not count
  // (SessionOptions::ignore_conditions).
  bool unconditional = false;
};

// `GetItem room7 → availableQty 1 (v3)`, `PutItem room7 → ConditionalCheckFailedException`,
// `TransactWriteItems commit slot1 status booked (v4), booking1 customer alice (v4)`,
// `ExecuteStatement DELETE FROM Rooms WHERE pk = 'room7': room7 no guest (v5)`.
std::string DescribeExecuted(const StepTextInput& step, const Execution& execution);
// `TransactWriteItems prepare slot1, booking1`.
std::string DescribePrepared(const StepTextInput& step);
// A request that was not executed, or to which the store sent no response: `PutItem room7 → throttled`.
std::string DescribeRefused(const StepTextInput& step, std::string_view why);
// `time to live deletes hold1 (v6)`, or `time to live finds hold1 renewed`.
std::string DescribeExpiry(std::string_view key_text, const Execution& execution);

}  // namespace holdfast::race
