// The access patterns of Slate and the steps of its saga, one case each.
#pragma once

#include <vector>

#include "conformance/runner/case.h"

namespace holdfast::conformance::slate {

std::vector<CaseDescription> SlateCases();
// In a file of their own: holds that expire, and the consumer of the stream.
std::vector<CaseDescription> ExpiryCases();

}  // namespace holdfast::conformance::slate
