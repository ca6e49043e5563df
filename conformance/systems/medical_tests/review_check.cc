#include "conformance/systems/medical_tests/review_check.h"

#include "conformance/systems/medical_tests/medical_tests_table.h"

namespace holdfast::conformance::medical_tests {

std::string Doctor(size_t client) { return "doctor-" + std::to_string(client); }

std::vector<std::string> FindReviewErrors(const std::vector<AttemptOutcome>& outcomes, const Item& test,
                                          const Item& result) {
  std::vector<std::string> wrong;
  const size_t accepted = CountOf(outcomes, AttemptOutcome::kDone);
  if (accepted > 1)
    wrong.push_back(std::to_string(accepted) + " reviews were acknowledged, and a test can have only one");
  if (AllRefused(outcomes)) wrong.push_back("every review was refused for its condition, and there was none before");

  const std::string status_name = TextOf(test, "status");
  const std::string author = TextOf(result, "reviewedBy");
  if (author != TextOf(test, "reviewedBy")) {
    wrong.push_back("the result is by '" + author + "' and the test says '" + TextOf(test, "reviewedBy") + "'");
  }
  const bool is_reviewed = status_name == kReviewed;
  const bool has_result = !result.empty();
  if (is_reviewed != has_result) {
    wrong.push_back("the test is " + status_name + " and its result is " + (has_result ? "" : "not ") + "there");
  }
  for (size_t i = 0; i < outcomes.size(); ++i) {
    const bool is_author = author == Doctor(i);
    if (is_author && !MayHaveHappened(outcomes[i])) wrong.push_back(author + " was refused, and the result is theirs");
    if (!is_author && outcomes[i] == AttemptOutcome::kDone && accepted == 1) {
      wrong.push_back(Doctor(i) + " was told to have reviewed, and the result is by '" + author + "'");
    }
  }
  return wrong;
}

}  // namespace holdfast::conformance::medical_tests
