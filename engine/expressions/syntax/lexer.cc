#include "engine/expressions/syntax/lexer.h"

#include <cstddef>

namespace holdfast {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsWordCharacter(char c) { return IsLetter(c) || IsDigit(c) || c == '_'; }

bool IsKeyword(std::string_view word, std::string_view upper) {
  if (word.size() != upper.size()) return false;
  for (size_t i = 0; i < word.size(); ++i) {
    if ((word[i] & ~0x20) != upper[i]) return false;
  }
  return true;
}

TokenKind KindOfWord(std::string_view word, ExpressionKind kind) {
  if (word.size() > 7 || kind == ExpressionKind::kProjection) return TokenKind::kIdentifier;
  if (kind == ExpressionKind::kUpdate) {
    if (IsKeyword(word, "SET")) return TokenKind::kSet;
    if (IsKeyword(word, "REMOVE")) return TokenKind::kRemove;
    if (IsKeyword(word, "ADD")) return TokenKind::kAdd;
    if (IsKeyword(word, "DELETE")) return TokenKind::kDelete;
    return TokenKind::kIdentifier;
  }
  if (IsKeyword(word, "AND")) return TokenKind::kAnd;
  if (IsKeyword(word, "OR")) return TokenKind::kOr;
  if (IsKeyword(word, "NOT")) return TokenKind::kNot;
  if (IsKeyword(word, "BETWEEN")) return TokenKind::kBetween;
  if (IsKeyword(word, "IN")) return TokenKind::kIn;
  return TokenKind::kIdentifier;
}

TokenKind KindOfPunctuation(char c) {
  switch (c) {
    case '=':
      return TokenKind::kEqual;
    case '<':
      return TokenKind::kLess;
    case '>':
      return TokenKind::kGreater;
    case '(':
      return TokenKind::kLeftParenthesis;
    case ')':
      return TokenKind::kRightParenthesis;
    case '[':
      return TokenKind::kLeftBracket;
    case ']':
      return TokenKind::kRightBracket;
    case '.':
      return TokenKind::kDot;
    case ',':
      return TokenKind::kComma;
    case '+':
      return TokenKind::kPlus;
    case '-':
      return TokenKind::kMinus;
    default:
      return TokenKind::kUnknown;
  }
}

// The length of the UTF-8 character at `at`; 1 for an invalid byte.
size_t CharacterSize(std::string_view text, size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const size_t encoded_size = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  size_t size = 1;
  while (size < encoded_size && at + size < text.size() && (text[at + size] & 0xC0) == 0x80) ++size;
  return size;
}

}  // namespace

Tokens Tokenize(std::string_view text, ExpressionKind kind) {
  Tokens tokens;
  size_t at = 0;
  const auto word_end = [&](size_t from) {
    while (from < text.size() && IsWordCharacter(text[from])) ++from;
    return from;
  };
  const auto add = [&](TokenKind token, size_t end) {
    tokens.push_back({token, static_cast<uint16_t>(at), static_cast<uint16_t>(end - at)});
    at = end;
  };
  while (at < text.size()) {
    const char c = text[at];
    if (IsBlank(c)) {
      ++at;
    } else if (IsLetter(c)) {
      const size_t end = word_end(at + 1);
      add(KindOfWord(text.substr(at, end - at), kind), end);
    } else if (IsDigit(c)) {
      size_t end = at + 1;
      while (end < text.size() && IsDigit(text[end])) ++end;
      add(TokenKind::kNumber, end);
    } else if ((c == '#' || c == ':') && word_end(at + 1) > at + 1) {
      add(c == '#' ? TokenKind::kNameReference : TokenKind::kValueReference, word_end(at + 1));
    } else if (text.substr(at, 2) == "<>") {
      add(TokenKind::kNotEqual, at + 2);
    } else if (text.substr(at, 2) == "<=") {
      add(TokenKind::kLessOrEqual, at + 2);
    } else if (text.substr(at, 2) == ">=") {
      add(TokenKind::kGreaterOrEqual, at + 2);
    } else {
      add(KindOfPunctuation(c), at + CharacterSize(text, at));
    }
  }
  tokens.push_back({TokenKind::kEnd, static_cast<uint16_t>(text.size()), 0});
  return tokens;
}

}  // namespace holdfast
