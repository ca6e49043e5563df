#include "engine/partiql/lexer.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cstdint>

#include "engine/errors/partiql_errors.h"
#include "engine/partiql/reserved_words.h"

namespace holdfast::partiql {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsWordStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; }
bool IsBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
char ToLower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Longer symbols come first, so that `<<`, which begins a bag, is not read as two symbols.
constexpr std::string_view kSymbols[] = {"<<", ">>", "<=", ">=", "<>", "!=", "||", "(", ")", "[", "]", "{", "}",
                                         ",",  ".",  ":",  ";",  "?",  "*",  "+",  "-", "=", "<", ">", "/", "%"};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Result<std::vector<Token>> Run() && {
    while (SkipBlanksAndComments()) {
      if (at_ == text_.size()) {
        Add(TokenKind::kEnd, at_);
        return std::move(tokens_);
      }
      if (!ReadToken()) break;
    }
    return errors::StatementNotWellFormed("");
  }

 private:
  char Peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void Add(TokenKind kind, size_t begin) {
    tokens_.push_back({kind, static_cast<uint16_t>(begin), static_cast<uint16_t>(at_ - begin)});
  }

  // Returns false if a comment has no end.
  bool SkipBlanksAndComments() {
    while (at_ < text_.size()) {
      if (IsBlank(Peek())) {
        ++at_;
      } else if (Peek() == '-' && Peek(1) == '-') {
        at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
      } else if (Peek() == '/' && Peek(1) == '*') {
        const size_t end = text_.find("*/", at_ + 2);
        if (end == std::string_view::npos) return false;
        at_ = end + 2;
      } else {
        return true;
      }
    }
    return true;
  }

  bool ReadToken() {
    const size_t begin = at_;
    const char first = Peek();
    if (first == '\'' || first == '"') return ReadQuoted(first);
    if (IsWordStart(first)) {
      while (IsWordStart(Peek()) || IsDigit(Peek())) ++at_;
      const bool reserved = IsReservedWord(text_.substr(begin, at_ - begin));
      Add(reserved ? TokenKind::kKeyword : TokenKind::kIdentifier, begin);
      return true;
    }
    if (IsDigit(first) || (first == '.' && IsDigit(Peek(1)))) return ReadNumber();
    for (const std::string_view symbol : kSymbols) {
      if (!text_.substr(at_).starts_with(symbol)) continue;
      at_ += symbol.size();
      Add(TokenKind::kSymbol, begin);
      return true;
    }
    return false;
  }

  bool ReadQuoted(char quote) {
    const size_t begin = at_++;
    for (;; at_ += 2) {
      at_ = text_.find(quote, at_);
      if (at_ == std::string_view::npos) return false;
      if (Peek(1) != quote) break;
    }
    ++at_;
    Add(quote == '"' ? TokenKind::kQuotedIdentifier : TokenKind::kString, begin);
    return true;
  }

  bool ReadNumber() {
    const size_t begin = at_;
    while (IsDigit(Peek())) ++at_;
    int64_t fraction_digits = 0;
    if (Peek() == '.') {
      for (++at_; IsDigit(Peek()); ++at_) ++fraction_digits;
    }
    const bool has_sign = Peek(1) == '+' || Peek(1) == '-';
    if (ToLower(Peek()) == 'e' && IsDigit(Peek(has_sign ? 2 : 1))) {
      at_ += has_sign ? 2 : 1;
      const bool negative = text_[at_ - 1] == '-';
      const size_t digits = at_;
      while (IsDigit(Peek())) ++at_;
      int64_t exponent = 0;
      const auto parsed = std::from_chars(text_.data() + digits, text_.data() + at_, exponent);
      if (parsed.ec != std::errc() || exponent > INT32_MAX) return false;
      // The service limits the scale, which is the digits of the fraction minus the exponent, to 32 bits, too.
      if (fraction_digits - (negative ? -exponent : exponent) > INT32_MAX) return false;
    }
    Add(TokenKind::kNumber, begin);
    return true;
  }

  const std::string_view text_;
  size_t at_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

Result<std::vector<Token>> Tokenize(std::string_view text) {
  assert(text.size() <= UINT16_MAX);
  return Lexer(text).Run();
}

std::string Unquote(std::string_view text, Token token) {
  const std::string_view quoted = TextOf(text, token);
  std::string content;
  content.reserve(quoted.size());
  for (size_t i = 1; i + 1 < quoted.size(); ++i) {
    content.push_back(quoted[i]);
    if (quoted[i] == quoted.front()) ++i;
  }
  return content;
}

std::string PositionOf(std::string_view text, Token token) {
  const std::string_view before = text.substr(0, token.begin);
  const size_t line_begin = before.rfind('\n') + 1;  // 0 if there is none
  const auto is_character = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
  const auto characters = [&](std::string_view part) { return std::count_if(part.begin(), part.end(), is_character); };
  return std::to_string(std::count(before.begin(), before.end(), '\n') + 1) + ":" +
         std::to_string(characters(before.substr(line_begin)) + 1) + ":" +
         std::to_string(characters(TextOf(text, token)));
}

bool IsWord(std::string_view text, Token token, std::string_view word) {
  if (token.kind != TokenKind::kIdentifier && token.kind != TokenKind::kKeyword) return false;
  const std::string_view written = TextOf(text, token);
  return written.size() == word.size() &&
         std::equal(written.begin(), written.end(), word.begin(), [](char a, char b) { return ToLower(a) == b; });
}

}  // namespace holdfast::partiql
