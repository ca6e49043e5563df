// The functions through which libFuzzer and a fuzz target know each other; see
// https://llvm.org/docs/LibFuzzer.html. deterministic_run.cc takes libFuzzer's part in the tests.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {

// A target's own: does with one input what is to be tried. Every fault ends the process.
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// A target's own, if it has one: changes `data` in place and returns its new size, at most `size_max`.
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t size_max, unsigned int seed);

// The fuzzer's: changes any bytes at all.
size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t size_max);

}  // extern "C"
