#include "conformance/systems/medical_tests/medical_tests.h"

namespace holdfast::conformance {

Suite MedicalTestsSystem() {
  return {"systems/medical_tests",
          medical_tests::Cases(),
          {medical_tests::OneReviewPerTest(), medical_tests::ReviewQueuePages()}};
}

}  // namespace holdfast::conformance
