// Declares the races. Each checks one invariant, in a file that is named like the function.
#pragma once

#include "conformance/history/operation_record.h"
#include "conformance/runner/race.h"

namespace holdfast::conformance {

// The table that the races of this folder share: see SingleTable.
inline TableDefinition RacesTable() { return SingleTable("races"); }

// The item that is stored with this key; empty if there is none. Throws SetupFailed if it cannot be read.
inline Item StoredItem(Client& client, const std::string& table, const Item& key) {
  return Require(client.GetItem({.table = table, .key = key})).item().value_or(Item());
}

// The response's outcome in the form that the checkers of conformance/history read.
inline Outcome OutcomeOf(const Response& response) {
  if (response.ok()) return Outcome::kOk;
  return response.unknown() ? Outcome::kUnknown : Outcome::kFailed;
}

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
