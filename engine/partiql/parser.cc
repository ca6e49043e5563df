#include "engine/partiql/parser.h"

#include <algorithm>
#include <utility>

#include "engine/base/limits.h"
#include "engine/errors/partiql_errors.h"

namespace holdfast::partiql {
namespace {

// [open] The service's limit on nesting was not captured. Here kNestingMax bounds the recursion of the parser, and
// kHeightMax the recursion over its terms: a chain of operators (`a + b + c`), which the parser reads in a loop, adds a
// term to the height with each operator. A literal may nest 31 levels, and a chain of ANDs or of ORs is one level.
constexpr int kNestingMax = 200;
constexpr uint16_t kHeightMax = 300;

constexpr int kOrPrecedence = 10;
constexpr int kAndPrecedence = 20;
constexpr int kNotPrecedence = 30;
constexpr int kEqualityPrecedence = 40;
constexpr int kComparisonPrecedence = 50;
constexpr int kSumPrecedence = 60;
constexpr int kProductPrecedence = 70;

struct InfixOperator {
  TermKind kind;
  int precedence;
  // NOT IN, NOT BETWEEN, NOT LIKE.
  bool negated = false;
};

struct TypeName {
  std::string_view name;
  TypeTest type;
};
// [open] Which type names the service accepts was captured only in part. These are PartiQL's, and those of integers
// with a size, such as INT4.
constexpr TypeName kTypeNames[] = {
    {"missing", TypeTest::kMissing}, {"null", TypeTest::kNull},       {"bool", TypeTest::kBool},
    {"boolean", TypeTest::kBool},    {"smallint", TypeTest::kNumber}, {"int", TypeTest::kNumber},
    {"int2", TypeTest::kNumber},     {"int4", TypeTest::kNumber},     {"int8", TypeTest::kNumber},
    {"integer", TypeTest::kNumber},  {"integer2", TypeTest::kNumber}, {"integer4", TypeTest::kNumber},
    {"integer8", TypeTest::kNumber}, {"bigint", TypeTest::kNumber},   {"float", TypeTest::kNumber},
    {"real", TypeTest::kNumber},     {"dec", TypeTest::kNumber},      {"decimal", TypeTest::kNumber},
    {"numeric", TypeTest::kNumber},  {"char", TypeTest::kString},     {"character", TypeTest::kString},
    {"varchar", TypeTest::kString},  {"string", TypeTest::kString},   {"symbol", TypeTest::kString},
    {"blob", TypeTest::kBinary},     {"list", TypeTest::kList},       {"struct", TypeTest::kMap},
    {"tuple", TypeTest::kMap},       {"bag", TypeTest::kSet},         {"clob", TypeTest::kNever},
    {"sexp", TypeTest::kNever},      {"timestamp", TypeTest::kNever}};

// Reserved words that are nevertheless function names when `(` follows.
constexpr std::string_view kReservedFunctions[] = {"exists", "count",       "avg",   "max",   "min",
                                                   "sum",    "substring",   "upper", "lower", "size",
                                                   "nullif", "char_length", "bag",   "list",  "coalesce"};

// The detail of the error for a bracket that is not closed.
std::string_view DetailOfMissing(std::string_view bracket) {
  if (bracket == ")") return "Expected RIGHT_PAREN";
  if (bracket == "]") return "Expected RIGHT_BRACKET";
  if (bracket == "}") return "Expected RIGHT_CURLY";
  return "Expected RIGHT_DOUBLE_ANGLE_BRACKET";
}

class StatementParser {
 public:
  StatementParser(std::string_view text, std::vector<Token> tokens) : tokens_(std::move(tokens)) {
    statement_.text = text;
  }

  Result<ParsedStatement> Run() && {
    HOLDFAST_RETURN_IF_ERROR(ParseAny());
    TakeSymbol(";");
    if (!AtEnd()) return Malformed("Unexpected token after expression");
    return std::move(statement_);
  }

 private:
  // [open] Not all details were captured. The others are those of PartiQL's parser of March 2021, when it took over
  // what had been added for DynamoDB (https://github.com/partiql/partiql-lang-kotlin/pull/374): the captured ones agree
  // with it.
  static Error Malformed(std::string_view detail) { return errors::StatementNotWellFormed(detail); }

  Token Peek(size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  bool AtEnd() const { return Peek().kind == TokenKind::kEnd; }
  bool AtWord(std::string_view word, size_t ahead = 0) const { return IsWord(statement_.text, Peek(ahead), word); }
  bool AtSymbol(std::string_view symbol, size_t ahead = 0) const {
    return Peek(ahead).kind == TokenKind::kSymbol && TextOf(statement_.text, Peek(ahead)) == symbol;
  }
  bool AtName(size_t ahead = 0) const {
    return Peek(ahead).kind == TokenKind::kIdentifier || Peek(ahead).kind == TokenKind::kQuotedIdentifier;
  }
  Token Take() { return tokens_[AtEnd() ? at_ : at_++]; }
  bool TakeWord(std::string_view word) { return AtWord(word) && (Take(), true); }
  bool TakeSymbol(std::string_view symbol) { return AtSymbol(symbol) && (Take(), true); }

  // Statements.

  Status ParseAny() {
    if (TakeWord("select")) return ParseSelect();
    if (TakeWord("insert")) return ParseInsert();
    if (TakeWord("update")) return ParseUpdate();
    if (TakeWord("delete")) return ParseDelete();
    if (TakeWord("from")) return ParseFromUpdate();
    if (TakeWord("exists")) return ParseExists();
    return Malformed("Expected data manipulation");
  }

  Status ParseSelect() {
    statement_.kind = StatementKind::kSelect;
    if (!TakeSymbol("*")) {
      do {
        HOLDFAST_ASSIGN_OR_RETURN(const uint32_t column, ParseTerm());
        statement_.projection.push_back(column);
        HOLDFAST_RETURN_IF_ERROR(ParseAlias());
      } while (TakeSymbol(","));
    }
    if (!TakeWord("from")) return Malformed("Expected FROM after SELECT list");
    HOLDFAST_RETURN_IF_ERROR(ParseFrom("Unexpected term"));
    HOLDFAST_RETURN_IF_ERROR(ParseAlias());
    HOLDFAST_RETURN_IF_ERROR(ParseWhere());
    return ParseOrder();
  }

  Status ParseInsert() {
    statement_.kind = StatementKind::kInsert;
    if (!TakeWord("into")) return Malformed("Unexpected keyword");
    HOLDFAST_RETURN_IF_ERROR(ParseFrom(kNoIdentifier));
    const bool has_value = TakeWord("value");
    if (AtWord("as")) return Malformed(kUnexpectedToken);
    // PartiQL itself permits an INSERT without VALUE, so an error in the term is reported before the missing VALUE.
    HOLDFAST_ASSIGN_OR_RETURN(statement_.inserted, ParseTerm());
    if (!has_value) return Malformed(kUnexpectedToken);
    return {};
  }

  Status ParseUpdate() {
    statement_.kind = StatementKind::kUpdate;
    HOLDFAST_RETURN_IF_ERROR(ParseFrom(kNoIdentifier));
    HOLDFAST_RETURN_IF_ERROR(ParseAlias());
    HOLDFAST_RETURN_IF_ERROR(ParseAssignments());
    HOLDFAST_RETURN_IF_ERROR(ParseWhere());
    return ParseReturning();
  }

  Status ParseFromUpdate() {
    statement_.kind = StatementKind::kUpdate;
    HOLDFAST_RETURN_IF_ERROR(ParseFrom(kNoIdentifier));
    HOLDFAST_RETURN_IF_ERROR(ParseAlias());
    HOLDFAST_RETURN_IF_ERROR(ParseWhere());
    HOLDFAST_RETURN_IF_ERROR(ParseAssignments());
    return ParseReturning();
  }

  Status ParseDelete() {
    statement_.kind = StatementKind::kDelete;
    if (!TakeWord("from")) return Malformed("Expected FROM after DELETE");
    HOLDFAST_RETURN_IF_ERROR(ParseFrom(kNoIdentifier));
    HOLDFAST_RETURN_IF_ERROR(ParseAlias());
    HOLDFAST_RETURN_IF_ERROR(ParseWhere());
    return ParseReturning();
  }

  Status ParseExists() {
    if (!TakeSymbol("(")) return Malformed(kUnexpectedToken);
    if (!TakeWord("select")) return Malformed(kUnexpectedToken);
    HOLDFAST_RETURN_IF_ERROR(ParseSelect());
    if (!TakeSymbol(")")) return Malformed(kUnexpectedToken);
    statement_.kind = StatementKind::kExists;
    return {};
  }

  // Clauses.

  // `detail_without_name`: the detail of the error if there is no name.
  Status ParseFrom(std::string_view detail_without_name) {
    if (!AtName()) return Malformed(detail_without_name);
    HOLDFAST_ASSIGN_OR_RETURN(statement_.from, ParsePathComponents());
    return {};
  }

  Status ParseAlias() {
    if (TakeWord("as")) {
      if (!AtName()) return Malformed("Expected identifier for AS-alias");
    } else if (!AtName()) {
      return {};
    }
    Take();
    statement_.has_alias = true;
    return {};
  }

  Status ParseWhere() {
    if (!TakeWord("where")) return {};
    HOLDFAST_ASSIGN_OR_RETURN(statement_.where, ParseTerm());
    return {};
  }

  Status ParseOrder() {
    if (!TakeWord("order")) return {};
    if (!TakeWord("by")) return Malformed("Expected BY");
    do {
      HOLDFAST_ASSIGN_OR_RETURN(const uint32_t path, ParseTerm());
      if (statement_.terms[path].kind != TermKind::kPath) return Malformed("Unexpected term");
      const bool descending = TakeWord("desc");
      if (!descending) TakeWord("asc");
      statement_.order.push_back({path, descending});
    } while (TakeSymbol(","));
    return {};
  }

  Status ParseAssignments() {
    while (AtWord("set") || AtWord("remove")) {
      const AssignmentKind kind = AtWord("set") ? AssignmentKind::kSet : AssignmentKind::kRemove;
      Take();
      do {
        if (!AtName()) return Malformed(kNoIdentifier);
        Assignment assignment{kind, 0};
        HOLDFAST_ASSIGN_OR_RETURN(assignment.target, ParsePath());
        if (kind == AssignmentKind::kSet) {
          if (!TakeSymbol("=")) return Malformed("Expected '='");
          HOLDFAST_ASSIGN_OR_RETURN(assignment.value, ParseTerm());
        }
        statement_.assignments.push_back(assignment);
      } while (TakeSymbol(","));
    }
    if (statement_.assignments.empty()) return Malformed("Expected data manipulation");
    return {};
  }

  Status ParseReturning() {
    if (!TakeWord("returning")) return {};
    Returning returning;
    returning.modified = AtWord("modified");
    returning.new_image = AtWord("new", 1);
    if ((!returning.modified && !AtWord("all")) || (!returning.new_image && !AtWord("old", 1))) {
      return Malformed("Expected ( MODIFIED | ALL ) ( NEW | OLD ) in each returning element.");
    }
    Take();
    Take();
    if (!TakeSymbol("*")) return Malformed(AtEnd() ? "Unexpected term" : "Unsupported syntax in RETURNING columns.");
    statement_.returning = returning;
    return {};
  }

  // Terms.

  uint32_t AddTerm(TermKind kind, Token token) {
    statement_.terms.push_back({kind, token});
    return static_cast<uint32_t>(statement_.terms.size() - 1);
  }

  void AddOperand(uint32_t term, uint32_t operand) {
    Term& parent = statement_.terms[term];
    const uint16_t height = statement_.terms[operand].height;
    parent.height = std::max(parent.height, static_cast<uint16_t>(height + 1));
    if (parent.last_operand == kNoTerm) {
      parent.first_operand = operand;
    } else {
      statement_.terms[parent.last_operand].next = operand;
    }
    parent.last_operand = operand;
    ++parent.operand_count;
  }

  // Moves all operands of `from` to `term`. `from` is then no longer part of the tree.
  void MoveOperands(uint32_t term, uint32_t from) {
    for (uint32_t operand = statement_.terms[from].first_operand; operand != kNoTerm;) {
      const uint32_t next = std::exchange(statement_.terms[operand].next, kNoTerm);
      AddOperand(term, operand);
      operand = next;
    }
  }

  Result<uint32_t> ParseTerm(int precedence = 0) {
    if (nesting_ == kNestingMax) return Malformed("");
    ++nesting_;
    Result<uint32_t> term = ParseOperators(precedence);
    --nesting_;
    return term;
  }

  Result<uint32_t> ParseOperators(int precedence) {
    HOLDFAST_ASSIGN_OR_RETURN(uint32_t term, ParseUnary());
    while (true) {
      const std::optional<InfixOperator> op = InfixAt();
      if (!op.has_value() || op->precedence <= precedence) return term;
      if (op->negated) Take();
      const Token token = Take();
      HOLDFAST_ASSIGN_OR_RETURN(term, ParseRightSide(*op, token, term));
      if (op->negated) {
        const uint32_t negation = AddTerm(TermKind::kNot, token);
        AddOperand(negation, term);
        term = negation;
      }
      if (statement_.terms[term].height > kHeightMax) return Malformed("");
    }
  }

  std::optional<InfixOperator> InfixAt() const {
    const bool negated = AtWord("not");
    const size_t at = negated ? 1 : 0;
    if (AtWord("in", at)) return InfixOperator{TermKind::kIn, kEqualityPrecedence, negated};
    if (AtWord("between", at)) return InfixOperator{TermKind::kBetween, kComparisonPrecedence, negated};
    if (AtWord("like", at)) return InfixOperator{TermKind::kOtherOperator, kComparisonPrecedence, negated};
    if (AtWord("or")) return InfixOperator{TermKind::kOr, kOrPrecedence};
    if (AtWord("and")) return InfixOperator{TermKind::kAnd, kAndPrecedence};
    if (AtWord("is")) return InfixOperator{TermKind::kIs, kEqualityPrecedence};
    if (AtSymbol("=")) return InfixOperator{TermKind::kEqual, kEqualityPrecedence};
    if (AtSymbol("<>") || AtSymbol("!=")) return InfixOperator{TermKind::kNotEqual, kEqualityPrecedence};
    if (AtSymbol("<")) return InfixOperator{TermKind::kLess, kComparisonPrecedence};
    if (AtSymbol("<=")) return InfixOperator{TermKind::kLessOrEqual, kComparisonPrecedence};
    if (AtSymbol(">")) return InfixOperator{TermKind::kGreater, kComparisonPrecedence};
    if (AtSymbol(">=")) return InfixOperator{TermKind::kGreaterOrEqual, kComparisonPrecedence};
    if (AtSymbol("+")) return InfixOperator{TermKind::kAdd, kSumPrecedence};
    if (AtSymbol("-")) return InfixOperator{TermKind::kSubtract, kSumPrecedence};
    if (AtSymbol("||")) return InfixOperator{TermKind::kOtherOperator, kSumPrecedence};
    if (AtSymbol("*") || AtSymbol("/") || AtSymbol("%")) {
      return InfixOperator{TermKind::kOtherOperator, kProductPrecedence};
    }
    return std::nullopt;
  }

  Result<uint32_t> ParseRightSide(InfixOperator op, Token token, uint32_t left) {
    if (op.kind == TermKind::kIs) return ParseTypeTest(token, left);
    if (AtEnd()) return Malformed("Missing right-hand side expression of infix operator");
    if (op.kind == TermKind::kIn) return ParseInOperands(token, left);
    HOLDFAST_ASSIGN_OR_RETURN(const uint32_t right, ParseTerm(op.precedence));
    const bool joins = op.kind == TermKind::kAnd || op.kind == TermKind::kOr;
    const bool extends_left = joins && statement_.terms[left].kind == op.kind;
    const uint32_t term = extends_left ? left : AddTerm(op.kind, token);
    if (!extends_left) AddOperand(term, left);
    if (joins && statement_.terms[right].kind == op.kind) {
      MoveOperands(term, right);
    } else {
      AddOperand(term, right);
    }
    if (op.kind != TermKind::kBetween) return term;
    if (!TakeWord("and")) return Malformed("Expected AND keyword");
    if (AtEnd()) return Malformed("Expected expression after AND");
    HOLDFAST_ASSIGN_OR_RETURN(const uint32_t upper, ParseTerm(op.precedence));
    AddOperand(term, upper);
    return term;
  }

  Result<uint32_t> ParseInOperands(Token token, uint32_t left) {
    const uint32_t term = AddTerm(TermKind::kIn, token);
    AddOperand(term, left);
    const std::string_view close = AtSymbol("(") ? ")" : AtSymbol("[") ? "]" : AtSymbol("<<") ? ">>" : "";
    // [open] What the service does with an IN of something other than a list in the statement was not captured.
    if (close.empty()) return Malformed("Unexpected term");
    Take();
    HOLDFAST_RETURN_IF_ERROR(ParseOperandsUntil(close, term));
    return term;
  }

  Result<uint32_t> ParseTypeTest(Token token, uint32_t left) {
    const bool negated = TakeWord("not");
    std::optional<TypeTest> type;
    for (const TypeName& known : kTypeNames) {
      if (AtWord(known.name)) type = known.type;
    }
    if (AtWord("double") && AtWord("precision", 1)) type = TypeTest::kNumber;
    if (!type.has_value()) return Malformed("Expected type name");
    const bool two_words = AtWord("double") || ((AtWord("character") || AtWord("char")) && AtWord("varying", 1));
    if (two_words) Take();
    Take();
    const uint32_t test = AddTerm(TermKind::kIs, token);
    statement_.terms[test].type = *type;
    AddOperand(test, left);
    if (!negated) return test;
    const uint32_t term = AddTerm(TermKind::kNot, token);
    AddOperand(term, test);
    return term;
  }

  Result<uint32_t> ParseUnary() {
    if (AtWord("not")) {
      const uint32_t term = AddTerm(TermKind::kNot, Take());
      HOLDFAST_ASSIGN_OR_RETURN(const uint32_t operand, ParseTerm(kNotPrecedence));
      AddOperand(term, operand);
      return term;
    }
    if (!AtSymbol("-") && !AtSymbol("+")) return ParsePrimary();
    const bool minus = AtSymbol("-");
    const Token sign = Take();
    HOLDFAST_ASSIGN_OR_RETURN(const uint32_t operand, ParseTerm(kProductPrecedence));
    Term& number = statement_.terms[operand];
    if (number.kind == TermKind::kNumber) {
      number.negative = number.negative != minus;
      return operand;
    }
    const uint32_t term = AddTerm(minus ? TermKind::kNegative : TermKind::kPositive, sign);
    AddOperand(term, operand);
    return term;
  }

  Result<uint32_t> ParsePrimary() {
    const Token token = Peek();
    switch (token.kind) {
      case TokenKind::kString:
        return AddTerm(TermKind::kString, Take());
      case TokenKind::kNumber:
        return AddTerm(TermKind::kNumber, Take());
      case TokenKind::kIdentifier:
      case TokenKind::kQuotedIdentifier:
        return AtSymbol("(", 1) ? ParseCall() : ParsePath();
      case TokenKind::kKeyword:
        return ParseKeyword();
      case TokenKind::kSymbol:
        return ParseSymbol();
      case TokenKind::kEnd:
        break;
    }
    return Malformed("Unexpected term");
  }

  Result<uint32_t> ParseKeyword() {
    if (AtWord("true")) return AddTerm(TermKind::kTrue, Take());
    if (AtWord("false")) return AddTerm(TermKind::kFalse, Take());
    if (AtWord("null")) return AddTerm(TermKind::kNull, Take());
    if (AtWord("missing")) return AddTerm(TermKind::kMissing, Take());
    const bool names_function = std::any_of(std::begin(kReservedFunctions), std::end(kReservedFunctions),
                                            [&](std::string_view name) { return AtWord(name); });
    if (names_function && AtSymbol("(", 1)) return ParseCall();
    return Malformed(InfixAt().has_value() ? "Unexpected operator" : "Unexpected keyword");
  }

  Result<uint32_t> ParseSymbol() {
    if (TakeSymbol("(")) {
      HOLDFAST_ASSIGN_OR_RETURN(const uint32_t term, ParseTerm());
      if (!TakeSymbol(")")) return Malformed(DetailOfMissing(")"));
      return term;
    }
    if (AtSymbol("?")) {
      const uint32_t term = AddTerm(TermKind::kParameter, Take());
      statement_.terms[term].index = statement_.parameter_count++;
      return term;
    }
    if (AtSymbol("[")) return ParseElements(TermKind::kList, "]");
    if (AtSymbol("<<")) return ParseElements(TermKind::kBag, ">>");
    if (AtSymbol("{")) return ParseMap();
    return Malformed(InfixAt().has_value() ? "Unexpected operator" : "Unexpected term");
  }

  Result<uint32_t> ParseElements(TermKind kind, std::string_view close) {
    const uint32_t term = AddTerm(kind, Take());
    HOLDFAST_RETURN_IF_ERROR(ParseOperandsUntil(close, term));
    return term;
  }

  // Parses the operands of `term`, which commas separate, and `close` after them.
  Status ParseOperandsUntil(std::string_view close, uint32_t term) {
    if (TakeSymbol(close)) return {};
    do {
      HOLDFAST_ASSIGN_OR_RETURN(const uint32_t operand, ParseTerm());
      AddOperand(term, operand);
    } while (TakeSymbol(","));
    if (!TakeSymbol(close)) return Malformed(DetailOfMissing(close));
    return {};
  }

  Result<uint32_t> ParseMap() {
    const uint32_t map = AddTerm(TermKind::kMap, Take());
    if (TakeSymbol("}")) return map;
    do {
      if (Peek().kind != TokenKind::kString) return Malformed("Unexpected term");
      const uint32_t entry = AddTerm(TermKind::kMapEntry, Take());
      if (!TakeSymbol(":")) return Malformed("Expected COLON");
      HOLDFAST_ASSIGN_OR_RETURN(const uint32_t value, ParseTerm());
      AddOperand(entry, value);
      AddOperand(map, entry);
    } while (TakeSymbol(","));
    if (!TakeSymbol("}")) return Malformed(DetailOfMissing("}"));
    return map;
  }

  Result<uint32_t> ParseCall() {
    const uint32_t call = AddTerm(TermKind::kCall, Take());
    Take();
    if (AtSymbol("*") && AtSymbol(")", 1)) {
      // COUNT(*)
      Take();
      Take();
      return call;
    }
    HOLDFAST_RETURN_IF_ERROR(ParseOperandsUntil(")", call));
    return call;
  }

  Result<uint32_t> ParsePath() {
    const uint32_t term = AddTerm(TermKind::kPath, Peek());
    HOLDFAST_ASSIGN_OR_RETURN(std::vector<PathComponent> components, ParsePathComponents());
    statement_.terms[term].index = static_cast<uint32_t>(statement_.paths.size());
    statement_.paths.push_back(std::move(components));
    return term;
  }

  // Parses a name and the components that follow it: `.name`, `[0]`, `['name']`.
  Result<std::vector<PathComponent>> ParsePathComponents() {
    std::vector<PathComponent> components = {{Take()}};
    while (true) {
      if (TakeSymbol(".")) {
        if (!AtName()) return Malformed("Invalid path dot component");
        components.push_back({Take()});
      } else if (TakeSymbol("[")) {
        PathComponent component{Peek()};
        component.negative = TakeSymbol("-");
        if (Peek().kind == TokenKind::kNumber) {
          component.is_index = true;
        } else if (component.negative || Peek().kind != TokenKind::kString) {
          return Malformed("Unexpected term");
        }
        component.token = Take();
        if (!TakeSymbol("]")) return Malformed(DetailOfMissing("]"));
        components.push_back(component);
      } else {
        return components;
      }
    }
  }

  static constexpr std::string_view kUnexpectedToken = "Unexpected token after expression";
  static constexpr std::string_view kNoIdentifier = "Expected identifier for simple path";

  ParsedStatement statement_;
  const std::vector<Token> tokens_;
  size_t at_ = 0;
  int nesting_ = 0;
};

}  // namespace

Result<ParsedStatement> ParseStatement(std::string_view text) {
  HOLDFAST_ASSIGN_OR_RETURN(std::vector<Token> tokens, Tokenize(text));
  return StatementParser(text, std::move(tokens)).Run();
}

}  // namespace holdfast::partiql
