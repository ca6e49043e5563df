// What a call on a register means for the order in which the calls took effect.
#pragma once

#include <cstdint>
#include <optional>

#include "conformance/history/operation_record.h"

namespace holdfast::conformance {

// Nothing: the item is absent.
using RegisterValue = std::optional<int64_t>;

// At one moment between `invoked` and `completed` the register was as `needs` says and became what `gives` says.
struct RegisterStep {
  enum class Needs {
    kNothing,
    kValue,
    // An addition that made `value` of nothing cannot tell 0 from absence.
    kZeroOrAbsent,
    kAnythingBut,
  };
  enum class Gives { kNoChange, kValue, kSum };

  Needs needs = Needs::kNothing;
  RegisterValue needed;
  Gives gives = Gives::kNoChange;
  RegisterValue given;
  int64_t summand = 0;
  int64_t invoked = 0;
  int64_t completed = kNeverCompleted;
  // It may never have happened.
  bool optional = false;

  bool IsObservation() const { return gives == Gives::kNoChange; }
  bool IsPossibleAt(const RegisterValue& value) const;
  RegisterValue After(const RegisterValue& value) const;
};

// Nothing for a call that says nothing: one that failed without a look at the item, and a read without an answer.
std::optional<RegisterStep> StepOf(const RegisterOperation& operation);

}  // namespace holdfast::conformance
