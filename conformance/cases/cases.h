// Declares the cases. Each checks one behaviour with one client, in a file that is named like the function. Cases check
// what booking and inventory code relies on, and only behaviour of DynamoDB that its documentation states or that was
// observed in us-east-1.
#pragma once

#include "conformance/runner/case.h"

namespace holdfast::conformance {

// The table of most cases: see SingleTable.
inline TableDefinition CasesTable() { return SingleTable("cases"); }

CaseDescription ConditionalPut();
CaseDescription ConditionOperators();
CaseDescription ReturnValues();
CaseDescription UpdateFunctions();
CaseDescription NumberPrecision();
CaseDescription ReservedWords();
CaseDescription QueryPages();
CaseDescription KeyOrder();
CaseDescription IndexQueries();
CaseDescription ConsistentReads();
CaseDescription CancellationReasons();
CaseDescription TransactionLimits();
CaseDescription ClientRequestTokens();
CaseDescription BatchLimits();
CaseDescription KeyValidation();
CaseDescription ErrorPrecedence();
CaseDescription ItemSize();
CaseDescription StreamRecords();
CaseDescription TableLifecycle();

}  // namespace holdfast::conformance
