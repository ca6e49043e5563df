#include "engine/partiql/statement.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "absl/hash/hash.h"
#include "engine/errors/partiql_errors.h"
#include "engine/partiql/literals.h"
#include "engine/partiql/translation.h"
#include "engine/values/value_builder.h"

namespace holdfast::partiql {
namespace {

// Returns nothing if `node` is another kind of condition.
std::optional<AttributeEquality> EqualityAt(const UnboundExpression& where, uint32_t node) {
  const SyntaxTree& tree = where.shape.tree;
  const Node& condition = tree[node];
  const bool is_in = condition.kind == NodeKind::kIn;
  if (condition.operand_count != 2 || !(condition.kind == NodeKind::kEqual || is_in)) return std::nullopt;
  uint32_t path = condition.first_operand;
  uint32_t value = tree.next(path);
  if (tree[path].kind == NodeKind::kValue && !is_in) std::swap(path, value);
  if (tree[path].kind != NodeKind::kPath || tree[value].kind != NodeKind::kValue) return std::nullopt;
  const DocumentPath& document_path = where.shape.paths[tree[path].leaf];
  if (document_path.nested()) return std::nullopt;
  return AttributeEquality{document_path.attribute(), where.values[tree[value].leaf], is_in};
}

class StatementCompiler {
 public:
  explicit StatementCompiler(ParsedStatement parsed)
      : parsed_(std::move(parsed)), literals_(parsed_.terms.size()), statement_(std::make_shared<Statement>()) {}

  Result<StatementRef> Compile() && {
    statement_->text = parsed_.text;
    statement_->kind = parsed_.kind;
    statement_->parameter_count = parsed_.parameter_count;
    HOLDFAST_RETURN_IF_ERROR(ReadLiterals());
    if (parsed_.has_alias) return errors::AliasingNotSupported();
    HOLDFAST_RETURN_IF_ERROR(CompileFrom());
    HOLDFAST_RETURN_IF_ERROR(CompileProjection());
    HOLDFAST_RETURN_IF_ERROR(CompileInsert());
    HOLDFAST_RETURN_IF_ERROR(TranslateUpdate(Operands(&statement_->update)));
    HOLDFAST_RETURN_IF_ERROR(CompileWhere());
    HOLDFAST_RETURN_IF_ERROR(CompileOrder());
    HOLDFAST_RETURN_IF_ERROR(CompileReturning());
    return StatementRef(std::move(statement_));
  }

 private:
  OperandTranslator Operands(UnboundExpression* expression) {
    return {parsed_, literals_, statement_.get(), expression};
  }

  Status ReadLiterals() {
    for (const Assignment& assignment : parsed_.assignments) HOLDFAST_RETURN_IF_ERROR(ReadLiteralsIn(assignment.value));
    if (parsed_.inserted != kNoTerm && parsed_.terms[parsed_.inserted].kind == TermKind::kMap) {
      const Term& item = parsed_.terms[parsed_.inserted];
      for (uint32_t entry = item.first_operand; entry != kNoTerm; entry = parsed_.terms[entry].next) {
        HOLDFAST_RETURN_IF_ERROR(ReadLiteralsIn(parsed_.terms[entry].first_operand));
      }
    }
    return ReadLiteralsIn(parsed_.where);
  }

  // Reads the literals in text order, which is the order of operands.
  Status ReadLiteralsIn(uint32_t term) {
    if (term == kNoTerm) return {};
    if (IsLiteral(parsed_.terms[term].kind)) {
      HOLDFAST_ASSIGN_OR_RETURN(AttributeValue literal, ReadLiteral(parsed_, term));
      literals_[term] = static_cast<uint32_t>(statement_->literals.size());
      statement_->literals.push_back(std::move(literal));
      return {};
    }
    for (uint32_t part = parsed_.terms[term].first_operand; part != kNoTerm; part = parsed_.terms[part].next) {
      HOLDFAST_RETURN_IF_ERROR(ReadLiteralsIn(part));
    }
    return {};
  }

  Status CompileFrom() {
    std::vector<std::string> names;
    for (const PathComponent& component : parsed_.from) {
      names.push_back(NameOf(parsed_, component));
      if (names.back().empty()) return errors::EmptyPathComponent();
    }
    const bool may_name_index = parsed_.kind == StatementKind::kSelect || parsed_.kind == StatementKind::kExists;
    if (names.size() > 1 && parsed_.kind == StatementKind::kInsert) {
      return errors::WriteToSeveralComponents(PositionOf(parsed_.text, parsed_.from.front().token));
    }
    if (names.size() > 2) return errors::TooManyFromComponents();
    if (names.size() == 2 && !may_name_index) return errors::WriteToIndex();
    statement_->table = std::move(names[0]);
    if (names.size() == 2) statement_->index = std::move(names[1]);
    return {};
  }

  // The part of the path from its last attribute name on: `b` of `a.b`, `b[0]` of `a.b[0]`.
  static std::string ResultName(const DocumentPath& path) {
    size_t first = path.elements.size() - 1;
    while (path.elements[first].is_index) --first;
    std::string name = path.elements[first].name;
    for (size_t i = first + 1; i < path.elements.size(); ++i) {
      name += "[" + std::to_string(path.elements[i].index) + "]";
    }
    return name;
  }

  Status CompileProjection() {
    if (parsed_.projection.empty()) return {};
    std::vector<DocumentPath> paths;
    std::vector<std::string> names;
    for (const uint32_t column : parsed_.projection) {
      if (parsed_.terms[column].kind != TermKind::kPath) {
        return errors::UnexpectedPathComponent(PositionOf(parsed_.text, parsed_.terms[column].token));
      }
      HOLDFAST_ASSIGN_OR_RETURN(DocumentPath path, ReadPath(parsed_, column));
      names.push_back(ResultName(path));
      paths.push_back(std::move(path));
    }
    statement_->projection.emplace(std::move(paths), std::move(names));
    return {};
  }

  Status CompileInsert() {
    if (parsed_.inserted == kNoTerm) return {};
    const Term& item = parsed_.terms[parsed_.inserted];
    // [open] The error for a VALUE other than a map was not captured.
    if (item.kind != TermKind::kMap) {
      return errors::UnsupportedDataType(item.kind == TermKind::kParameter ? "Parameter" : "Expression", "root",
                                         PositionOf(parsed_.text, item.token));
    }
    for (uint32_t entry = item.first_operand; entry != kNoTerm; entry = parsed_.terms[entry].next) {
      const uint32_t value = parsed_.terms[entry].first_operand;
      const Term& term = parsed_.terms[value];
      if (term.kind == TermKind::kMissing) continue;
      const bool is_parameter = term.kind == TermKind::kParameter;
      if (!is_parameter && !IsLiteral(term.kind)) {
        const Result<AttributeValue> literal = ReadLiteral(parsed_, value);
        if (!literal.ok()) return literal.error();
      }
      statement_->inserted.emplace_back(Unquote(parsed_.text, parsed_.terms[entry].token),
                                        ValueSource{is_parameter, is_parameter ? term.index : literals_[value]});
    }
    return {};
  }

  Status CompileWhere() {
    if (parsed_.where == kNoTerm) return {};
    UnboundExpression& where = statement_->where.emplace();
    HOLDFAST_RETURN_IF_ERROR(TranslateCondition(parsed_.where, Operands(&where)));
    const SyntaxTree& tree = where.shape.tree;
    const uint32_t root = where.shape.root;
    if (tree[root].kind != NodeKind::kAnd) {
      AddConjunct(where, root);
      return {};
    }
    for (uint32_t part = tree.first(root); part != kNoNode; part = tree.next(part)) AddConjunct(where, part);
    return {};
  }

  void AddConjunct(const UnboundExpression& where, uint32_t node) {
    statement_->conjuncts.push_back(node);
    std::optional<AttributeEquality> equality = EqualityAt(where, node);
    if (equality.has_value()) statement_->equalities.push_back(*std::move(equality));
  }

  Status CompileOrder() {
    if (parsed_.order.empty()) return {};
    if (parsed_.where == kNoTerm) return errors::OrderByWithoutWhere();
    for (const OrderTerm& term : parsed_.order) {
      HOLDFAST_ASSIGN_OR_RETURN(const DocumentPath path, ReadPath(parsed_, term.path));
      statement_->order.push_back({path.nested() ? path.ToText() : path.attribute(), term.descending});
    }
    return {};
  }

  Status CompileReturning() {
    statement_->returning = parsed_.returning;
    if (parsed_.kind != StatementKind::kDelete || !parsed_.returning.has_value()) return {};
    if (!parsed_.returning->modified && !parsed_.returning->new_image) return {};
    return errors::ReturningClauseInvalidForDelete(std::string("RETURNING ") +
                                                   (parsed_.returning->modified ? "MODIFIED" : "ALL") +
                                                   (parsed_.returning->new_image ? " NEW *" : " OLD *"));
  }

  const ParsedStatement parsed_;
  // By term, the position of its value in the statement's literals.
  std::vector<uint32_t> literals_;
  std::shared_ptr<Statement> statement_;
};

// A set-associative cache of statements, keyed by the hash of their text. In each set, the most recently used statement
// comes first, as in the cache of expressions (engine/expressions/syntax/resolved_expression.cc).
class StatementCache {
 public:
  static constexpr size_t kSets = 32;
  static constexpr size_t kSetSize = 4;
  // Longer statements are not cached.
  static constexpr size_t kBytesMax = 1'024;
  using Set = std::array<StatementRef, kSetSize>;

  Set& SetOf(std::string_view text) { return sets_[absl::Hash<std::string_view>()(text) % kSets]; }

 private:
  std::array<Set, kSets> sets_;
};

Status CheckParameter(const ParameterCheck& check, ValueView value) {
  switch (check.kind) {
    case ParameterCheck::Kind::kOperandType:
      return CheckOperandType(value, check.types, check.op);
    case ParameterCheck::Kind::kTypeName:
      return CheckIsTypeName(value);
    case ParameterCheck::Kind::kSetArgument:
      break;
  }
  if (IsSet(value.type())) return {};
  return errors::SetFunctionWrongSecondArgument(check.op, check.position);
}

}  // namespace

Result<StatementRef> CompileStatement(std::string_view text) {
  thread_local StatementCache cache;
  StatementCache::Set& set = cache.SetOf(text);
  for (auto cached = set.begin(); cached != set.end(); ++cached) {
    if (*cached == nullptr || (*cached)->text != text) continue;
    std::rotate(set.begin(), cached, cached + 1);
    return set.front();
  }
  HOLDFAST_ASSIGN_OR_RETURN(ParsedStatement parsed, ParseStatement(text));
  HOLDFAST_ASSIGN_OR_RETURN(StatementRef statement, StatementCompiler(std::move(parsed)).Compile());
  if (text.size() <= StatementCache::kBytesMax) {
    std::rotate(set.begin(), set.end() - 1, set.end());
    set.front() = statement;
  }
  return statement;
}

// [open] Whether the service accepts more parameters than the statement uses is not known: they are refused here.
Result<BoundStatement> BoundStatement::Bind(StatementRef statement, const std::vector<AttributeValue>& parameters) {
  if (parameters.size() != statement->parameter_count) return errors::ParameterCountMismatch();
  for (const ParameterCheck& check : statement->parameter_checks) {
    HOLDFAST_RETURN_IF_ERROR(CheckParameter(check, parameters[check.parameter].view()));
  }
  return BoundStatement(std::move(statement), parameters);
}

BoundExpression BoundStatement::Bound(const UnboundExpression& expression) const {
  BoundExpression bound({statement_, &expression.shape});
  for (const ValueSource source : expression.values) bound.Bind(ValueOf(source));
  return bound;
}

AttributeMap BoundStatement::InsertedItem() const {
  ValueBuilder builder(ValueBuilder::Root::kMap);
  builder.BeginMap();
  for (const auto& [name, source] : statement_->inserted) {
    builder.Name(name);
    builder.Value(ValueOf(source));
  }
  builder.EndMap();
  return std::move(builder).TakeMap();
}

}  // namespace holdfast::partiql
