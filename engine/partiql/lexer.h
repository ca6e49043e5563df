// Splits the text of a PartiQL statement into tokens.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.html, https://partiql.org/spec.html
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace holdfast::partiql {

enum class TokenKind : uint8_t {
  kEnd,
  kIdentifier,        // a word that is not reserved
  kKeyword,           // a reserved word, whatever the case of its letters
  kQuotedIdentifier,  // "name"
  kString,            // 'text'
  kNumber,            // without a sign
  kSymbol,            // an operator or punctuation
};

// A part of the statement's text. 16 bits are enough for its position and size in bytes, because a statement has at
// most 8,192 characters (limits::kStatementLengthMax) of at most 4 bytes each: the request's validation checks that.
struct Token {
  TokenKind kind;
  uint16_t begin;
  uint16_t size;
};

// Returns the tokens of `text`, followed by a kEnd; comments are left out. `text` must have at most 65,535 bytes.
// Errors: a character that begins no token, a string, quoted identifier or comment without an end, a number whose
// exponent or scale exceeds INT32_MAX.
Result<std::vector<Token>> Tokenize(std::string_view text);

inline std::string_view TextOf(std::string_view text, Token token) { return text.substr(token.begin, token.size); }
// The content of a kString or a kQuotedIdentifier: without the quotes, and with doubled quotes as one.
std::string Unquote(std::string_view text, Token token);
// `line:column:length`, for messages. Lines and columns count from 1; columns and the length are in characters.
std::string PositionOf(std::string_view text, Token token);
// Whether the token is an unquoted word that equals `word`, apart from upper and lower case. `word` must be in lower
// case.
bool IsWord(std::string_view text, Token token, std::string_view word);

}  // namespace holdfast::partiql
