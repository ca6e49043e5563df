// A PartiQL statement as tokens.
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
  kKeyword,           // a reserved word, in any case
  kQuotedIdentifier,  // "name"
  kString,            // 'text'
  kNumber,            // without a sign
  kSymbol,            // an operator or punctuation
};

// The statement has at most 8,192 characters, so that 16 bits are enough (limits::kStatementLengthMax).
struct Token {
  TokenKind kind;
  uint16_t begin;
  uint16_t size;
};

// The tokens of `text`, the last one a kEnd; comments are left out. Error: text that is no token, such as a quoted text
// or a comment without an end, or a number whose exponent exceeds 32 bits.
Result<std::vector<Token>> Tokenize(std::string_view text);

inline std::string_view TextOf(std::string_view text, Token token) { return text.substr(token.begin, token.size); }
// The content of a kString or a kQuotedIdentifier: without the quotes, and with doubled quotes as one.
std::string Unquote(std::string_view text, Token token);
// `line:column:length`; lines and columns count from 1.
std::string PositionOf(std::string_view text, Token token);
// Whether the token is `word`, unquoted and ignoring the case of letters. `word` must be in lower case.
bool IsWord(std::string_view text, Token token, std::string_view word);

}  // namespace holdfast::partiql
