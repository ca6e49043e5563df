#include "conformance/systems/appointments/appointments.h"

#include "conformance/systems/appointments/appointments_cases.h"
#include "conformance/systems/appointments/appointments_races.h"

namespace holdfast::conformance {

Suite AppointmentsSystem() {
  namespace system = appointments;
  return {"systems/appointments",
          system::AppointmentsCases(),
          {system::OneBookingPerSlot(), system::CancelledOnce(), system::CancelAgainstRebook(),
           system::BookAgainstBlock()}};
}

}  // namespace holdfast::conformance
