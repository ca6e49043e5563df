// Changes JSON so that it mostly stays JSON: inputs with random byte changes rarely pass the JSON parser.
#pragma once

#include <cstddef>
#include <string>

#include "engine/base/random.h"

namespace holdfast {

// Changes any bytes of `*text` with LLVMFuzzerMutate. The text must not be longer than `bytes_max`, and does not become
// longer.
void MutateBytes(size_t bytes_max, std::string* text);

// Does one of these to `*json`: changes bytes between the quotation marks of one string; replaces one string by a
// copy of another string of `*json`, or an object or array by another of them; changes any bytes, as it also does where
// nothing else can be changed. The text must not be longer than `bytes_max`, and does not become longer.
void MutateJson(Random* random, size_t bytes_max, std::string* json);

}  // namespace holdfast
