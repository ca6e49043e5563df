#include "engine/expressions/syntax/parser.h"

#include <charconv>
#include <cstddef>
#include <utility>

#include "engine/base/limits.h"

namespace holdfast {
namespace {

struct FunctionName {
  std::string_view text;
  NodeKind kind;
};
constexpr FunctionName kFunctions[] = {
    {"attribute_exists", NodeKind::kAttributeExists},
    {"attribute_not_exists", NodeKind::kAttributeNotExists},
    {"attribute_type", NodeKind::kAttributeType},
    {"begins_with", NodeKind::kBeginsWith},
    {"contains", NodeKind::kContains},
    {"size", NodeKind::kSize},
    {"if_not_exists", NodeKind::kIfNotExists},
    {"list_append", NodeKind::kListAppend},
};

NodeKind FunctionKind(std::string_view name) {
  for (const FunctionName& function : kFunctions) {
    if (function.text == name) return function.kind;
  }
  return NodeKind::kUnknownFunction;
}

class Parser {
 public:
  Parser(ExpressionKind kind, std::string_view text, bool allow_arithmetic)
      : is_condition_(kind != ExpressionKind::kUpdate && kind != ExpressionKind::kProjection),
        allow_arithmetic_(allow_arithmetic),
        tokens_(Tokenize(text, kind)) {
    parsed_.text = text;
    parsed_.kind = kind;
    parsed_.allow_arithmetic = allow_arithmetic;
    if (kind != ExpressionKind::kProjection) parsed_.tree.nodes.reserve(tokens_.size() / 2 + 1);
  }

  Result<ParsedExpression> Parse() {
    switch (parsed_.kind) {
      case ExpressionKind::kUpdate:
        ParseUpdate();
        break;
      case ExpressionKind::kProjection:
        ParseProjection();
        break;
      default:
        parsed_.root = ParseConditions(/*in_group=*/false).node;
    }
    if (!failed_ && !At(TokenKind::kEnd)) Fail();
    if (failed_) return SyntaxError();
    if (redundant_parentheses_) return parsed_.errors().RedundantParentheses();
    HOLDFAST_RETURN_IF_ERROR(CheckLimits());
    return std::move(parsed_);
  }

 private:
  // The kind of a parsed part, which decides the tokens that may follow it.
  enum class PartKind {
    kOperand,
    kFunction,  // an operand or a condition
    kSum,       // in an update: a whole SET value, which no operator may follow
    kCondition,
  };
  struct Part {
    uint32_t node = kNoNode;
    PartKind kind = PartKind::kOperand;
    bool grouped = false;  // whether the part is a group in parentheses
  };

  const Token& token() const { return tokens_[at_]; }
  bool At(TokenKind kind) const { return token().kind == kind; }
  bool Accept(TokenKind kind) {
    if (!At(kind)) return false;
    ++at_;
    return true;
  }
  // Marks the current token as a syntax error. Callers return at once, so that `at_` keeps its position.
  Part Fail() {
    failed_ = true;
    return {};
  }
  bool Expect(TokenKind kind) {
    if (failed_) return false;
    if (Accept(kind)) return true;
    Fail();
    return false;
  }

  // The message quotes the text from the previous token to the next one.
  Error SyntaxError() const {
    const std::string_view text = parsed_.text;
    const size_t begin = at_ == 0 ? 0 : tokens_[at_ - 1].begin;
    if (At(TokenKind::kEnd)) return parsed_.errors().Syntax("<EOF>", text.substr(begin));
    const Token& after = tokens_[at_ + 1];
    return parsed_.errors().Syntax(token().TextIn(text), text.substr(begin, size_t{after.begin} + after.size - begin));
  }

  Status CheckLimits() const {
    const errors::ExpressionErrors errors = parsed_.errors();
    if (operators_ > limits::kExpressionOperatorsMax) return errors.TooManyOperators();
    for (const Node& node : parsed_.tree.nodes) {
      if (node.kind == NodeKind::kIn && node.operand_count > limits::kInOperandsMax + 1) {
        return errors.TooManyInOperands(node.operand_count - 1);
      }
    }
    for (const Token& element : parsed_.elements) {
      if (element.kind != TokenKind::kNumber) continue;
      const std::string_view digits = element.TextIn(parsed_.text);
      int32_t index = 0;
      if (std::from_chars(digits.data(), digits.data() + digits.size(), index).ec != std::errc()) {
        return errors.ListIndexOutOfRange(digits);
      }
    }
    for (const ParsedPath& path : parsed_.paths) HOLDFAST_RETURN_IF_ERROR(CheckDepth(path));
    for (const ParsedAction& action : parsed_.actions) HOLDFAST_RETURN_IF_ERROR(CheckDepth(action.target));
    return {};
  }

  Status CheckDepth(const ParsedPath& path) const {
    if (path.count > limits::kPathElementsMax) return parsed_.errors().TooManyNestingLevels(path.count);
    return {};
  }

  uint32_t AddLeaf(NodeKind kind, size_t leaf, const Token& leaf_token) {
    return SetTextPosition(parsed_.tree.AddLeaf(kind, leaf), leaf_token);
  }
  template <typename Operands = std::initializer_list<uint32_t>>
  uint32_t AddOperator(NodeKind kind, const Token& op_token, const Operands& operands) {
    return SetTextPosition(parsed_.tree.AddOperator(kind, operands), op_token);
  }
  uint32_t SetTextPosition(uint32_t node, const Token& node_token) {
    parsed_.tree.nodes[node].text_begin = node_token.begin;
    parsed_.tree.nodes[node].text_size = node_token.size;
    return node;
  }
  bool IsPath(const Part& part) const {
    return part.node != kNoNode && parsed_.tree[part.node].kind == NodeKind::kPath;
  }

  // name ( '.' name | '[' NUMBER ']' )*
  ParsedPath ParsePath() {
    ParsedPath path{static_cast<uint32_t>(parsed_.elements.size()), 0};
    ParsePathElement(&path);
    ParsePathRest(&path);
    return path;
  }
  void ParsePathElement(ParsedPath* path) {
    if (failed_) return;
    if (!At(TokenKind::kIdentifier) && !At(TokenKind::kNameReference)) {
      Fail();
      return;
    }
    AddElement(path);
  }
  void AddElement(ParsedPath* path) {
    parsed_.elements.push_back(token());
    ++path->count;
    ++at_;
  }
  void ParsePathRest(ParsedPath* path) {
    while (!failed_) {
      if (Accept(TokenKind::kDot)) {
        ParsePathElement(path);
      } else if (Accept(TokenKind::kLeftBracket)) {
        if (!At(TokenKind::kNumber)) {
          Fail();
          return;
        }
        AddElement(path);
        Expect(TokenKind::kRightBracket);
      } else {
        return;
      }
    }
  }

  // path | :value | function
  Part ParseBareOperand() {
    if (At(TokenKind::kValueReference)) {
      const Token& leaf_token = token();
      ++at_;
      return {AddLeaf(NodeKind::kValue, value_count_++, leaf_token)};
    }
    if (At(TokenKind::kIdentifier) && tokens_[at_ + 1].kind == TokenKind::kLeftParenthesis) return ParseFunction();
    const Token& leaf_token = token();
    const ParsedPath path = ParsePath();
    if (failed_) return {};
    const uint32_t node = AddLeaf(NodeKind::kPath, parsed_.paths.size(), leaf_token);
    parsed_.paths.push_back(path);
    return {node};
  }

  Part ParseFunction() {
    const Token& name = token();
    // [open] DynamoDB's message for such deep nesting, which no valid expression has, is not known.
    if (depth_ == kDepthMax) return Fail();
    ++depth_;
    at_ += 2;
    absl::InlinedVector<uint32_t, 4> operands;
    do {
      operands.push_back(ParseOperand().node);
    } while (!failed_ && Accept(TokenKind::kComma));
    --depth_;
    if (!Expect(TokenKind::kRightParenthesis)) return {};
    return {AddOperator(FunctionKind(name.TextIn(parsed_.text)), name, operands), PartKind::kFunction};
  }

  // Parses the content of a group after its opening parenthesis, and the closing one.
  Part ParseGroup(Part (Parser::*parse_content)()) {
    if (depth_ == kDepthMax) return CloseGroup(SkipGroup());
    ++depth_;
    const Part group = CloseGroup((this->*parse_content)());
    --depth_;
    return group;
  }

  // Skips the content of a group that is nested deeper than kDepthMax, and reports redundant parentheses.
  Part SkipGroup() {
    const Part content = {AddLeaf(NodeKind::kValue, value_count_++, token()), PartKind::kFunction};
    for (int open = 1; !At(TokenKind::kEnd); ++at_) {
      if (At(TokenKind::kLeftParenthesis)) ++open;
      if (At(TokenKind::kRightParenthesis) && --open == 0) break;
    }
    redundant_parentheses_ = true;
    return content;
  }

  // Parses the closing parenthesis of a group with the content `inner`. A path may continue after its group.
  Part CloseGroup(Part inner) {
    if (!Expect(TokenKind::kRightParenthesis)) return {};
    redundant_parentheses_ |= inner.grouped;
    inner.grouped = true;
    if (is_condition_ && IsPath(inner) && (At(TokenKind::kDot) || At(TokenKind::kLeftBracket))) {
      // The path was parsed last, so its elements are at the end of `elements`.
      ParsePathRest(&parsed_.paths[parsed_.tree[inner.node].leaf]);
      inner.grouped = false;
    }
    return inner;
  }

  // Parses an operand where no condition is allowed.
  Part ParseOperand() {
    Part operand;
    if (Accept(TokenKind::kLeftParenthesis)) {
      operand = ParseGroup(&Parser::ParseOperand);
    } else {
      operand = ParseBareOperand();
    }
    return ParseSumRest(operand);
  }

  // (('+' | '-') operand)*, only if conditions may use arithmetic
  Part ParseSumRest(Part left) {
    while (is_condition_ && allow_arithmetic_ && !failed_ && (At(TokenKind::kPlus) || At(TokenKind::kMinus))) {
      const Token& op_token = token();
      ++at_;
      ++operators_;
      const Part right = Accept(TokenKind::kLeftParenthesis) ? ParseGroup(&Parser::ParseOperand) : ParseBareOperand();
      if (failed_) return {};
      left = {AddOperator(SumKind(op_token), op_token, {left.node, right.node})};
    }
    return left;
  }
  static NodeKind SumKind(const Token& op_token) {
    return op_token.kind == TokenKind::kPlus ? NodeKind::kPlus : NodeKind::kMinus;
  }

  Part ParseGroupedConditions() { return ParseConditions(/*in_group=*/true); }

  // conjunction (OR conjunction)*, where conjunction is NOT* primary (AND NOT* primary)*; in a group also one operand
  Part ParseConditions(bool in_group) {
    absl::InlinedVector<uint32_t, 4> alternatives;
    absl::InlinedVector<uint32_t, 4> conjuncts;
    Token and_token{};
    Token or_token{};
    Part only;
    for (bool first = true;; first = false) {
      Token not_token{};
      int negations = 0;
      for (; At(TokenKind::kNot); ++at_, ++negations) not_token = token();
      operators_ += negations;
      Part part = ParsePrimary(/*operand_allowed=*/in_group && first && negations == 0);
      if (failed_) return {};
      if (part.kind == PartKind::kOperand) return part;
      for (int i = 0; i < negations; ++i)
        part = {AddOperator(NodeKind::kNot, not_token, {part.node}), PartKind::kCondition};
      only = part;
      conjuncts.push_back(part.node);
      if (At(TokenKind::kAnd)) {
        and_token = token();
      } else {
        alternatives.push_back(conjuncts.size() == 1 ? conjuncts[0]
                                                     : AddOperator(NodeKind::kAnd, and_token, conjuncts));
        if (!At(TokenKind::kOr)) break;
        or_token = token();
        conjuncts.clear();
      }
      ++at_;
      ++operators_;
    }
    if (alternatives.size() > 1) return {AddOperator(NodeKind::kOr, or_token, alternatives), PartKind::kCondition};
    // The caller needs `grouped` and `kind` of a single primary.
    if (only.node == alternatives[0]) return only;
    return {alternatives[0], PartKind::kCondition};
  }

  // A predicate, or conditions in parentheses. An operand alone is returned only if it is the whole content of a group.
  Part ParsePrimary(bool operand_allowed) {
    Part left = Accept(TokenKind::kLeftParenthesis) ? ParseGroup(&Parser::ParseGroupedConditions) : ParseBareOperand();
    if (failed_ || left.kind == PartKind::kCondition) return left;
    left = ParseSumRest(left);
    if (failed_) return {};
    switch (token().kind) {
      case TokenKind::kEqual:
        return ParseComparison(NodeKind::kEqual, left);
      case TokenKind::kNotEqual:
        return ParseComparison(NodeKind::kNotEqual, left);
      case TokenKind::kLess:
        return ParseComparison(NodeKind::kLess, left);
      case TokenKind::kLessOrEqual:
        return ParseComparison(NodeKind::kLessOrEqual, left);
      case TokenKind::kGreater:
        return ParseComparison(NodeKind::kGreater, left);
      case TokenKind::kGreaterOrEqual:
        return ParseComparison(NodeKind::kGreaterOrEqual, left);
      case TokenKind::kBetween:
        return ParseBetween(left);
      case TokenKind::kIn:
        return ParseIn(left);
      default:
        break;
    }
    if (left.kind == PartKind::kFunction) return left;
    if (operand_allowed && At(TokenKind::kRightParenthesis)) return left;
    return Fail();
  }

  Part ParseComparison(NodeKind kind, const Part& left) {
    const Token op_token = token();
    ++at_;
    ++operators_;
    const Part right = ParseOperand();
    if (failed_) return {};
    return {AddOperator(kind, op_token, {left.node, right.node}), PartKind::kCondition};
  }

  Part ParseBetween(const Part& left) {
    const Token op_token = token();
    ++at_;
    ++operators_;
    const Part lower = ParseOperand();
    if (!Expect(TokenKind::kAnd)) return {};
    const Part upper = ParseOperand();
    if (failed_) return {};
    return {AddOperator(NodeKind::kBetween, op_token, {left.node, lower.node, upper.node}), PartKind::kCondition};
  }

  Part ParseIn(const Part& left) {
    const Token op_token = token();
    ++at_;
    ++operators_;
    if (!Expect(TokenKind::kLeftParenthesis)) return {};
    absl::InlinedVector<uint32_t, 8> operands = {left.node};
    do {
      operands.push_back(ParseOperand().node);
    } while (!failed_ && Accept(TokenKind::kComma));
    if (!Expect(TokenKind::kRightParenthesis)) return {};
    return {AddOperator(NodeKind::kIn, op_token, operands), PartKind::kCondition};
  }

  void ParseProjection() {
    do {
      parsed_.paths.push_back(ParsePath());
    } while (!failed_ && Accept(TokenKind::kComma));
  }

  void ParseUpdate() {
    do {
      UpdateActionKind kind;
      switch (token().kind) {
        case TokenKind::kSet:
          kind = UpdateActionKind::kSet;
          break;
        case TokenKind::kRemove:
          kind = UpdateActionKind::kRemove;
          break;
        case TokenKind::kAdd:
          kind = UpdateActionKind::kAdd;
          break;
        case TokenKind::kDelete:
          kind = UpdateActionKind::kDelete;
          break;
        default:
          Fail();
          return;
      }
      ++at_;
      parsed_.sections.push_back(kind);
      do {
        ParseAction(kind);
      } while (!failed_ && Accept(TokenKind::kComma));
    } while (!failed_ && !At(TokenKind::kEnd));
  }

  void ParseAction(UpdateActionKind kind) {
    const ParsedPath target = ParsePath();
    uint32_t operand = kNoNode;
    if (kind == UpdateActionKind::kSet) {
      if (!Expect(TokenKind::kEqual)) return;
      operand = ParseSetValue().node;
    } else if (kind != UpdateActionKind::kRemove && !failed_) {
      if (!At(TokenKind::kValueReference)) {
        Fail();
        return;
      }
      operand = ParseBareOperand().node;
    }
    parsed_.actions.push_back({kind, target, operand});
  }

  // '(' value ')' | operand (('+' | '-') operand)?
  Part ParseSetValue() {
    Part left = Accept(TokenKind::kLeftParenthesis) ? ParseGroup(&Parser::ParseSetValue) : ParseBareOperand();
    if (failed_ || left.kind == PartKind::kSum || !(At(TokenKind::kPlus) || At(TokenKind::kMinus))) return left;
    const Token op_token = token();
    ++at_;
    ++operators_;
    const Part right = ParseOperand();
    if (failed_) return {};
    return {AddOperator(SumKind(op_token), op_token, {left.node, right.node}), PartKind::kSum};
  }

  const bool is_condition_;
  const bool allow_arithmetic_;
  const Tokens tokens_;
  ParsedExpression parsed_;
  size_t at_ = 0;
  size_t value_count_ = 0;
  int operators_ = 0;
  // The number of groups and functions around the current token. It is bounded, because each level of recursion takes
  // some of the stack, which may be small. Valid expressions are less deep: each group but one needs an operator
  // (kExpressionOperatorsMax) or another path element, as in ((a).b).c (kPathElementsMax), and each function some bytes
  // (kExpressionBytesMax).
  static constexpr int kDepthMax = 700;
  int depth_ = 0;
  bool failed_ = false;
  bool redundant_parentheses_ = false;
};

}  // namespace

std::string_view KindName(ExpressionKind kind) {
  switch (kind) {
    case ExpressionKind::kUpdate:
      return "Update";
    case ExpressionKind::kCondition:
      return "Condition";
    case ExpressionKind::kKeyCondition:
      return "KeyCondition";
    case ExpressionKind::kFilter:
      return "Filter";
    case ExpressionKind::kProjection:
      return "Projection";
  }
  return {};
}

errors::ExpressionErrors ParsedExpression::errors() const { return errors::ExpressionErrors(KindName(kind)); }

Result<ParsedExpression> ParseExpression(ExpressionKind kind, std::string_view text, bool allow_arithmetic) {
  if (text.size() > limits::kExpressionBytesMax) {
    const errors::ExpressionErrors errors{KindName(kind)};
    return kind == ExpressionKind::kUpdate ? errors.TooLongWithoutSize() : errors.TooLong(text.size());
  }
  if (text.empty()) return errors::ExpressionErrors(KindName(kind)).Empty();
  return Parser(kind, text, allow_arithmetic).Parse();
}

}  // namespace holdfast
