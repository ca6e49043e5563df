#include "conformance/faulty/faults/fault.h"

namespace holdfast::conformance::faulty {

std::string_view Request::operation() const {
  const std::string_view whole = target;
  return whole.substr(whole.find('.') + 1);
}

Request Request::WithOperation(std::string_view other_operation, std::string other_body) const {
  const std::string_view service_with_dot = std::string_view(target).substr(0, target.find('.') + 1);
  return {
      .caller = caller, .target = std::string(service_with_dot).append(other_operation), .body = std::move(other_body)};
}

}  // namespace holdfast::conformance::faulty
