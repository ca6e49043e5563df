#include "engine/streams/stream_arn.h"

#include "engine/schema/definition_constraints.h"

namespace holdfast {
namespace {

// Removes the text before the next `separator`, and the separator, from `rest`. Returns the text; all of `rest` if it
// contains no separator.
std::string_view Take(std::string_view& rest, char separator) {
  const std::string_view taken = rest.substr(0, rest.find(separator));
  rest.remove_prefix(taken.size() < rest.size() ? taken.size() + 1 : taken.size());
  return taken;
}

}  // namespace

bool IsStreamArn(std::string_view text) {
  if (Take(text, ':') != "arn") return false;
  if (!Take(text, ':').starts_with("aws")) return false;
  if (Take(text, ':') != "dynamodb") return false;
  if (Take(text, ':').empty() || Take(text, ':').empty()) return false;
  if (Take(text, '/') != "table") return false;
  if (!IsResourceName(Take(text, '/'))) return false;
  return Take(text, '/') == "stream" && !text.empty() && text.find('/') == std::string_view::npos;
}

}  // namespace holdfast
