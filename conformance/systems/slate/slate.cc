#include "conformance/systems/slate/slate.h"

#include "conformance/systems/slate/slate_cases.h"
#include "conformance/systems/slate/slate_races.h"

namespace holdfast::conformance {

Suite SlateSystem() {
  namespace system = slate;
  return {"systems/slate",
          system::SlateCases(),
          {system::OneHoldPerSlot(), system::LatePayment(), system::ExpiryAgainstRenewal(), system::EveryFlipOnce(),
           system::ConsumerGoesOnWhereItWas()}};
}

}  // namespace holdfast::conformance
