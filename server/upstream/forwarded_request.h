// A request that came by HTTP, and is executed by the upstream as its client has sent it.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "engine/race/steps/operation.h"
#include "server/race/race_outcome.h"

namespace holdfast::server {

class ForwardedRequest final : public race::RequestAttachment {
 public:
  explicit ForwardedRequest(std::string body) : body_(std::move(body)) {}

  // JSON, not compressed.
  const std::string& body() const { return body_; }
  // The upstream's last response to the request; its status is 0 until there is one.
  const std::shared_ptr<RawOutcome>& outcome() const { return outcome_; }

 private:
  const std::string body_;
  const std::shared_ptr<RawOutcome> outcome_ = std::make_shared<RawOutcome>(RawOutcome{.status = 0});
};

}  // namespace holdfast::server
