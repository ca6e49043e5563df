// The contents page: everything this program can run.
#include "conformance/cases/cases.h"
#include "conformance/races/races.h"
#include "conformance/runner/suite.h"
#include "conformance/systems/appointments/appointments.h"
#include "conformance/systems/inventory/inventory.h"
#include "conformance/systems/medical_tests/medical_tests.h"
#include "conformance/systems/scheduling/scheduling.h"
#include "conformance/systems/slate/slate.h"

namespace holdfast::conformance {

std::vector<Suite> AllSuites() {
  return {
      Cases(),
      {"races",
       {},
       {
           OnePutWins(),
           LastUnit(),
           NoLostIncrement(),
           NoLostUpdate(),
           TransfersConserveTheTotal(),
           AllOrNothing(),
           TokenAppliesOnce(),
           WriteSkewIsRefused(),
           RingStaysWhole(),
           ListAppendLosesNothing(),
           SetsKeepTheirMembers(),
           IndexAgreesWithTable(),
           StreamKeepsItemOrder(),
           RenewalOrExpiry(),
           BatchMembersAreWhole(),
           TransactionalReadsAreSerializable(),
           OneItemIsLinearizable(),
           TransactionsAreSerializable(),
           RefusedMeansNotWritten(),
       }},
      AppointmentsSystem(),
      InventorySystem(),
      SlateSystem(),
      MedicalTestsSystem(),
      SchedulingSystem(),
  };
}

}  // namespace holdfast::conformance
