// A compiled statement: everything that its text alone determines, in the form from which requests are planned. Its
// condition and its update are trees like those of expressions (engine/expressions/syntax/bound_expression.h).
//
// Programs send a few texts again and again, with other parameters. So each thread caches a fixed number of recent
// statements.
//
// Thread safety: immutable once made.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/expressions/projection_expression.h"
#include "engine/expressions/syntax/bound_expression.h"
#include "engine/partiql/parser.h"
#include "engine/values/attribute_value.h"

namespace holdfast::partiql {

// Where a value comes from: the statement's text or the request's parameters.
struct ValueSource {
  bool is_parameter = false;
  // An index of `Statement::literals` or of the parameters.
  uint32_t index = 0;
};

// A set of ValueTypes.
using TypeMask = uint16_t;
constexpr TypeMask MaskOf(ValueType type) { return static_cast<TypeMask>(1u << static_cast<unsigned>(type)); }

// A check of a parameter's value that is made when the statement is bound. Literals are checked when it is compiled.
struct ParameterCheck {
  enum class Kind : uint8_t {
    kOperandType,  // the operand of an operator or function: its type must be one of `types`
    kTypeName,     // the second operand of attribute_type: it must name a type
    kSetArgument,  // the second argument of set_add or set_delete: it must be a set
  };
  Kind kind;
  uint32_t parameter;
  TypeMask types = 0;
  // The operator or function in messages.
  std::string op;
  // kSetArgument: the position of the function's first argument in the text, for messages.
  std::string position = {};
};

// A tree and the sources of its value leaves.
struct UnboundExpression {
  ExpressionShape shape;
  std::vector<ValueSource> values;
};

// A condition that can fix a key attribute: `attribute = value`, `value = attribute`, or `attribute IN [value]`.
struct AttributeEquality {
  std::string attribute;
  ValueSource value;
  bool is_in = false;
};

struct OrderAttribute {
  // A path of several elements is never a key: it is kept as text.
  std::string name;
  bool descending = false;
};

struct Statement {
  std::string text;
  StatementKind kind = StatementKind::kSelect;
  std::string table;
  std::optional<std::string> index;
  // SELECT: nothing for `*`.
  std::optional<ProjectionExpression> projection;
  std::vector<OrderAttribute> order;
  // The condition. `conjuncts`: the operands of its AND if the root is one, otherwise the root. `equalities`: the
  // conjuncts that are equalities of attributes.
  std::optional<UnboundExpression> where;
  std::vector<uint32_t> conjuncts;
  std::vector<AttributeEquality> equalities;
  // UPDATE: SET and REMOVE.
  UnboundExpression update;
  // UPDATE and DELETE.
  std::optional<Returning> returning;
  // INSERT: the attributes in text order.
  std::vector<std::pair<std::string, ValueSource>> inserted;

  std::vector<AttributeValue> literals;
  std::vector<ParameterCheck> parameter_checks;
  uint32_t parameter_count = 0;

  // False for EXISTS, too: it is allowed only among the writes of a transaction.
  bool reads() const { return kind == StatementKind::kSelect; }
};
using StatementRef = std::shared_ptr<const Statement>;

// The statement of `text`, perhaps a cached one. Errors: ValidationException, in DynamoDB's order: the syntax of the
// whole statement, literals, then constructs of PartiQL that DynamoDB does not support, and the types of literal
// operands.
Result<StatementRef> CompileStatement(std::string_view text);

// A statement with the parameters of one request. A BoundStatement keeps the statement alive; the parameters must
// outlive the BoundStatement.
class BoundStatement {
 public:
  // Errors: a wrong number of parameters, then parameters that fail a ParameterCheck.
  static Result<BoundStatement> Bind(StatementRef statement, const std::vector<AttributeValue>& parameters);

  const Statement& statement() const { return *statement_; }
  const Statement* operator->() const { return statement_.get(); }
  // Only of statements with WHERE.
  BoundExpression Where() const { return Bound(*statement_->where); }
  BoundExpression Update() const { return Bound(statement_->update); }
  ValueView ValueOf(ValueSource source) const {
    return source.is_parameter ? (*parameters_)[source.index].view() : statement_->literals[source.index].view();
  }
  // The item of an INSERT. It may be invalid (AttributeMap::problem).
  AttributeMap InsertedItem() const;

 private:
  BoundStatement(StatementRef statement, const std::vector<AttributeValue>& parameters)
      : statement_(std::move(statement)), parameters_(&parameters) {}

  BoundExpression Bound(const UnboundExpression& expression) const;

  StatementRef statement_;
  const std::vector<AttributeValue>* parameters_;
};

}  // namespace holdfast::partiql
