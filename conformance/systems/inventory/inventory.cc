#include "conformance/systems/inventory/inventory.h"

#include "conformance/systems/inventory/inventory_cases.h"
#include "conformance/systems/inventory/inventory_races.h"

namespace holdfast::conformance {

Suite InventorySystem() {
  namespace system = inventory;
  return {"systems/inventory",
          system::InventoryCases(),
          {system::LastUnitReserved(), system::NeverOversold(), system::ReceiveAgainstReserve(),
           system::ShipAgainstRelease(), system::OneAlertPerFall()}};
}

}  // namespace holdfast::conformance
