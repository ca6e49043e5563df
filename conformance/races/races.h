// Declares the races. Each checks one invariant, in a file that is named like the function.
#pragma once

#include "conformance/runner/race.h"

namespace holdfast::conformance {

// The table that the races of this folder share: see SingleTable.
inline TableDefinition RacesTable() { return SingleTable("races"); }

RaceDescription OnePutWins();
RaceDescription LastUnit();
RaceDescription NoLostIncrement();
RaceDescription NoLostUpdate();
RaceDescription TransfersConserveTheTotal();
RaceDescription AllOrNothing();
RaceDescription TokenAppliesOnce();
RaceDescription WriteSkewIsRefused();
RaceDescription RingStaysWhole();
RaceDescription ListAppendLosesNothing();
RaceDescription SetsKeepTheirMembers();
RaceDescription IndexAgreesWithTable();
RaceDescription StreamKeepsItemOrder();
RaceDescription RenewalOrExpiry();
RaceDescription BatchMembersAreWhole();
RaceDescription TransactionalReadsAreSerializable();
RaceDescription OneItemIsLinearizable();
RaceDescription TransactionsAreSerializable();
RaceDescription RefusedMeansNotWritten();

}  // namespace holdfast::conformance
