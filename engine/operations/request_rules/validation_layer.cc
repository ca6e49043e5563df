#include "engine/operations/request_rules/validation_layer.h"

#include <utility>

#include "engine/errors/general_errors.h"

namespace holdfast {
namespace {

// Whether a layer that adds the prefix adds it to this kind of problem.
bool TakesPrefix(ValueProblem::Kind kind) {
  using Kind = ValueProblem::Kind;
  return kind != Kind::kNoType && kind != Kind::kSeveralTypes && kind != Kind::kTooDeep &&
         kind != Kind::kEmptyAttributeName && kind != Kind::kAttributeNameTooLong;
}

}  // namespace

Error WithLayerPrefix(ValidationLayer layer, Error error) {
  if (layer.adds_prefix && error.kind == ErrorKind::kValidation)
    error.message = errors::WithValidationErrorPrefix(error.message);
  return error;
}

Error ValueError(ValidationLayer layer, const ValueProblem& problem) {
  Error error = errors::Validation(Describe(problem, layer.wording));
  return TakesPrefix(problem.kind) ? WithLayerPrefix(layer, std::move(error)) : error;
}

Status CheckValue(ValidationLayer layer, const ValueProblem* problem) {
  if (problem == nullptr) return {};
  return ValueError(layer, *problem);
}

Status CheckPlaceholders(ValidationLayer layer, const Placeholders& placeholders) {
  Status status = placeholders.Check(layer.wording);
  if (status.ok()) return status;
  const ValueProblem* problem = placeholders.first_value_problem();
  const bool is_value_problem = problem != nullptr && status.error().message == Describe(*problem, layer.wording);
  // The error for a value that is nested too deeply gets the prefix here, whereas ValueError leaves it without.
  if (is_value_problem && problem->kind != ValueProblem::Kind::kTooDeep) return ValueError(layer, *problem);
  return WithLayerPrefix(layer, std::move(status));
}

}  // namespace holdfast
