#include "engine/errors/tables/time_to_live_errors.h"

#include <string>

#include "engine/errors/general_errors.h"

namespace holdfast::errors {

Error TimeToLiveAlreadyEnabled() { return Validation("TimeToLive is already enabled"); }
Error TimeToLiveAlreadyDisabled() { return Validation("TimeToLive is already disabled"); }
Error TimeToLiveOnOtherAttribute(std::string_view current_attribute) {
  return Validation("TimeToLive is active on a different AttributeName: current AttributeName is " +
                    std::string(current_attribute));
}
Error TimeToLiveChangedRecently() {
  return Validation("Time to live has been modified multiple times within a fixed interval");
}
Error TimeToLiveNotDescribable(std::string_view table_status) {
  const std::string status(table_status);
  return Validation("Cannot describe time to live while table is in " + status + " state: Current table state is " +
                    status);
}
Error TimeToLiveOfTableBeingCreated(std::string_view table) {
  return {ErrorKind::kResourceInUse,
          "Attempt to change a resource which is still in use: Table " + std::string(table) + " is being created"};
}

}  // namespace holdfast::errors
