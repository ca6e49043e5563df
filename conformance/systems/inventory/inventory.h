// System 2: an inventory whose stock is received, reserved, released and shipped.
#pragma once

#include "conformance/runner/suite.h"

namespace holdfast::conformance {

Suite InventorySystem();

}  // namespace holdfast::conformance
