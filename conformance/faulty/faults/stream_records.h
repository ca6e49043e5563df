// Faults of streams: they alter GetRecords' responses. DynamoDB promises each record exactly once, and the records of
// one item in the order of its changes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "conformance/faulty/faults/fault.h"
#include "conformance/faulty/seeded_random.h"

namespace holdfast::conformance::faulty {

// Swaps a record in GetRecords' response with the next record of its item. The pair is chosen at random. The response
// is unchanged if no item has two records.
std::string SwapRecordsOfOneItem(const std::string& body, SeededRandom* random);
// DropRecords removes the share `rate` of the records, DoubleRecords repeats it. A hash of `seed` and the sequence
// number chooses them, so that all readers miss the same records.
std::string DropRecords(const std::string& body, uint64_t seed, double rate);
std::string DoubleRecords(const std::string& body, uint64_t seed, double rate);

// stream-swapped: applies SwapRecordsOfOneItem to each response with probability `rate`.
std::unique_ptr<Fault> MakeStreamSwapped(uint64_t seed, double rate);
// stream-dropped: applies DropRecords.
std::unique_ptr<Fault> MakeStreamDropped(uint64_t seed, double rate);
// stream-doubled: applies DoubleRecords.
std::unique_ptr<Fault> MakeStreamDoubled(uint64_t seed, double rate);

}  // namespace holdfast::conformance::faulty
