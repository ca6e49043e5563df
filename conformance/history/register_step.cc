#include "conformance/history/register_step.h"

namespace holdfast::conformance {
namespace {

// Both as two's complement, without overflow.
int64_t Plus(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); }
int64_t Minus(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}

void Need(RegisterStep& step, RegisterStep::Needs needs, RegisterValue value) {
  step.needs = needs;
  step.needed = value;
}

void Give(RegisterStep& step, RegisterValue value) {
  step.gives = RegisterStep::Gives::kValue;
  step.given = value;
}

// The sum, if the answer told it, gives away what was there before.
void Add(RegisterStep& step, const RegisterOperation& operation) {
  if (operation.outcome == Outcome::kUnknown || !operation.observed.has_value()) {
    step.gives = RegisterStep::Gives::kSum;
    step.summand = operation.value;
    return;
  }
  const int64_t before = Minus(*operation.observed, operation.value);
  if (before == 0) {
    Need(step, RegisterStep::Needs::kZeroOrAbsent, std::nullopt);
  } else {
    Need(step, RegisterStep::Needs::kValue, before);
  }
  Give(step, operation.observed);
}

}  // namespace

bool RegisterStep::IsPossibleAt(const RegisterValue& value) const {
  switch (needs) {
    case Needs::kNothing:
      return true;
    case Needs::kValue:
      return value == needed;
    case Needs::kZeroOrAbsent:
      return value.value_or(0) == 0;
    case Needs::kAnythingBut:
      return value != needed;
  }
  return false;
}

RegisterValue RegisterStep::After(const RegisterValue& value) const {
  switch (gives) {
    case Gives::kNoChange:
      return value;
    case Gives::kValue:
      return given;
    case Gives::kSum:
      return Plus(value.value_or(0), summand);
  }
  return value;
}

std::optional<RegisterStep> StepOf(const RegisterOperation& operation) {
  using Kind = RegisterOperation::Kind;
  RegisterStep step;
  step.invoked = operation.invoked;
  step.optional = operation.outcome == Outcome::kUnknown;
  step.completed = step.optional ? kNeverCompleted : operation.completed;
  if (operation.outcome == Outcome::kFailed) {
    if (operation.kind != Kind::kCompareAndSet) return std::nullopt;
    Need(step, RegisterStep::Needs::kAnythingBut, operation.expected);
    return step;
  }
  switch (operation.kind) {
    case Kind::kRead:
      if (step.optional) return std::nullopt;
      Need(step, RegisterStep::Needs::kValue, operation.observed);
      break;
    case Kind::kWrite:
      Give(step, operation.value);
      break;
    case Kind::kDelete:
      Give(step, std::nullopt);
      break;
    case Kind::kCompareAndSet:
      Need(step, RegisterStep::Needs::kValue, operation.expected);
      Give(step, operation.value);
      break;
    case Kind::kAdd:
      Add(step, operation);
      break;
  }
  return step;
}

}  // namespace holdfast::conformance
