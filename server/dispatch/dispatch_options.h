// What the command line says about how requests are answered.
#pragma once

#include "server/dispatch/cors.h"
#include "server/dispatch/hint_log.h"

namespace holdfast::server {

struct DispatchOptions {
  OriginPolicy origins = OriginPolicy();
  // 400, with DynamoDB's error for a request without a signature: what DynamoDB Local answers to `GET /`.
  int health_check_status = 200;
  // Null: no hints. Must outlive what is given these options.
  HintLog* hints = nullptr;
};

}  // namespace holdfast::server
