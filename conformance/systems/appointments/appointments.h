// System 1: appointments with providers, booked and cancelled by transactions.
#pragma once

#include "conformance/runner/suite.h"

namespace holdfast::conformance {

Suite AppointmentsSystem();

}  // namespace holdfast::conformance
