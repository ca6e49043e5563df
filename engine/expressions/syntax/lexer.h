// Splits an expression's text into tokens.
//
// The lexer never fails: a character that begins no token becomes a kUnknown token, which the parser reports as
// DynamoDB does. Blanks are space, tab, CR and LF.
#pragma once

#include <cstdint>
#include <string_view>

#include "absl/container/inlined_vector.h"
#include "engine/expressions/placeholders.h"

namespace holdfast {

enum class TokenKind : uint8_t {
  kEnd,
  kUnknown,
  kIdentifier,  // [A-Za-z][A-Za-z0-9_]*
  kNameReference,
  kValueReference,
  kNumber,
  kEqual,
  kNotEqual,
  kLess,
  kLessOrEqual,
  kGreater,
  kGreaterOrEqual,
  kLeftParenthesis,
  kRightParenthesis,
  kLeftBracket,
  kRightBracket,
  kDot,
  kComma,
  kPlus,
  kMinus,
  // Keywords of conditions, regardless of case.
  kAnd,
  kOr,
  kNot,
  kBetween,
  kIn,
  // Keywords of updates, regardless of case.
  kSet,
  kRemove,
  kAdd,
  kDelete,
};

struct Token {
  TokenKind kind;
  uint16_t begin;
  uint16_t size;

  std::string_view TextIn(std::string_view text) const { return text.substr(begin, size); }
};

using Tokens = absl::InlinedVector<Token, 48>;

// Returns the tokens of `text`, followed by a kEnd. `text` has at most kExpressionBytesMax bytes. `kind` decides which
// words are keywords.
Tokens Tokenize(std::string_view text, ExpressionKind kind);

}  // namespace holdfast
