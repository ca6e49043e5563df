// A witness as both pictures need it: its clients, and its events one below (or beside) the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "conformance/history/witness.h"

namespace holdfast::conformance {

struct WitnessEvent {
  int64_t time = 0;
  bool is_response = false;
  // The place in the witness.
  size_t step = 0;
};

// The invocations and the answers in the order of time; at one time invocations first. A step without an answer has no
// second event.
std::vector<WitnessEvent> EventsOf(const Witness& witness);

// Ascending, each once.
std::vector<int> ClientsOf(const Witness& witness);

// "client 3"; whoever set up and checked has a negative number and is "observer".
std::string NameOfClient(int client);

// "12.345 ms", in the unit that suits `longest`, another time of the same picture.
std::string FormatTime(int64_t nanoseconds, int64_t longest);

}  // namespace holdfast::conformance
