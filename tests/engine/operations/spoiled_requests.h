// Tests of an operation's errors: valid requests that are made invalid.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <string>

namespace holdfast::testing {

template <typename Request>
struct Fault {
  // Makes a valid request invalid.
  std::function<void(Request&)> spoil;
  // The outcome of the spoiled request; for ExpectFirstFaults only its beginning.
  std::string outcome;
};

// Sends a copy of `valid` with each fault by itself. `send` returns the outcome of a request.
template <typename Request, size_t size, typename Send>
void ExpectFaults(const Fault<Request> (&faults)[size], const Request& valid, Send send) {
  for (const Fault<Request>& fault : faults) {
    SCOPED_TRACE(fault.outcome);
    Request request = valid;
    fault.spoil(request);
    EXPECT_EQ(send(request), fault.outcome);
  }
}

// Sends for each fault a copy of `valid` with this fault and those of the later rows, except of members that a row
// before them sets too. DynamoDB reports the fault that it checks first, so the outcome must be that of the first row.
template <typename Request, size_t size, typename Send>
void ExpectFirstFaults(const Fault<Request> (&faults)[size], const Request& valid, Send send) {
  for (size_t first = 0; first < size; ++first) {
    SCOPED_TRACE(faults[first].outcome);
    Request request = valid;
    for (size_t row = size; row-- > first;) faults[row].spoil(request);
    EXPECT_THAT(send(request), ::testing::StartsWith(faults[first].outcome));
  }
}

}  // namespace holdfast::testing
