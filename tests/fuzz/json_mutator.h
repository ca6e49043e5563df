// Changes JSON so that it mostly stays JSON: inputs with random byte changes rarely pass the JSON parser.
#pragma once

#include <cstddef>
#include <string>

#include "engine/base/random.h"

namespace holdfast {

// Changes any bytes of `*text`, with the fuzzer's own mutations.
void MutateBytes(size_t bytes_max, std::string* text);

// Changes the inside of one string of `*json`, or replaces one of its strings by another, or one of its objects and
// lists by another, or changes any bytes. The result is not longer than `bytes_max`.
void MutateJson(Random* random, size_t bytes_max, std::string* json);

}  // namespace holdfast
