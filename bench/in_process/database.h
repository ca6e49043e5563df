// Helpers of the benchmarks that run the engine in process.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "engine/operations.h"

namespace holdfast {

// Returns the value, or aborts: a failing call returns early and would be measured as a fast one.
template <typename Response>
Response ValueOrAbort(Result<Response> response) {
  if (!response.ok()) {
    std::fprintf(stderr, "a call failed: %s\n", response.error().message.c_str());
    std::abort();
  }
  return std::move(response).value();
}

Database& DatabaseOf(Engine& engine);

enum class Keys { kPartition, kPartitionAndSort };
// Creates a table with on-demand capacity, whose partition key `pk` and sort key `sk`, if any, are strings.
void CreateTable(Database& database, const std::string& name, Keys keys);

// The heap memory of this process that is allocated.
size_t HeapBytes();

// The numbers below `count`, in an order that is the same in every run.
std::vector<size_t> Shuffled(size_t count);

// Iterates over prepared objects cyclically.
template <typename Thing>
class Rotation {
 public:
  explicit Rotation(std::vector<Thing> things) : things_(std::move(things)) {}
  const Thing& Next() {
    if (at_ == things_.size()) at_ = 0;
    return things_[at_++];
  }

 private:
  const std::vector<Thing> things_;
  size_t at_ = 0;
};

}  // namespace holdfast
