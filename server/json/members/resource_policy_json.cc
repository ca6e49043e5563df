#include "server/json/members/resource_policy_json.h"

#include "engine/base/limits.h"
#include "server/json/rapidjson.h"

namespace holdfast::server {

bool IsPolicyJson(std::string_view text) {
  if (text.size() > limits::kResourcePolicyBytesMax) return true;
  rapidjson::Document document;
  // Deep nesting would exhaust the stack of a recursive parser.
  document.Parse<rapidjson::kParseIterativeFlag>(text.data(), text.size());
  return !document.HasParseError() && document.IsObject();
}

}  // namespace holdfast::server
