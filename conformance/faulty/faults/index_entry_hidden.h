// index-entry-hidden: some items never appear in an index, as in a store that loses index changes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "conformance/faulty/faults/fault.h"

namespace holdfast::conformance::faulty {

// Removes the share `rate` of items from the response of a Query or Scan, and reduces Count and ScannedCount
// accordingly. A hash of the primary key decides, so that an item is hidden consistently. Items without their whole key
// stay.
std::string HideItems(const std::string& body, const std::vector<std::string>& key_attributes, uint64_t seed,
                      double rate);

std::unique_ptr<Fault> MakeIndexEntryHidden(uint64_t seed, double rate);

}  // namespace holdfast::conformance::faulty
