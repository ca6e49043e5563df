// The access patterns of the appointments, one case each.
#pragma once

#include <vector>

#include "conformance/runner/case.h"

namespace holdfast::conformance::appointments {

std::vector<CaseDescription> AppointmentsCases();

}  // namespace holdfast::conformance::appointments
