#include "conformance/cases/cases.h"

namespace holdfast::conformance {

TableDefinition CasesTable() { return SingleTable("cases"); }

Suite Cases() {
  return {"cases",
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
          {}};
}

}  // namespace holdfast::conformance
