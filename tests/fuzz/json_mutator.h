// Changes JSON so that it mostly stays JSON: inputs with random byte changes rarely pass the JSON parser.
#pragma once

#include <cstddef>
#include <string>

#include "engine/base/random.h"

namespace holdfast {

// Changes any bytes of `*text` with LLVMFuzzerMutate. Neither the old nor the new text is longer than `bytes_max`.
void MutateBytes(size_t bytes_max, std::string* text);

// Does one of these to `*json`: changes bytes between the quotation marks of one string; replaces one string by another
// of its strings; replaces one object or array by another of its objects or arrays; changes any bytes. Neither the old
// nor the new text is longer than `bytes_max`.
void MutateJson(Random* random, size_t bytes_max, std::string* json);

}  // namespace holdfast
