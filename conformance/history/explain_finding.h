// What the checkers found, as something that can be shown. The times of the records are taken for nanoseconds since the
// start of the round.
#pragma once

#include <string>

#include "conformance/history/linearizability_checker.h"
#include "conformance/history/operation_record.h"
#include "conformance/history/serializability_checker.h"
#include "conformance/history/witness.h"

namespace holdfast::conformance {

// Where hundreds of calls are needed for the proof, only the last of them are steps; the explanation counts the others.
Witness AsWitness(const LinearizabilityFinding& finding);
Witness AsWitness(const SerializabilityFinding& finding);

// "set 7 if it was 3", "append 4 to a, read b"
std::string FormatRequest(const RegisterOperation& operation);
std::string FormatRequest(const TransactionOperation& transaction);
// "condition false", "b = [1 2]", "no answer"
std::string FormatResponse(const RegisterOperation& operation);
std::string FormatResponse(const TransactionOperation& transaction);

}  // namespace holdfast::conformance
