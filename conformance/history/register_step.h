// A call on a register as a constraint on the order in which the calls took effect.
#pragma once

#include <cstdint>
#include <optional>

#include "conformance/history/operation_record.h"

namespace holdfast::conformance {

// Nothing if the item is absent.
using RegisterValue = std::optional<int64_t>;

// At one moment between `invoked` and `completed` the register satisfied `precondition`, and `effect` was applied to
// it.
struct RegisterStep {
  enum class Precondition {
    kNothing,
    kValue,
    // For an addition whose sum equals its summand: the number was 0 or absent, and the response does not say which.
    kZeroOrAbsent,
    kNotValue,
  };
  enum class Effect { kNoChange, kValue, kSum };

  Precondition precondition = Precondition::kNothing;
  // The value that the precondition requires (kValue) or excludes (kNotValue).
  RegisterValue required_value;
  Effect effect = Effect::kNoChange;
  RegisterValue new_value;
  int64_t summand = 0;
  int64_t invoked = 0;
  int64_t completed = kNeverCompleted;
  // True if the call may never have taken effect.
  bool optional = false;

  bool IsObservation() const { return effect == Effect::kNoChange; }
  bool IsPossibleAt(const RegisterValue& value) const;
  RegisterValue ValueAfter(const RegisterValue& value) const;
};

// Returns nothing for a call without information: one that failed before the item was read, or a read without a
// response.
std::optional<RegisterStep> StepOf(const RegisterOperation& operation);

}  // namespace holdfast::conformance
