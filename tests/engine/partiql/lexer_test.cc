#include "engine/partiql/lexer.h"

#include <gtest/gtest.h>

#include "tests/support/outcomes.h"

namespace holdfast::partiql {
namespace {

// The tokens as text, each with a letter for its kind; or the error.
std::string Tokens(std::string_view text) {
  const Result<std::vector<Token>> tokens = Tokenize(text);
  if (!tokens.ok()) return testing::Outcome(tokens);
  std::string formatted;
  for (const Token& token : *tokens) {
    if (token.kind == TokenKind::kEnd) continue;
    // In the order of TokenKind: end, identifier, keyword, quoted identifier, string, number, operator or punctuation.
    constexpr char kLetters[] = {'$', 'i', 'k', 'q', 's', 'n', 'o'};
    if (!formatted.empty()) formatted += ' ';
    formatted += kLetters[static_cast<size_t>(token.kind)];
    formatted += ':';
    formatted += TextOf(text, token);
  }
  EXPECT_EQ(tokens->back().kind, TokenKind::kEnd);
  return formatted;
}

constexpr char kMalformed[] = "Statement wasn't well formed, can't be processed: ";

TEST(PartiqlLexer, DistinguishesReservedWords) {
  EXPECT_EQ(Tokens("Select pk fRoM _a$1 item"), "k:Select i:pk k:fRoM i:_a$1 i:item");
  EXPECT_EQ(Tokens("\"select\" \"a \"\"b\"\"\""), "q:\"select\" q:\"a \"\"b\"\"\"");
}

// PartiQL's parser reserves these words since it has the clauses RETURNING and ON CONFLICT (reserved_words.h).
TEST(PartiqlLexer, ReservesTheWordsOfReturningAndOnConflict) {
  EXPECT_EQ(Tokens("old New RETURNING modified conflict do nothing"),
            "k:old k:New k:RETURNING k:modified k:conflict k:do k:nothing");
  EXPECT_EQ(Tokens("older \"old\" year"), "i:older q:\"old\" i:year");
}

TEST(PartiqlLexer, KeepsQuotesOfStrings) {
  EXPECT_EQ(Tokens("'it''s' '' 'select'"), "s:'it''s' s:'' s:'select'");
  const std::string_view text = "'it''s'";
  EXPECT_EQ(Unquote(text, {TokenKind::kString, 0, 7}), "it's");
}

TEST(PartiqlLexer, PrefersTheLongerOperator) {
  EXPECT_EQ(Tokens("a<=b<>c!=d>=e<f>g"), "i:a o:<= i:b o:<> i:c o:!= i:d o:>= i:e o:< i:f o:> i:g");
  EXPECT_EQ(Tokens("<<1>>"), "o:<< n:1 o:>>");
  EXPECT_EQ(Tokens("a||b*?;"), "i:a o:|| i:b o:* o:? o:;");
}

TEST(PartiqlLexer, ReadsNumbersWithoutTheirSigns) {
  EXPECT_EQ(Tokens("-1 .5 2. 1e5 1E-3 1.5e+2"), "o:- n:1 n:.5 n:2. n:1e5 n:1E-3 n:1.5e+2");
  // An exponent needs digits.
  EXPECT_EQ(Tokens("1e 1e+ 1ex"), "n:1 i:e n:1 i:e o:+ n:1 i:ex");
  EXPECT_EQ(Tokens("1e2147483647 1e-2147483647"), "n:1e2147483647 n:1e-2147483647");
  for (const char* text : {"1e2147483648", "1.5e-2147483647", "1e-2147483648", "1e99999999999999999999"}) {
    EXPECT_EQ(Tokens(text), kMalformed) << text;
  }
}

TEST(PartiqlLexer, LeavesOutComments) {
  EXPECT_EQ(Tokens("a -- b\nc--d\re /* f -- \n */g/**/"), "i:a i:c i:e i:g");
  EXPECT_EQ(Tokens("n - - 1"), "i:n o:- o:- n:1");
  EXPECT_EQ(Tokens("n--1"), "i:n");
}

TEST(PartiqlLexer, RefusesTextThatIsNoToken) {
  for (const char* text : {"#", "a ! b", "'a", "\"a", "'a''", "/* a", "/*/", "@", "a & b", "\xc3\xa9"}) {
    EXPECT_EQ(Tokens(text), kMalformed) << text;
  }
}

TEST(PartiqlLexer, CountsPositionsInCharacters) {
  const std::string_view text = "'\xc3\xa9' a\n  bcd";
  const Result<std::vector<Token>> tokens = Tokenize(text);
  ASSERT_TRUE(tokens.ok());
  ASSERT_EQ(tokens->size(), 4u);
  EXPECT_EQ(PositionOf(text, (*tokens)[0]), "1:1:3");
  EXPECT_EQ(PositionOf(text, (*tokens)[1]), "1:5:1");
  EXPECT_EQ(PositionOf(text, (*tokens)[2]), "2:3:3");
}

TEST(PartiqlLexer, IsWordIgnoresCaseAndRefusesQuotedText) {
  const std::string_view text = "SeT \"set\" sets";
  const Result<std::vector<Token>> tokens = Tokenize(text);
  ASSERT_TRUE(tokens.ok());
  EXPECT_TRUE(IsWord(text, (*tokens)[0], "set"));
  EXPECT_FALSE(IsWord(text, (*tokens)[1], "set"));
  EXPECT_FALSE(IsWord(text, (*tokens)[2], "set"));
}

}  // namespace
}  // namespace holdfast::partiql
