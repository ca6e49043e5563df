// What a call on a register means for the order in which the calls took effect.
#pragma once

#include <cstdint>
#include <optional>

#include "conformance/history/operation_record.h"

namespace holdfast::conformance {

// Nothing: the item is absent.
using RegisterValue = std::optional<int64_t>;

// At one moment between `invoked` and `completed` the register was as `precondition` says and became what `effect` says.
struct RegisterStep {
  enum class Precondition {
    kNothing,
    kValue,
    // An addition that made `value` of nothing cannot tell 0 from absence.
    kZeroOrAbsent,
    kAnythingBut,
  };
  enum class Effect { kNoChange, kValue, kSum };

  Precondition precondition = Precondition::kNothing;
  RegisterValue required_value;
  Effect effect = Effect::kNoChange;
  RegisterValue new_value;
  int64_t summand = 0;
  int64_t invoked = 0;
  int64_t completed = kNeverCompleted;
  // It may never have happened.
  bool optional = false;

  bool IsObservation() const { return effect == Effect::kNoChange; }
  bool IsPossibleAt(const RegisterValue& value) const;
  RegisterValue After(const RegisterValue& value) const;
};

// Nothing for a call that says nothing: one that failed without a look at the item, and a read without an answer.
std::optional<RegisterStep> StepOf(const RegisterOperation& operation);

}  // namespace holdfast::conformance
