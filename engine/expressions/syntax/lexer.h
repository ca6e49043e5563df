// An expression's text as tokens.
//
// Never fails: what is no token becomes a kUnknown of one character, which no grammar accepts, so that the parser
// reports it where DynamoDB does. Blanks are space, tab, CR and LF.
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
  // Keywords of conditions, in any case.
  kAnd,
  kOr,
  kNot,
  kBetween,
  kIn,
  // Keywords of updates, in any case.
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

// The tokens of `text` and a kEnd. `text` is at most kExpressionBytesMax long; `kind` decides what is a keyword.
Tokens Tokenize(std::string_view text, ExpressionKind kind);

}  // namespace holdfast
