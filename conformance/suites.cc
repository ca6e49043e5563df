// The list of all cases and races that this program can run.
#include "conformance/cases/cases.h"
#include "conformance/races/races.h"
#include "conformance/runner/suite.h"
#include "conformance/systems/appointments/appointments.h"
#include "conformance/systems/inventory/inventory.h"
#include "conformance/systems/medical_tests/medical_tests.h"
#include "conformance/systems/scheduling/scheduling.h"
#include "conformance/systems/slate/slate.h"

namespace holdfast::conformance {
namespace {

std::vector<CaseDescription> ConcatenateCases(std::initializer_list<std::vector<CaseDescription>> files) {
  std::vector<CaseDescription> all;
  for (const std::vector<CaseDescription>& file : files) all.insert(all.end(), file.begin(), file.end());
  return all;
}

}  // namespace

std::vector<Suite> AllSuites() {
  return {
      {"cases",
       {
           ConditionalPut(),
           ConditionOperators(),
           ReturnValues(),
           UpdateFunctions(),
           NumberPrecision(),
           ReservedWords(),
           QueryPages(),
           KeyOrder(),
           IndexQueries(),
           ConsistentReads(),
           CancellationReasons(),
           TransactionLimits(),
           ClientRequestTokens(),
           BatchLimits(),
           KeyValidation(),
           ErrorPrecedence(),
           ItemSize(),
           StreamRecords(),
           TableLifecycle(),
       },
       {}},
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
      {"systems/appointments",
       appointments::Cases(),
       {appointments::OneBookingPerSlot(), appointments::CancelledOnce(), appointments::CancelAgainstRebook(),
        appointments::BookAgainstBlock()}},
      {"systems/inventory",
       inventory::Cases(),
       {inventory::LastUnitReserved(), inventory::NeverOversold(), inventory::ReceiveAgainstReserve(),
        inventory::ShipAgainstRelease(), inventory::OneAlertPerFall()}},
      {"systems/slate",
       ConcatenateCases({slate::Cases(), slate::ExpiryCases()}),
       {slate::OneHoldPerSlot(), slate::LatePayment(), slate::ExpiryAgainstRenewal(), slate::EveryFlipOnce(),
        slate::ConsumerGoesOnWhereItWas()}},
      {"systems/medical_tests",
       medical_tests::Cases(),
       {medical_tests::OneReviewPerTest(), medical_tests::ReviewQueuePages()}},
      {"systems/scheduling",
       ConcatenateCases({scheduling::EventTypeCases(), scheduling::BookingCases(), scheduling::CalendarCases(),
                         scheduling::EndToEndCases()}),
       {scheduling::MeetingsNeverOverlap(), scheduling::RescheduledMeetingsNeverOverlap(),
        scheduling::OneRefreshPerVersion()}},
  };
}

}  // namespace holdfast::conformance
