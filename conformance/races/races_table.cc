#include "conformance/races/races.h"

namespace holdfast::conformance {

TableDefinition RacesTable() { return SingleTable("races"); }

}  // namespace holdfast::conformance
