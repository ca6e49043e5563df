// The log after a request for which memory ran out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <new>
#include <string_view>

#include "server/dispatch/hint_log.h"
#include "server/dispatch/operation_table.h"
#include "server/log/standard_error.h"
#include "server/observe/observer.h"
#include "tests/engine/failing_allocations.h"
#include "tests/server/dispatch/exchange.h"
#include "tests/server/log/pipe.h"

namespace holdfast::server {
namespace {

TEST(FailedRequestLogTest, TheRequestAfterOneThatCannotEvenBeRefusedIsLogged) {
  Pipe pipe;
  LogWriter writer(pipe.write_end(), {"dropped ", "\n"});
  Observer observer({.log = {.enabled = true}, .log_writer = &writer}, AllOperationNames());
  const SentRequest with_hint = WithHeader(ApiRequest("ListTables", "{}"), "Authorization",
                                           "AWS4-HMAC-SHA256 Credential=key/20261001//dynamodb/aws4_request, "
                                           "SignedHeaders=host;x-amz-date, Signature=0123");
  HintLog hints([](std::string_view) {
    // The response to this failure cannot be allocated either.
    allocations_before_failure = 0;
    throw std::bad_alloc();
  });
  Exchange exchange(DispatchOptions{.hints = &hints, .observer = &observer});
  // The first call starts the thread of the log: the allocation that is made to fail must not be one of this start.
  StandardError();
  EXPECT_THROW(exchange.Send(with_hint), std::bad_alloc);
  EXPECT_EQ(exchange.Call("ListTables", "{}").status(), 200);
  EXPECT_TRUE(observer.Flush(std::chrono::seconds(10)));
  EXPECT_THAT(pipe.ReadAvailable(), ::testing::HasSubstr("operation=ListTables outcome=ok status=200"));
}

}  // namespace
}  // namespace holdfast::server
