// Converts the findings of the checkers to witnesses. The times of the records are nanoseconds since the start of the
// round.
#pragma once

#include <string>

#include "conformance/history/linearizability_checker.h"
#include "conformance/history/operation_record.h"
#include "conformance/history/serializability_checker.h"
#include "conformance/history/witness.h"

namespace holdfast::conformance {

// If the finding has many calls, the steps of the witness are only the contradicted call and those invoked last. The
// explanation then says how many calls are omitted.
Witness AsWitness(const LinearizabilityFinding& finding);
Witness AsWitness(const SerializabilityFinding& finding);

// "set 7 if it is 3", "append 4 to a, read b"
std::string FormatRequest(const RegisterOperation& operation);
std::string FormatRequest(const TransactionOperation& transaction);
// "condition false", "b = [1 2]", "no answer"
std::string FormatResponse(const RegisterOperation& operation);
std::string FormatResponse(const TransactionOperation& transaction);

}  // namespace holdfast::conformance
