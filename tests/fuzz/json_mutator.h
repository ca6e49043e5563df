// Changes JSON so that it mostly stays JSON: what only flips bytes rarely gets past the JSON parser.
#pragma once

#include <cstddef>
#include <string>

#include "engine/base/random.h"

namespace holdfast {

// Changes any bytes of `*text`, with the fuzzer's own mutations.
void MutateBytes(size_t bytes_max, std::string* text);

// Changes the inside of one string of `*json`, or puts a copy of one of its strings, objects or lists in the
// place of another, or changes any bytes. The result is not longer than `bytes_max`.
void MutateJson(Random* random, size_t bytes_max, std::string* json);

}  // namespace holdfast
