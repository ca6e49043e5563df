#include "conformance/history/linearizability_checker.h"

#include <map>
#include <utility>

#include "conformance/history/contradiction.h"
#include "conformance/history/linearization_search.h"
#include "conformance/history/register_step.h"

namespace holdfast::conformance {

std::optional<LinearizabilityFinding> CheckLinearizable(std::span<const RegisterOperation> history,
                                                        const LinearizabilityOptions& options) {
  std::vector<RegisterStep> steps;
  for (const RegisterOperation& operation : history) {
    if (const std::optional<RegisterStep> step = StepOf(operation)) steps.push_back(*step);
  }
  int64_t effort_left = options.effort_max;
  const SearchVerdict verdict = SearchLinearization(steps, options.initial, effort_left);
  if (verdict == SearchVerdict::kExplained) return std::nullopt;

  LinearizabilityFinding finding;
  if (verdict == SearchVerdict::kImpossible) {
    finding = FindContradiction(history, options, options.effort_max - effort_left);
  }
  finding.undecided = verdict == SearchVerdict::kUndecided;
  if (!history.empty()) finding.item = history.front().item;
  return finding;
}

std::vector<LinearizabilityFinding> CheckEachItemLinearizable(std::span<const RegisterOperation> history,
                                                              const LinearizabilityOptions& options) {
  std::map<std::string, std::vector<RegisterOperation>> history_of;
  for (const RegisterOperation& operation : history) history_of[operation.item].push_back(operation);
  std::vector<LinearizabilityFinding> findings;
  for (const auto& [item, operations] : history_of) {
    std::optional<LinearizabilityFinding> finding = CheckLinearizable(operations, options);
    if (finding.has_value()) findings.push_back(*std::move(finding));
  }
  return findings;
}

}  // namespace holdfast::conformance
