// The clients of a witness and its events in order, as the text and the HTML drawing need them.
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
  // The index in Witness::steps.
  size_t step = 0;
};

// The invocations and the responses in the order of time; at equal times invocations first. A step without a response
// has no second event.
std::vector<WitnessEvent> EventsOf(const Witness& witness);

// The numbers of the clients, ascending and without duplicates.
std::vector<int> ClientsOf(const Witness& witness);

// "client 3"; "observer" for kObserver.
std::string NameOfClient(int client);

// "12.345 ms". The longest time of a picture, `longest`, selects the unit, so that all its times have the same unit.
std::string FormatTime(int64_t nanoseconds, int64_t longest);

}  // namespace holdfast::conformance
