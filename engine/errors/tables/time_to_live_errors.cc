#include "engine/errors/tables/time_to_live_errors.h"

#include "engine/errors/error_text.h"

namespace holdfast::errors {

Error TimeToLiveAlreadyEnabled() { return Validation("TimeToLive is already enabled"); }
Error TimeToLiveAlreadyDisabled() { return Validation("TimeToLive is already disabled"); }
Error TimeToLiveOnOtherAttribute(std::string_view current_attribute) {
  return ComposeValidation(
      {"TimeToLive is active on a different AttributeName: current AttributeName is ", current_attribute});
}
Error TimeToLiveChangedRecently() {
  return Validation("Time to live has been modified multiple times within a fixed interval");
}
Error TimeToLiveNotDescribable(std::string_view table_status) {
  return ComposeValidation({"Cannot describe time to live while table is in ", table_status,
                            " state: Current table state is ", table_status});
}
Error TimeToLiveOfTableBeingCreated(std::string_view table) {
  return {ErrorKind::kResourceInUse,
          Concat({"Attempt to change a resource which is still in use: Table ", table, " is being created"})};
}

}  // namespace holdfast::errors
