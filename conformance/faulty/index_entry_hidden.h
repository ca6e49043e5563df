// index-entry-hidden: some items never appear in an index, as in a store that loses index changes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "conformance/faulty/fault.h"

namespace holdfast::conformance::faulty {

// The answer of a Query or Scan without the share `rate` of items, Count and ScannedCount less by as many. The primary
// key decides: what is hidden stays hidden. Items that do not show their whole key stay.
std::string HideItems(const std::string& body, const std::vector<std::string>& key_attributes, uint64_t seed,
                      double rate);

std::unique_ptr<Fault> MakeIndexEntryHidden(uint64_t seed, double rate);

}  // namespace holdfast::conformance::faulty
