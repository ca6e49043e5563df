// Mutates the inputs of a fuzz target as libFuzzer does, but reproducibly from a seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/random.h"

namespace holdfast {

// Returns the tokens of a dictionary in libFuzzer's format: one `"token"` or `name="token"` a line, with \xNN, \" and
// \\ as escapes; empty lines and lines that begin with # are ignored, and so is what precedes the first quotation mark.
// Ends the process on any other line.
std::vector<std::string> ReadDictionary(std::string_view text);

class InputMutator {
 public:
  // `corpus` must not be empty; `corpus` and `tokens` must outlive this object.
  InputMutator(uint64_t seed, const std::vector<std::string>* corpus, const std::vector<std::string>* tokens)
      : random_(seed), corpus_(*corpus), tokens_(*tokens) {}

  // Applies one random mutation to `*input`, and truncates it to `bytes_max`.
  void Mutate(size_t bytes_max, std::string* input);

  Random& random() { return random_; }

 private:
  // Returns a random position in `input`, or its end.
  size_t RandomPosition(const std::string& input) { return random_.Below(input.size() + 1); }
  const std::string& RandomText(const std::vector<std::string>& texts) { return texts[random_.Below(texts.size())]; }
  void ChangeByte(std::string* input);
  // Inserts a random token, or overwrites as many bytes as the token has.
  void InsertToken(std::string* input);
  // Each draws its random numbers in statements of their own: the order of a call's arguments depends on the compiler.
  void ErasePart(std::string* input);
  void RepeatPart(std::string* input);
  void Splice(std::string* input);

  Random random_;
  const std::vector<std::string>& corpus_;
  const std::vector<std::string>& tokens_;
};

}  // namespace holdfast
