#include "conformance/systems/inventory/ledger.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace holdfast::conformance::inventory {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr Figures kBefore{.quantity = 10, .reserved = 2, .available = 8};

Item Recorded(const Entry& entry) { return MovementItem({"north", "lamp"}, entry.change, entry.movement); }

TEST(FindFigureErrorsTest, ReportsNegativeAndInconsistentFigures) {
  EXPECT_THAT(FindFigureErrors({.quantity = 3, .reserved = 3, .available = 0}), IsEmpty());
  EXPECT_THAT(FindFigureErrors({.quantity = 3, .reserved = 4, .available = -1}),
              ElementsAre("oversold: availableQty is -1"));
  EXPECT_THAT(FindFigureErrors({.quantity = 3, .reserved = 1, .available = 3}),
              ElementsAre("3 are available of 3 with 1 reserved"));
}

TEST(FindSumErrorsTest, CountsOnlyAcceptedChanges) {
  const std::vector<Entry> entries = {
      {{ChangeType::kReceive, 5}, AttemptOutcome::kDone},      {{ChangeType::kReserve, 3}, AttemptOutcome::kDone},
      {{ChangeType::kReserve, 100}, AttemptOutcome::kRefused}, {{ChangeType::kShip, 2}, AttemptOutcome::kDone},
      {{ChangeType::kRelease, 1}, AttemptOutcome::kDone},      {{ChangeType::kShip, 50}, AttemptOutcome::kConflicted}};
  EXPECT_THAT(FindSumErrors(kBefore, {.quantity = 13, .reserved = 2, .available = 11}, entries), IsEmpty());
  EXPECT_THAT(FindSumErrors(kBefore, {.quantity = 12, .reserved = 2, .available = 11}, entries),
              ElementsAre("quantity is 12, and the accepted changes make it 13"));
}

TEST(FindSumErrorsTest, AllowsForUnknownOutcomes) {
  const std::vector<Entry> entries = {{{ChangeType::kReceive, 5}, AttemptOutcome::kUnknown},
                                      {{ChangeType::kReceive, 1}, AttemptOutcome::kDone}};
  EXPECT_THAT(FindSumErrors(kBefore, {.quantity = 11, .reserved = 2, .available = 9}, entries), IsEmpty());
  EXPECT_THAT(FindSumErrors(kBefore, {.quantity = 16, .reserved = 2, .available = 14}, entries), IsEmpty());
  EXPECT_THAT(FindSumErrors(kBefore, {.quantity = 10, .reserved = 2, .available = 8}, entries), SizeIs(2));
  EXPECT_THAT(FindSumErrors(kBefore, {.quantity = 17, .reserved = 2, .available = 15}, entries),
              ElementsAre("quantity is 17, and the accepted changes make it 11 to 16",
                          "availableQty is 15, and the accepted changes make it 9 to 14"));
}

TEST(FindMovementErrorsTest, ReportsMissingUnexpectedAndInconsistentMovements) {
  const Entry done{{ChangeType::kReserve, 3}, AttemptOutcome::kDone, "1"};
  const Entry refused{{ChangeType::kReserve, 4}, AttemptOutcome::kRefused, "2"};
  const Entry unknown{{ChangeType::kReserve, 2}, AttemptOutcome::kUnknown, "3"};
  const std::vector<Entry> entries = {done, refused, unknown};
  const Figures with_three_more_reserved{.quantity = 10, .reserved = 5, .available = 5};
  const Figures with_five_more_reserved{.quantity = 10, .reserved = 7, .available = 3};
  EXPECT_THAT(FindMovementErrors(kBefore, with_three_more_reserved, entries, {Recorded(done), {}, {}}), IsEmpty());
  EXPECT_THAT(FindMovementErrors(kBefore, with_five_more_reserved, entries, {Recorded(done), {}, Recorded(unknown)}),
              IsEmpty());

  EXPECT_THAT(FindMovementErrors(kBefore, kBefore, entries, {{}, {}, {}}),
              ElementsAre("reserve of 3, movement 1, was accepted and has not been recorded"));
  EXPECT_THAT(FindMovementErrors(kBefore, {.quantity = 10, .reserved = 9, .available = 1}, entries,
                                 {Recorded(done), Recorded(refused), {}}),
              ElementsAre("reserve of 4, movement 2, was refused and has been recorded"));
  EXPECT_THAT(
      FindMovementErrors(kBefore, with_five_more_reserved, entries, {Recorded(done), {}, {}}),
      ElementsAre("reservedQty is 7, and the movements make it 5", "availableQty is 3, and the movements make it 5"));
  EXPECT_THAT(FindMovementErrors(kBefore, with_three_more_reserved, entries,
                                 {Recorded({{ChangeType::kReserve, 9}, AttemptOutcome::kDone, "1"}), {}, {}}),
              ElementsAre("reserve of 3, movement 1, has been recorded as something else"));
}

TEST(LedgerTest, OneTransactionReadsAllMovementsUnlessClientsAreTooMany) {
  EXPECT_EQ(Ledger::ChangesPerClient(16, 3), 3);
  EXPECT_EQ(Ledger::ChangesPerClient(40, 3), 2);
  EXPECT_EQ(Ledger::ChangesPerClient(64, 3), 1);
  EXPECT_EQ(Ledger::ChangesPerClient(500, 3), 1);
}

}  // namespace
}  // namespace holdfast::conformance::inventory
