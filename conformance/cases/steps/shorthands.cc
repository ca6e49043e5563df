#include "conformance/cases/steps/shorthands.h"

#include <cctype>

namespace holdfast::conformance {
namespace {

// Removes the lower-case letters at the front of `*text`, and returns them.
std::string_view TakeWord(std::string_view* text) {
  size_t length = 0;
  while (length < text->size() && std::islower(static_cast<unsigned char>((*text)[length])) != 0) ++length;
  const std::string_view word = text->substr(0, length);
  text->remove_prefix(length);
  return word;
}

std::string_view TakeArgument(std::string_view* text) {
  if (!text->starts_with('(')) return {};
  const size_t end = text->find(')');
  const std::string_view argument = text->substr(1, end - 1);
  text->remove_prefix(end + 1);
  return argument;
}

// The decimal digits of a table's name. The name contains the hexadecimal tag of the run (see NewRunTag), so another
// run very probably has other digits.
std::string DigitsOf(std::string_view table) {
  std::string digits;
  for (const char c : table) {
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) digits += c;
  }
  return digits;
}

std::string KeyMembers(const Shorthands& shorthands, std::string_view name) {
  const size_t slash = name.find('/');
  const std::string sort_key(slash == std::string_view::npos ? "0" : name.substr(slash + 1));
  return R"("pk":{"S":")" + shorthands.key(name.substr(0, slash)) + R"("},"sk":{"S":")" + sort_key + R"("})";
}

}  // namespace

std::string Shorthands::Expand(std::string_view text) const {
  std::string expanded;
  while (!text.empty()) {
    const size_t dollar = text.find('$');
    expanded += text.substr(0, dollar);
    if (dollar == std::string_view::npos) break;
    text.remove_prefix(dollar + 1);
    const std::string_view word = TakeWord(&text);
    if (word == "table") {
      expanded += table;
    } else if (word == "run") {
      expanded += DigitsOf(table);
    } else if (word == "pk") {
      expanded += key(TakeArgument(&text));
    } else if (word == "key") {
      expanded += KeyMembers(*this, TakeArgument(&text));
    } else if (word == "at") {
      expanded += R"("TableName":")" + table + R"(","Key":{)" + KeyMembers(*this, TakeArgument(&text)) + "}";
    } else {
      expanded.append("$").append(word);
    }
  }
  return expanded;
}

}  // namespace holdfast::conformance
