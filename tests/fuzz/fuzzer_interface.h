// The interface between libFuzzer and a fuzz target; see https://llvm.org/docs/LibFuzzer.html. In the tests
// deterministic_run.cc replaces libFuzzer.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {

// Defined by each target: processes one input. Must end the process if it finds a fault. Returns 0.
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// Defined only by targets with mutations of their own: changes `data`, which has room for `size_max` bytes, in place
// and returns its new size.
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t size_max, unsigned int seed);

// Defined by libFuzzer and by deterministic_run.cc: changes any bytes of `data` in place and returns its new size, at
// most `size_max`.
size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t size_max);

}  // extern "C"
