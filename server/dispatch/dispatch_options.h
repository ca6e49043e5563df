// What all dispatchers share: options of the command line, the hint log, the observer, the race lab and the upstream.
#pragma once

#include "server/dispatch/hint_log.h"
#include "server/message/cors.h"

namespace holdfast::server {

class Observer;
class RaceLab;
class RequestForwarder;
class RequestPool;
class Upstream;

struct DispatchOptions {
  OriginPolicy origins = OriginPolicy();
  // The status of the response to `GET /`: 200 as from AWS, or 400 with DynamoDB's error for a request without a
  // signature, as from DynamoDB Local.
  int health_check_status = 200;
  // Null: no hints are written. Must outlive all objects that have these options.
  HintLog* hints = nullptr;
  // Null: requests are not observed. Must outlive all objects that have these options.
  Observer* observer = nullptr;
  // Null: there are no race sessions, fault rules or anomalies. Must outlive all objects that have these options.
  RaceLab* races = nullptr;
  // Handles the requests and calls of race sessions, so that only those of the same session wait while a step is
  // executed. Null: the dispatcher itself or its other pools do. Must outlive all objects that have these options.
  RequestPool* race_pool = nullptr;
  // Both null: this server executes requests itself. Otherwise both must outlive all objects that have these options.
  Upstream* upstream = nullptr;
  RequestForwarder* forwarder = nullptr;
};

}  // namespace holdfast::server
