// Faults of streams: GetRecords' answers are altered. DynamoDB promises each record exactly once, and the records of
// one item in the order of its changes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "conformance/faulty/fault.h"
#include "conformance/faulty/seeded_random.h"

namespace holdfast::conformance::faulty {

// GetRecords' answer in which two records of one item, neighbours among that item's, have changed places; which two,
// chance decides. Unchanged if no item has two.
std::string SwapNeighbours(const std::string& body, SeededRandom* random);
// Without the share `rate` of records, and with that share doubled in place. The sequence number decides: a record
// that is lost is lost for every reader.
std::string DropRecords(const std::string& body, uint64_t seed, double rate);
std::string DoubleRecords(const std::string& body, uint64_t seed, double rate);

// stream-swapped: with probability `rate` for each answer.
std::unique_ptr<Fault> MakeStreamSwapped(uint64_t seed, double rate);
// stream-dropped
std::unique_ptr<Fault> MakeStreamDropped(uint64_t seed, double rate);
// stream-doubled
std::unique_ptr<Fault> MakeStreamDoubled(uint64_t seed, double rate);

}  // namespace holdfast::conformance::faulty
