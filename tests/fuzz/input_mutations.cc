#include "tests/fuzz/input_mutations.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>

namespace holdfast {
namespace {

// The most bytes that one mutation erases or repeats.
constexpr size_t kPartBytesMax = 32;

// Decodes the escapes \\, \" and \xHH in the text between the quotation marks of a token. Returns nothing if the text
// has any other escape.
std::optional<std::string> Unescape(std::string_view text) {
  std::string token;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\') {
      token += text[at];
    } else if (text.substr(at + 1, 1) == "\\" || text.substr(at + 1, 1) == "\"") {
      token += text[++at];
    } else if (text.substr(at + 1, 1) == "x" && at + 3 < text.size()) {
      uint8_t byte = 0;
      const char* const digits = text.data() + at + 2;
      if (std::from_chars(digits, digits + 2, byte, 16).ptr != digits + 2) return std::nullopt;
      token += static_cast<char>(byte);
      at += 3;
    } else {
      return std::nullopt;
    }
  }
  return token;
}

// Returns nothing if `line` is malformed or its token is empty.
std::optional<std::string> ReadToken(std::string_view line) {
  const size_t begin = line.find('"');
  if (begin == std::string_view::npos || line.size() < begin + 3 || line.back() != '"') return std::nullopt;
  return Unescape(line.substr(begin + 1, line.size() - begin - 2));
}

}  // namespace

std::vector<std::string> ReadDictionary(std::string_view text) {
  std::vector<std::string> tokens;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.empty() || line.front() == '#') continue;
    const std::optional<std::string> token = ReadToken(line);
    if (!token.has_value()) {
      std::fprintf(stderr, "Not a line of a dictionary: %.*s\n", static_cast<int>(line.size()), line.data());
      std::exit(2);
    }
    tokens.push_back(*token);
  }
  return tokens;
}

void InputMutator::Mutate(size_t bytes_max, std::string* input) {
  switch (random_.Below(7)) {
    case 0:
      ChangeByte(input);
      break;
    case 1:
    case 2:
      InsertToken(input);
      break;
    case 3:
      ErasePart(input);
      break;
    case 4:
      RepeatPart(input);
      break;
    case 5:
      input->resize(RandomPosition(*input));
      break;
    default:
      Splice(input);
  }
  if (input->size() > bytes_max) input->resize(bytes_max);
}

void InputMutator::ChangeByte(std::string* input) {
  if (input->empty()) return;
  char& byte = (*input)[random_.Below(input->size())];
  const uint64_t bits = random_.Next();
  byte = static_cast<char>(bits & 1 ? bits >> 8 : static_cast<uint8_t>(byte) ^ (1u << (bits >> 8 & 7)));
}

void InputMutator::InsertToken(std::string* input) {
  if (tokens_.empty()) return;
  const std::string& token = RandomText(tokens_);
  const size_t begin = RandomPosition(*input);
  input->replace(begin, random_.Below(2) * token.size(), token);
}

void InputMutator::ErasePart(std::string* input) {
  const size_t begin = RandomPosition(*input);
  input->erase(begin, 1 + random_.Below(kPartBytesMax));
}

void InputMutator::RepeatPart(std::string* input) {
  const size_t begin = RandomPosition(*input);
  const std::string part = input->substr(begin, 1 + random_.Below(kPartBytesMax));
  input->insert(RandomPosition(*input), part);
}

void InputMutator::Splice(std::string* input) {
  const std::string& other = RandomText(corpus_);
  input->resize(RandomPosition(*input));
  *input += other.substr(RandomPosition(other));
}

}  // namespace holdfast
