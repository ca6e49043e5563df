// The options of request handling that are set on the command line.
#pragma once

#include "server/dispatch/hint_log.h"
#include "server/message/cors.h"

namespace holdfast::server {

class RaceLab;

struct DispatchOptions {
  OriginPolicy origins = OriginPolicy();
  // Of the response to `GET /`: 200 as AWS, or 400 with DynamoDB's error for a request without a signature, as DynamoDB
  // Local.
  int health_check_status = 200;
  // Null: no hints. Must outlive what is given these options.
  HintLog* hints = nullptr;
  // Null: no races. Must outlive what is given these options.
  RaceLab* races = nullptr;
};

}  // namespace holdfast::server
