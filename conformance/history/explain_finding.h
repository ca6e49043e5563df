// Converts the findings of the checkers to witnesses. The times of the records are nanoseconds since the start of the
// round.
#pragma once

#include <string>

#include "conformance/history/linearizability_checker.h"
#include "conformance/history/operation_record.h"
#include "conformance/history/serializability_checker.h"
#include "conformance/history/witness.h"

namespace holdfast::conformance {

// The witness of a long proof has only the proof's last calls as its steps; the explanation says how many it omits.
Witness AsWitness(const LinearizabilityFinding& finding);
Witness AsWitness(const SerializabilityFinding& finding);

// "set 7 if it is 3", "append 4 to a, read b"
std::string FormatRequest(const RegisterOperation& operation);
std::string FormatRequest(const TransactionOperation& transaction);
// "condition false", "b = [1 2]", "no answer"
std::string FormatResponse(const RegisterOperation& operation);
std::string FormatResponse(const TransactionOperation& transaction);

}  // namespace holdfast::conformance
