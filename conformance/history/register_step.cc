#include "conformance/history/register_step.h"

namespace holdfast::conformance {
namespace {

using Kind = RegisterOperation::Kind;

// Both wrap around, because an overflow of signed numbers is undefined behaviour.
int64_t Plus(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); }
int64_t Minus(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}

void SetPrecondition(RegisterStep& step, RegisterStep::Precondition precondition, RegisterValue value) {
  step.precondition = precondition;
  step.required_value = value;
}

void SetNewValue(RegisterStep& step, RegisterValue value) {
  step.effect = RegisterStep::Effect::kValue;
  step.new_value = value;
}

// The precondition and effect of an addition. A response with the sum also determines the value before the addition.
void SetEffectOfAdd(RegisterStep& step, const RegisterOperation& operation) {
  if (operation.outcome == Outcome::kUnknown || !operation.observed.has_value()) {
    step.effect = RegisterStep::Effect::kSum;
    step.summand = operation.value;
    return;
  }
  const int64_t before = Minus(*operation.observed, operation.value);
  if (before == 0) {
    SetPrecondition(step, RegisterStep::Precondition::kZeroOrAbsent, std::nullopt);
  } else {
    SetPrecondition(step, RegisterStep::Precondition::kValue, before);
  }
  SetNewValue(step, operation.observed);
}

}  // namespace

bool RegisterStep::IsPossibleAt(const RegisterValue& value) const {
  switch (precondition) {
    case Precondition::kNothing:
      return true;
    case Precondition::kValue:
      return value == required_value;
    case Precondition::kZeroOrAbsent:
      return value.value_or(0) == 0;
    case Precondition::kNotValue:
      return value != required_value;
  }
  return false;
}

RegisterValue RegisterStep::ValueAfter(const RegisterValue& value) const {
  switch (effect) {
    case Effect::kNoChange:
      return value;
    case Effect::kValue:
      return new_value;
    case Effect::kSum:
      return Plus(value.value_or(0), summand);
  }
  return value;
}

std::optional<RegisterStep> StepOf(const RegisterOperation& operation) {
  RegisterStep step;
  step.invoked = operation.invoked;
  step.optional = operation.outcome == Outcome::kUnknown;
  step.completed = step.optional ? kNeverCompleted : operation.completed;
  if (operation.outcome == Outcome::kFailed) {
    if (operation.kind != Kind::kCompareAndSet) return std::nullopt;
    SetPrecondition(step, RegisterStep::Precondition::kNotValue, operation.expected);
    return step;
  }
  switch (operation.kind) {
    case Kind::kRead:
      if (step.optional) return std::nullopt;
      SetPrecondition(step, RegisterStep::Precondition::kValue, operation.observed);
      break;
    case Kind::kWrite:
      SetNewValue(step, operation.value);
      break;
    case Kind::kDelete:
      SetNewValue(step, std::nullopt);
      break;
    case Kind::kCompareAndSet:
      SetPrecondition(step, RegisterStep::Precondition::kValue, operation.expected);
      SetNewValue(step, operation.value);
      break;
    case Kind::kAdd:
      SetEffectOfAdd(step, operation);
      break;
  }
  return step;
}

}  // namespace holdfast::conformance
