#include "engine/values/key_bytes.h"

namespace holdfast {

void AppendKeyPartPrefix(std::string_view prefix, std::string* composite) {
  for (const char c : prefix) {
    composite->push_back(c);
    if (c == '\0') composite->push_back('\xff');
  }
}

void AppendKeyPart(std::string_view key_bytes, std::string* composite) {
  AppendKeyPartPrefix(key_bytes, composite);
  composite->append("\0\1", 2);
}

std::string AfterPrefix(std::string_view prefix) {
  while (!prefix.empty() && prefix.back() == '\xff') prefix.remove_suffix(1);
  std::string after(prefix);
  if (!after.empty()) after.back() = static_cast<char>(static_cast<unsigned char>(after.back()) + 1);
  return after;
}

}  // namespace holdfast
