// The mutator of the target `http`. Mostly changes the body of one of the HTTP requests in an input and corrects its
// Content-Length: inputs with random byte changes rarely pass the HTTP parser.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/random.h"
#include "tests/fuzz/fuzzer_interface.h"
#include "tests/fuzz/json_mutator.h"

namespace holdfast {
namespace {

constexpr std::string_view kLengthHeader = "Content-Length: ";
// The digits of the largest Content-Length that MutateBody writes: inputs have at most 17,000 bytes (run,
// deterministic_run.cc).
constexpr size_t kNewLengthDigitsMax = 5;

// The position of a body, and that of the digits of its Content-Length.
struct DeclaredBody {
  size_t digits_begin;
  size_t digit_count;
  size_t begin;
  size_t size;
};

std::optional<DeclaredBody> NextBody(std::string_view bytes, size_t from) {
  const size_t header = bytes.find(kLengthHeader, from);
  if (header == std::string_view::npos) return std::nullopt;
  DeclaredBody body{.digits_begin = header + kLengthHeader.size(), .digit_count = 0, .begin = 0, .size = 0};
  for (size_t at = body.digits_begin; at < bytes.size() && bytes[at] >= '0' && bytes[at] <= '9'; ++at) {
    body.size = std::min(body.size * 10 + static_cast<size_t>(bytes[at] - '0'), bytes.size());
    ++body.digit_count;
  }
  const size_t head_end = bytes.find("\r\n\r\n", body.digits_begin);
  if (head_end == std::string_view::npos) return std::nullopt;
  body.begin = head_end + 4;
  body.size = std::min(body.size, bytes.size() - body.begin);
  return body;
}

std::vector<DeclaredBody> FindBodies(std::string_view bytes) {
  std::vector<DeclaredBody> bodies;
  for (size_t from = 0;;) {
    const auto body = NextBody(bytes, from);
    if (!body.has_value()) return bodies;
    bodies.push_back(*body);
    from = body->begin + body->size;
  }
}

void MutateBody(const DeclaredBody& declared, Random* random, size_t bytes_max, std::string* bytes) {
  std::string body(*bytes, declared.begin, declared.size);
  MutateJson(random, body.size() + bytes_max - bytes->size(), &body);
  bytes->replace(declared.begin, declared.size, body);
  bytes->replace(declared.digits_begin, declared.digit_count, std::to_string(body.size()));
}

}  // namespace
}  // namespace holdfast

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t size_max, unsigned int seed) {
  using namespace holdfast;
  Random random(seed);
  std::string bytes(reinterpret_cast<const char*>(data), size);
  const std::vector<DeclaredBody> bodies = FindBodies(bytes);
  // The new Content-Length may have more digits than the one that it replaces.
  const bool has_room = size + kNewLengthDigitsMax < size_max;
  if (bodies.empty() || !has_room || random.Below(4) == 0) return LLVMFuzzerMutate(data, size, size_max);
  MutateBody(bodies[random.Below(bodies.size())], &random, size_max - kNewLengthDigitsMax, &bytes);
  std::memcpy(data, bytes.data(), bytes.size());
  return bytes.size();
}
