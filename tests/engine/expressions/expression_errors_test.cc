// The errors that DynamoDB finds in an expression without looking at an item: their exact texts, and which one it
// reports if there are several.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/expressions/condition_expression.h"
#include "engine/expressions/key_condition_expression.h"
#include "engine/expressions/projection_expression.h"
#include "engine/expressions/update_expression.h"
#include "tests/engine/expressions/expression_builders.h"

namespace holdfast::testing {
namespace {

std::string Parse(ExpressionKind kind, std::string_view text, Request& request) {
  switch (kind) {
    case ExpressionKind::kUpdate:
      return MessageOf(UpdateExpression::Parse(text, &request.placeholders));
    case ExpressionKind::kProjection:
      return MessageOf(ProjectionExpression::Parse(text, &request.placeholders));
    case ExpressionKind::kKeyCondition:
      return MessageOf(KeyConditionExpression::Parse(text, &request.placeholders));
    default:
      return MessageOf(ConditionExpression::Parse(kind, text, &request.placeholders));
  }
}

std::string Parse(ExpressionKind kind, std::string_view text) { return Parse(kind, text, *UsualRequest()); }

struct Case {
  std::string text;
  std::string message;  // the text after `Invalid <Kind>Expression: `, or `ok`
};

void Expect(ExpressionKind kind, const std::string& name, const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    const std::string expected = c.message == "ok" ? "(ok)" : "Invalid " + name + "Expression: " + c.message;
    EXPECT_EQ(Parse(kind, c.text), expected) << c.text;
  }
}
void ExpectCondition(const std::vector<Case>& cases) { Expect(ExpressionKind::kCondition, "Condition", cases); }
void ExpectUpdate(const std::vector<Case>& cases) { Expect(ExpressionKind::kUpdate, "Update", cases); }
void ExpectProjection(const std::vector<Case>& cases) { Expect(ExpressionKind::kProjection, "Projection", cases); }

std::string Syntax(std::string token, std::string near) {
  return "Syntax error; token: \"" + token + "\", near: \"" + near + "\"";
}

TEST(ExpressionSyntax, ErrorsOfAConditionHaveTheTokenAndItsNeighbours) {
  ExpectCondition({
      {"INVALID SYNTAX HERE", Syntax("SYNTAX", "INVALID SYNTAX HERE")},
      {"!!! INVALID !!!", Syntax("!", "!!")},
      {"attribute_not_exists(", Syntax("<EOF>", "(")},
      {"attribute_exists(a) AND begins_with(b, :theme", Syntax("<EOF>", ":theme")},
      {"a = = b", Syntax("=", "= = b")},
      {"a =  ", Syntax("<EOF>", "=  ")},
      {"   = a", Syntax("=", "   = a")},
      {"a = :q)", Syntax(")", ":q)")},
      {"a = :q  \xc3\xa9", Syntax("\xc3\xa9", ":q  \xc3\xa9")},
      {"a = \xf0\x9f\x98\x80 b", Syntax("\xf0\x9f\x98\x80", "= \xf0\x9f\x98\x80 b")},
      {"a", Syntax("<EOF>", "a")},
      {":s", Syntax("<EOF>", ":s")},
      {"   ", Syntax("<EOF>", "   ")},
      {"a > 4", Syntax("4", "> 4")},
      {"(quantity - reservedQty) >= :qty", Syntax("-", "quantity - reservedQty")},
      {"a + :b > :c", Syntax("+", "a + :b")},
      {"a IN ()", Syntax(")", "()")},
      {"a IN b", Syntax("b", "IN b")},
      {"a IN (:s,)", Syntax(")", ",)")},
      {"a[b] = :s", Syntax("b", "[b]")},
      {"a[:i] = :s", Syntax(":i", "[:i]")},
      {"a[#i] = :s", Syntax("#i", "[#i]")},
      {"a[-1] = :s", Syntax("-", "[-1")},
      {"a[] = :s", Syntax("]", "[] =")},
      {"size(a).b = :s", Syntax(".", ").b")},
      {"a.:v = :s", Syntax(":v", ".:v =")},
      {"_a = :s", Syntax("_", "_a")},
      {"a = : s", Syntax(":", "= : s")},
      {"a = # s", Syntax("#", "= # s")},
      {"a BETWEEN :n", Syntax("<EOF>", ":n")},
      {"a BETWEEN :n OR :m", Syntax("OR", ":n OR :m")},
      {"a = :s AND", Syntax("<EOF>", "AND")},
      {"NOT a", Syntax("<EOF>", "a")},
      {"(a) AND a = :s", Syntax("AND", ") AND a")},
      {"(a = :s) = :s", Syntax("=", ") = :s")},
      {"a = (b = :s)", Syntax("=", "b = :s")},
      {"attribute_exists(a) attribute_exists(b)", Syntax("attribute_exists", ") attribute_exists(")},
      {"f()", Syntax(")", "()")},
      {"f(a,)", Syntax(")", ",)")},
      {"#a(b)", Syntax("(", "#a(b")},
      {"(:s).a = :s", Syntax(".", ").a")},
      {"()", Syntax(")", "()")},
      {"a <=> :s", Syntax(">", "<=> :s")},
      {"a != :s", Syntax("!", "a !=")},
      {"a.and = :s", Syntax("and", ".and =")},
      {std::string("a = \0 b", 7), Syntax(std::string("\0", 1), std::string("= \0 b", 5))},
  });
}

TEST(ExpressionSyntax, ErrorsOfAnUpdate) {
  ExpectUpdate({
      {"INVALID SYNTAX HERE", Syntax("INVALID", "INVALID SYNTAX")},
      {"ADD hits : incr", Syntax(":", "hits : incr")},
      {"SET _123 = :v", Syntax("_", "SET _123")},
      {"SET a = :v,", Syntax("<EOF>", ",")},
      {"SET a = :v,  ", Syntax("<EOF>", ",  ")},
      {"  ", Syntax("<EOF>", "  ")},
      {"SET", Syntax("<EOF>", "SET")},
      {"SET a", Syntax("<EOF>", "a")},
      {"SET a = b + c + d", Syntax("+", "c + d")},
      {"SET a = (b + c) + d", Syntax("+", ") + d")},
      {"SET a = b + (c + d)", Syntax("+", "c + d")},
      {"SET a = if_not_exists(a, :n + :m)", Syntax("+", ":n + :m")},
      {"SET a = b.c = :s", Syntax("=", "c = :s")},
      {"SET (a) = :s", Syntax("(", "SET (a")},
      {"SET a = (b).c", Syntax(".", ").c")},
      {"SET :s = a", Syntax(":s", "SET :s =")},
      {"SET a = 4", Syntax("4", "= 4")},
      {"ADD a b", Syntax("b", "a b")},
      {"ADD a (:n)", Syntax("(", "a (:n")},
      {"ADD a = :n", Syntax("=", "a = :n")},
      {"DELETE a", Syntax("<EOF>", "a")},
      {"REMOVE a = :s", Syntax("=", "a = :s")},
      {"REMOVE set", Syntax("set", "REMOVE set")},
      {"SET a = :s; REMOVE b", Syntax(";", ":s; REMOVE")},
      {"SET a = :s b = :s", Syntax("b", ":s b =")},
      {"SET f(a) = :s", Syntax("(", "f(a")},
      {"SET a = :s AND b = :s", Syntax("AND", ":s AND b")},
  });
}

TEST(ExpressionSyntax, ErrorsOfAProjection) {
  ExpectProjection({
      {"!!! INVALID !!!", Syntax("!", "!!")},
      {"(a)", Syntax("(", "(a")},
      {"a,", Syntax("<EOF>", ",")},
      {"a b", Syntax("b", "a b")},
      {":s", Syntax(":s", ":s")},
      {"size(a)", Syntax("(", "size(a")},
      {"a.", Syntax("<EOF>", ".")},
      {"a.1", Syntax("1", ".1")},
      {"a, and[0]", "Attribute name is a reserved keyword; reserved keyword: and"},
  });
}

TEST(ExpressionSyntax, AcceptsUnusualForms) {
  ExpectCondition({
      {"(a = :s)", "ok"},
      {"((a = :s) AND (b = :s))", "ok"},
      {"(a) BETWEEN (:n) AND (:m)", "ok"},
      {"a BETWEEN :n AND :m AND b = :s", "ok"},
      {"NOT NOT a = :s", "ok"},
      {"not a = :s aNd b = :s oR b <> :s", "ok"},
      {"a In (:s, b, (:t))", "ok"},
      {"NOT (a) = :s", "ok"},
      {"(a).b = :s", "ok"},
      {"((a).b)[0].c = :s", "ok"},
      {"(attribute_exists(a))", "ok"},
      {"(size(a)) > :n", "ok"},
      {"size((a)) > :n", "ok"},
      {"a \t.\r\nb [ 0 ] . #a=:s", "ok"},
      {"#0 = :s", "ok"},
      {"a<b AND c<=d AND e>f AND g>=h AND i<>j", "ok"},
      {":n = :n", "ok"},
      {":n BETWEEN a AND b", "ok"},
  });
  ExpectUpdate({
      {"SET a = :s REMOVE b ADD c :n DELETE d :ss", "ok"},
      {"delete d :ss add c :n remove b set a = :s", "ok"},
      {"SET a = (b), c = ((d) + :n)", "ok"},
      {"SET a = (if_not_exists(a, :n) + (:m))", "ok"},
      {"SET b = if_not_exists(a, :n) + :n", "ok"},
      {"SET a = list_append(if_not_exists(a, :l), :l)", "ok"},
      {"SET a = if_not_exists(b, if_not_exists(c, :s))", "ok"},
      {"SET a=b-:n,c=d", "ok"},
      {"SET a[0].b = a[1]", "ok"},
  });
  ExpectProjection({{"a, b.c[0][1].#a , d", "ok"}});
}

TEST(ExpressionParentheses, TwoPairsAroundOneOperandAreRedundant) {
  const std::string kRedundant = "The expression has redundant parentheses;";
  ExpectCondition({
      {"((a = :s))", kRedundant},
      {"((a)) = :s", kRedundant},
      {"a = ((:s))", kRedundant},
      {"((a)).b = :s", kRedundant},
      {"((size(a))) = :n", kRedundant},
      {"(((a = :s) AND b = :s))", kRedundant},
      {"a IN (((:s)))", kRedundant},
      {"size(((a))) = :n", kRedundant},
      {"((a = :s)", Syntax("<EOF>", ")")},
      // Reported before unknown functions, reserved words and undefined placeholders.
      {"((foo(name, :undefined)))", kRedundant},
  });
  ExpectUpdate({{"SET a = ((b))", kRedundant}, {"SET a = ((b + :n))", kRedundant}, {"SET name = ((:x))", kRedundant}});
}

TEST(ExpressionParentheses, DeepNestingIsAnErrorAndNotAStackOverflow) {
  const std::string deep(2040, '(');
  ExpectCondition({
      {deep + "a = :s" + std::string(2040, ')'), "The expression has redundant parentheses;"},
      {deep + deep, Syntax("<EOF>", "(")},
      {"a = " + deep, Syntax("<EOF>", "(")},
      {deep + "a = :s" + std::string(2041, ')'), Syntax(")", "))")},
  });
  ExpectUpdate({{"SET a = " + deep + "b" + std::string(2040, ')'), "The expression has redundant parentheses;"},
                {"SET a = " + deep, Syntax("<EOF>", "(")}});
  std::string functions;
  for (int i = 0; i < 600; ++i) functions += "size(";
  ExpectCondition({{functions + "a" + std::string(600, ')') + " = :n",
                    "Incorrect operand type for operator or function; operator or function: size, operand type: N"}});
  std::string negations;
  for (int i = 0; i < 1000; ++i) negations += "NOT ";
  ExpectCondition({{negations + "a = :s", "The expression contains too many operators; operator count: 301"}});
}

std::string Joined(const std::string& part, const std::string& separator, int count) {
  std::string text = part;
  for (int i = 1; i < count; ++i) text += separator + part;
  return text;
}

TEST(ExpressionLimits, AreInclusive) {
  const std::string too_long(4097, ' ');
  ExpectCondition({
      {"", "The expression can not be empty;"},
      {too_long, "Expression size has exceeded the maximum allowed size; expression size: 4097"},
      {"a = :s" + std::string(4090, ' '), "ok"},
      // 299 operators: 150 comparisons and 149 ANDs. The second text adds an AND and a NOT, the third only an AND.
      {Joined("a=:s", " AND ", 150), "ok"},
      {Joined("a=:s", " AND ", 150) + " AND NOT attribute_exists(a)",
       "The expression contains too many operators; operator count: 301"},
      {Joined("a=:s", " AND ", 150) + " AND attribute_exists(a)", "ok"},
      {"a IN (" + Joined(":s", ",", 100) + ")", "ok"},
      {"a IN (" + Joined(":s", ",", 101) + ")",
       "The IN operator is provided with too many operands; number of operands: 101"},
      {Joined("a", ".", 32) + " = :s", "ok"},
      {Joined("a", ".", 33) + " = :s", "The document path has too many nesting levels; nesting levels: 33"},
      {"a[2147483647] = :s", "ok"},
      {"a[000000000000001] = :s", "ok"},
      {"a[2147483648] = :s", "List index is not within the allowable range; index: [2147483648]"},
      {"a[99999999999999999999] = :s", "List index is not within the allowable range; index: [99999999999999999999]"},
  });
  ExpectUpdate({
      {"", "The expression can not be empty;"},
      {too_long, "Expression size has exceeded the maximum allowed size;"},
      {"REMOVE " + Joined("a", ".", 33), "The document path has too many nesting levels; nesting levels: 33"},
      {"SET a[2147483648] = :s", "List index is not within the allowable range; index: [2147483648]"},
  });
  ExpectProjection({
      {"", "The expression can not be empty;"},
      {too_long, "Expression size has exceeded the maximum allowed size; expression size: 4097"},
      {"a[2147483648]", "List index is not within the allowable range; index: [2147483648]"},
      {"b, " + Joined("a", "[1].", 17), "The document path has too many nesting levels; nesting levels: 33"},
  });
}

TEST(ConditionChecks, Functions) {
  const auto misused = [](const std::string& name) {
    return "The function is not allowed to be used this way in an expression; function: " + name;
  };
  const auto count = [](const std::string& name, int n) {
    return "Incorrect number of operands for operator or function; operator or function: " + name +
           ", number of operands: " + std::to_string(n);
  };
  const auto type = [](const std::string& name, const std::string& t) {
    return "Incorrect operand type for operator or function; operator or function: " + name + ", operand type: " + t;
  };
  const auto needs_path = [](const std::string& name) {
    return "Operator or function requires a document path; operator or function: " + name;
  };
  ExpectCondition({
      {"foo(a)", "Invalid function name; function: foo"},
      {"Size(a) = :n", "Invalid function name; function: Size"},
      {"ATTRIBUTE_EXISTS(a)", "Invalid function name; function: ATTRIBUTE_EXISTS"},
      {"a = foo(bar(b))", "Invalid function name; function: foo"},
      {"size(a)", misused("size")},
      {"NOT size(a)", misused("size")},
      {"(size(a)) AND a = :s", misused("size")},
      {"if_not_exists(a, :s)", misused("if_not_exists")},
      {"a = list_append(a, :l)", misused("list_append")},
      {"attribute_exists(a) = :bool", misused("attribute_exists")},
      {"size(contains(a, :s)) = :n", misused("contains")},
      {"a IN (begins_with(a, :s))", misused("begins_with")},
      {"attribute_exists(a, b)", count("attribute_exists", 2)},
      {"attribute_type(a)", count("attribute_type", 1)},
      {"begins_with(a)", count("begins_with", 1)},
      {"contains(a, b, :s)", count("contains", 3)},
      {"size(a, b) = :n", count("size", 2)},
      {"attribute_exists(:s)", needs_path("attribute_exists")},
      {"attribute_not_exists(size(a))", needs_path("attribute_not_exists")},
      {"attribute_type(a, :n)", type("attribute_type", "N")},
      {"attribute_type(a, size(b))", type("attribute_type", "N")},
      {"attribute_type(a, b)", type("attribute_type", "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}")},
      {"attribute_type(a, :s)",
       "Invalid attribute type name found; type: text, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}"},
      {"attribute_type(a, :S)", "ok"},
      {"attribute_type(:n, :S)", "ok"},
      {"begins_with(a, :n)", type("begins_with", "N")},
      {"begins_with(size(a), :s)", type("begins_with", "N")},
      {"begins_with(:s, a)", "ok"},
      {"begins_with(a, :b)", "ok"},
      {"contains(a, :map)", "ok"},
      {"contains(a, size(b))", "ok"},
      {"size(:n) = :n", type("size", "N")},
      {"size(:bool) = :n", type("size", "BOOL")},
      {"size(:null) = :n", type("size", "NULL")},
      {"size(size(a)) = :n", type("size", "N")},
      {"size(:ss) = :n AND size(:l) = :n AND size(:map) = :n AND size(:b) = :n AND size(:s) = :n", "ok"},
  });
}

TEST(ConditionChecks, Operators) {
  const auto type = [](const std::string& name, const std::string& t) {
    return "Incorrect operand type for operator or function; operator or function: " + name + ", operand type: " + t;
  };
  const auto distinct = [](const std::string& op, const std::string& path) {
    return "The first operand must be distinct from the remaining operands for this operator or function; operator: " +
           op + ", first operand: " + path;
  };
  ExpectCondition({
      {"a < :bool", type("<", "BOOL")},
      {"a <= :null", type("<=", "NULL")},
      {":ss > a", type(">", "SS")},
      {"a >= :map", type(">=", "M")},
      {"a > :l", type(">", "L")},
      {"a > :ns", type(">", "NS")},
      {"a > :bs", type(">", "BS")},
      {"a = :map AND a <> :bool", "ok"},
      {"a < :b", "ok"},
      {"a BETWEEN :bool AND :bool", type("BETWEEN", "BOOL")},
      {":l between :n AND :m", type("BETWEEN", "L")},
      {"a BETWEEN :n AND :s",
       "The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: AttributeValue: "
       "{N:1}, upper bound operand: AttributeValue: {S:text}"},
      {"a BETWEEN :s AND :t",
       "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: "
       "AttributeValue: {S:text}, upper bound operand: AttributeValue: {S:tex}"},
      {"a BETWEEN :m AND :n",
       "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: "
       "AttributeValue: {N:2}, upper bound operand: AttributeValue: {N:1}"},
      {"a BETWEEN :n AND :b",
       "The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: AttributeValue: "
       "{N:1}, upper bound operand: AttributeValue: {B:/wE=}"},
      {"a BETWEEN :n AND :n", "ok"},
      {"a BETWEEN b AND :n", "ok"},
      {"a = #a", distinct("=", "[a]")},
      {"a.b[0].#i <> a.b[0].#i", distinct("<>", "[a, b, [0], [3]]")},
      {"contains(a, a)", distinct("contains", "[a]")},
      {"begins_with(a, (a))", distinct("begins_with", "[a]")},
      {"attribute_type(a, a)", distinct("attribute_type", "[a]")},
      {"size(a) = size(a)", "ok"},
      {"a BETWEEN a AND a", "ok"},
      {"a IN (a)", "ok"},
      {"a[3] = #a.#i", "ok"},
  });
}

TEST(ConditionChecks, ComeInDynamoDbsOrder) {
  const auto reserved = [](const std::string& word) {
    return "Attribute name is a reserved keyword; reserved keyword: " + word;
  };
  ExpectCondition({
      {"name = :s", reserved("name")},
      {"a.Status = :s", reserved("Status")},
      {"a[0].tTl = :s", reserved("tTl")},
      {"#undefined = :s",
       "An expression attribute name used in the document path is not defined; attribute name: #undefined"},
      {"a = :undefined",
       "An expression attribute value used in expression is not defined; attribute value: :undefined"},
      // Checks of the whole expression come first: unknown functions, misused functions, reserved words.
      {"size(name) AND foo(a)", "Invalid function name; function: foo"},
      {"name = :undefined AND size(a)",
       "The function is not allowed to be used this way in an expression; function: size"},
      {"a = :undefined AND begins_with(a) AND name = :s", reserved("name")},
      // The checks of operands and placeholders follow, one clause after the other.
      {"begins_with(a) AND a = :undefined",
       "Incorrect number of operands for operator or function; operator or function: begins_with, number of "
       "operands: 1"},
      {"a = :undefined AND begins_with(a)",
       "An expression attribute value used in expression is not defined; attribute value: :undefined"},
      {"begins_with(#undefined, :n)",
       "An expression attribute name used in the document path is not defined; attribute name: #undefined"},
      {"begins_with(:n, #undefined)",
       "An expression attribute name used in the document path is not defined; attribute name: #undefined"},
      {"size(:n) = :undefined",
       "An expression attribute value used in expression is not defined; attribute value: :undefined"},
      {"attribute_exists(a) OR (a < :bool AND b = :undefined)",
       "Incorrect operand type for operator or function; operator or function: <, operand type: BOOL"},
      // `size` is a reserved word, but the check ignores the names of functions.
      {"size(a) = :n", "ok"},
  });
}

TEST(ConditionChecks, OtherKindsHaveTheirOwnPrefix) {
  EXPECT_EQ(Parse(ExpressionKind::kFilter, "a >"),
            "Invalid FilterExpression: Syntax error; token: \"<EOF>\", near: \">\"");
  EXPECT_EQ(Parse(ExpressionKind::kKeyCondition, "a - b = :s"),
            "Invalid KeyConditionExpression: Syntax error; token: \"-\", near: \"a - b\"");
}

TEST(UpdateChecks, Functions) {
  const auto misused = [](const std::string& name) {
    return "The function is not allowed to be used this way in an expression; function: " + name;
  };
  const auto type = [](const std::string& name, const std::string& t) {
    return "Incorrect operand type for operator or function; operator or function: " + name + ", operand type: " + t;
  };
  ExpectUpdate({
      {"SET a = foo(b)", "Invalid function name; function: foo"},
      {"SET a = size(b)", misused("size")},
      {"SET a = attribute_exists(b)", misused("attribute_exists")},
      {"SET a = if_not_exists(size(b), :n)", misused("size")},
      {"SET a = list_append(list_append(a, b), c)", misused("list_append")},
      {"SET a = if_not_exists(a)",
       "Incorrect number of operands for operator or function; operator or function: if_not_exists, number of "
       "operands: 1"},
      {"SET a = if_not_exists(:s, :s)",
       "Operator or function requires a document path; operator or function: if_not_exists"},
      {"SET a = list_append(a, :s)", type("list_append", "S")},
      {"SET a = list_append(:ss, a)", type("list_append", "SS")},
      {"SET a = if_not_exists(b, list_append(c, :n))", type("list_append", "N")},
      {"SET a = a + :s", type("+", "S")},
      {"SET a = :l - a", type("-", "L")},
      {"SET a = list_append(a, b) + :n", type("+", "L")},
      {"SET a = list_append(a, a)", "ok"},
      {"SET a = a", "ok"},
  });
}

TEST(UpdateChecks, ActionOperands) {
  const auto type = [](const std::string& action, const std::string& t) {
    return "Incorrect operand type for operator or function; operator: " + action + ", operand type: " + t;
  };
  ExpectUpdate({
      {"ADD a :s", type("ADD", "STRING")},
      {"ADD a :b", type("ADD", "BINARY")},
      {"ADD a :bool", type("ADD", "BOOLEAN")},
      {"ADD a :null", type("ADD", "NULL")},
      {"ADD a :l", type("ADD", "LIST")},
      {"ADD a :map", type("ADD", "MAP")},
      {"DELETE a :n", type("DELETE", "NUMBER")},
      {"DELETE a :s", type("DELETE", "STRING")},
      {"ADD a :n, b :ss, c :ns, d :bs", "ok"},
      {"DELETE b :ss, c :ns, d :bs", "ok"},
  });
}

TEST(UpdateChecks, PathsMustNotOverlapOrConflict) {
  const auto overlap = [](const std::string& one, const std::string& two) {
    return "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: " + one +
           ", path two: " + two;
  };
  const auto conflict = [](const std::string& one, const std::string& two) {
    return "Two document paths conflict with each other; must remove or rewrite one of these paths; path one: " + one +
           ", path two: " + two;
  };
  ExpectUpdate({
      {"SET a = :s, #a = :s", overlap("[a]", "[a]")},
      {"SET a = :s REMOVE a.b", overlap("[a]", "[a, b]")},
      {"SET c[1].a = :s, c[1] = :s", overlap("[c, [1], a]", "[c, [1]]")},
      {"REMOVE a.b ADD a.b.c :n", overlap("[a, b]", "[a, b, c]")},
      {"SET a.b = :s, a[1] = :s", conflict("[a, b]", "[a, [1]]")},
      {"REMOVE c[1] SET c.#i = :s", conflict("[c, [1]]", "[c, [3]]")},
      {"DELETE c.d :ss SET c[3].a = :s", conflict("[c, d]", "[c, [3], a]")},
      // Overlaps are reported before conflicts.
      {"SET a.b = :s, a[1] = :s, c = :s, c = :s", overlap("[c]", "[c]")},
      {"SET a.b = :s, a.bc = :s, ab = :s, c[1] = :s, c[10] = :s, d = a", "ok"},
      {"SET #i = :s, a[3] = :s", "ok"},
  });
  ExpectProjection({
      {"a, b, #a", overlap("[a]", "[a]")},
      {"a.b.c, a.b", overlap("[a, b, c]", "[a, b]")},
      {"a[0], a.b", conflict("[a, [0]]", "[a, b]")},
      {"a[0], a[1], a[0].b", overlap("[a, [0]]", "[a, [0], b]")},
      {"l[2], l[0], m.a, m.b", "ok"},
  });
}

TEST(UpdateChecks, ComeInDynamoDbsOrder) {
  const std::string kRepeated = "The \"SET\" section can only be used once in an update expression;";
  ExpectUpdate({
      {"SET name = foo(a) SET b = :s", "Attribute name is a reserved keyword; reserved keyword: name"},
      {"SET a = foo(a) SET b = :s", "Invalid function name; function: foo"},
      {"set a = :undefined REMOVE #undefined SET b = :s", kRepeated},
      {"REMOVE a remove b", "The \"REMOVE\" section can only be used once in an update expression;"},
      {"SET a = :undefined, a = #undefined",
       "An expression attribute name used in the document path is not defined; attribute name: #undefined"},
      {"SET a = :undefined, a = :s",
       "An expression attribute value used in expression is not defined; attribute value: :undefined"},
      {"ADD a :s SET a.b = a + :s",
       "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path "
       "two: [a, b]"},
      {"SET b = a + :s ADD a :s",
       "Incorrect operand type for operator or function; operator: ADD, operand type: STRING"},
  });
  ExpectProjection({
      {"name, name", "Attribute name is a reserved keyword; reserved keyword: name"},
      {"a, a, #undefined",
       "An expression attribute name used in the document path is not defined; attribute name: #undefined"},
  });
}

TEST(UpdateChecks, ManyPathsAreCompared) {
  std::string text = "REMOVE ";
  for (int i = 0; i < 800; ++i) text += "a" + std::to_string(i) + ",";
  ExpectUpdate({{text + "b", "ok"},
                {text + "a799",
                 "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: "
                 "[a799], path two: [a799]"}});
}

}  // namespace
}  // namespace holdfast::testing
