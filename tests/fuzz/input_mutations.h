// Mutations of inputs as a fuzzer makes them, but always the same ones for a seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/random.h"

namespace holdfast {

// The tokens of a dictionary in libFuzzer's form: one `"token"` or `name="token"` a line, with \xNN, \" and
// \\ as escapes; lines that begin with # are comments. Ends the process if a line is none of these.
std::vector<std::string> ReadDictionary(std::string_view text);

class InputMutations {
 public:
  // `corpus` holds at least one input; both must outlive this.
  InputMutations(uint64_t seed, const std::vector<std::string>* corpus, const std::vector<std::string>* tokens)
      : random_(seed), corpus_(*corpus), tokens_(*tokens) {}

  // Changes `*input` in one way.
  void Mutate(size_t bytes_max, std::string* input);

  Random& random() { return random_; }

 private:
  // A position in `input`, or its end.
  size_t Position(const std::string& input) { return random_.Below(input.size() + 1); }
  const std::string& Any(const std::vector<std::string>& texts) { return texts[random_.Below(texts.size())]; }
  void ChangeByte(std::string* input);
  void InsertToken(std::string* input);
  void RepeatPart(std::string* input);
  void Splice(std::string* input);

  Random random_;
  const std::vector<std::string>& corpus_;
  const std::vector<std::string>& tokens_;
};

}  // namespace holdfast
