#include "tests/fuzz/json_mutator.h"

#include <string_view>
#include <vector>

#include "tests/fuzz/fuzzer_interface.h"

namespace holdfast {
namespace {

struct Span {
  size_t begin;
  size_t size;
};

struct JsonSpans {
  // Include the quotation marks.
  std::vector<Span> strings;
  // Include the brackets.
  std::vector<Span> containers;
};

// The position after the string that begins at `begin`.
size_t StringEnd(std::string_view json, size_t begin) {
  size_t at = begin + 1;
  while (at < json.size() && json[at] != '"') at += json[at] == '\\' ? 2u : 1u;
  return at < json.size() ? at + 1 : json.size();
}

// Finds strings and containers also in text that is not valid JSON.
JsonSpans FindSpans(std::string_view json) {
  JsonSpans spans;
  std::vector<size_t> open;
  for (size_t at = 0; at < json.size(); ++at) {
    const char c = json[at];
    if (c == '"') {
      const size_t end = StringEnd(json, at);
      if (end - at >= 2) spans.strings.push_back({at, end - at});
      at = end - 1;
    } else if (c == '{' || c == '[') {
      open.push_back(at);
    } else if ((c == '}' || c == ']') && !open.empty()) {
      spans.containers.push_back({open.back(), at + 1 - open.back()});
      open.pop_back();
    }
  }
  return spans;
}

const Span& Any(const std::vector<Span>& spans, Random* random) { return spans[random->Below(spans.size())]; }

void CopyOver(const std::vector<Span>& spans, Random* random, std::string* json) {
  const Span from = Any(spans, random);
  const Span to = Any(spans, random);
  json->replace(to.begin, to.size, std::string(*json, from.begin, from.size));
}

void MutateInside(Span string, size_t bytes_max, std::string* json) {
  std::string text(*json, string.begin + 1, string.size - 2);
  MutateBytes(text.size() + bytes_max - json->size(), &text);
  json->replace(string.begin + 1, string.size - 2, text);
}

}  // namespace

void MutateBytes(size_t bytes_max, std::string* text) {
  if (bytes_max == 0) return;
  const size_t size = text->size();
  text->resize(bytes_max);
  text->resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t*>(text->data()), size, bytes_max));
}

void MutateJson(Random* random, size_t bytes_max, std::string* json) {
  const JsonSpans spans = FindSpans(*json);
  const std::string before = *json;
  switch (random->Below(4)) {
    case 0:
      if (!spans.strings.empty()) MutateInside(Any(spans.strings, random), bytes_max, json);
      break;
    case 1:
      if (!spans.strings.empty()) CopyOver(spans.strings, random, json);
      break;
    case 2:
      if (!spans.containers.empty()) CopyOver(spans.containers, random, json);
      break;
    default:
      break;
  }
  if (json->size() > bytes_max) *json = before;
  if (*json == before) MutateBytes(bytes_max, json);
}

}  // namespace holdfast
