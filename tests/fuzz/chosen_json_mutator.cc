// The mutator of targets whose input is one byte, which chooses what the JSON is decoded as, and then the JSON.
#include <cstdint>
#include <cstring>
#include <string>

#include "engine/base/random.h"
#include "tests/fuzz/fuzzer_interface.h"
#include "tests/fuzz/json_mutator.h"

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t size_max, unsigned int seed) {
  holdfast::Random random(seed);
  if (size == 0 || random.Below(4) == 0) return LLVMFuzzerMutate(data, size, size_max);
  std::string body(reinterpret_cast<const char*>(data + 1), size - 1);
  holdfast::MutateJson(&random, size_max - 1, &body);
  std::memcpy(data + 1, body.data(), body.size());
  return body.size() + 1;
}
