// System 3: Slate, live booking of venues with holds, payments, and a stream that is followed.
#pragma once

#include "conformance/runner/suite.h"

namespace holdfast::conformance {

Suite SlateSystem();

}  // namespace holdfast::conformance
