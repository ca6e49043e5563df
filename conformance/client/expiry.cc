#include "conformance/client/expiry.h"

#include <ctime>

namespace holdfast::conformance {

void SweepExpired(Client& client) {
  HttpRequest sweep;
  sweep.path = "/_holdfast/ttl/sweep";
  const HttpResponse response = client.Exchange(sweep);
  if (response.status == 0) throw SetupFailed(sweep.path + ": " + response.reason);
  if (response.status != 200) throw SetupFailed("the endpoint cannot be asked to delete what has expired", true);
}

int64_t SecondsFromNow(int64_t seconds) { return static_cast<int64_t>(std::time(nullptr)) + seconds; }

}  // namespace holdfast::conformance
