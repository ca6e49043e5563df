// Parses the text of a statement into a tree of terms. It checks the grammar, and does not interpret names and values.
//
//   SELECT list FROM path [WHERE term] [ORDER BY path [ASC|DESC], …]
//   INSERT INTO path VALUE term
//   UPDATE path {SET path = term, … | REMOVE path, …}+ [WHERE term] [RETURNING {ALL|MODIFIED} {OLD|NEW} *]
//   FROM path [WHERE term] {SET … | REMOVE …}+ [RETURNING …]
//   DELETE FROM path [WHERE term] [RETURNING …]
//   EXISTS ( SELECT … )
//
// Terms are parsed by precedence, from OR to the signs of numbers. Constructs of PartiQL's grammar that DynamoDB does
// not support (aliases, functions in a projection, …) are parsed, too, because their errors come after those of the
// syntax: CompileStatement refuses them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/partiql/lexer.h"

namespace holdfast::partiql {

enum class TermKind : uint8_t {
  kString,
  kNumber,
  kTrue,
  kFalse,
  kNull,
  kMissing,
  kParameter,
  kList,
  kBag,       // `<< … >>`, a set
  kMap,       // its operands are entries
  kMapEntry,  // the token is the name, the operand the value
  kPath,
  kCall,
  kNegative,  // a sign before something other than a number
  kPositive,
  kAdd,
  kSubtract,
  kOtherOperator,  // one that DynamoDB does not have: `*`, `/`, `%`, `||`, LIKE
  kEqual,
  kNotEqual,
  kLess,
  kLessOrEqual,
  kGreater,
  kGreaterOrEqual,
  kBetween,
  kIn,
  kIs,
  kNot,
  // These two have two or more operands: `a AND b AND c` is one term.
  kAnd,
  kOr,
};

// The types that IS tests for; kNever is a type that no value has.
enum class TypeTest : uint8_t { kMissing, kNull, kBool, kNumber, kString, kBinary, kList, kMap, kSet, kNever };

inline constexpr uint32_t kNoTerm = UINT32_MAX;

struct Term {
  TermKind kind;
  // The first token of the term; of operators, the operator.
  Token token;
  // Of kNumber: whether an odd number of minus signs stands before it.
  bool negative = false;
  // Of kIs.
  TypeTest type = TypeTest::kNever;
  // The number of terms on the longest path down to a leaf, this one included.
  uint16_t height = 1;
  // Of kPath: the index of the path in ParsedStatement::paths. Of kParameter: its number among the parameters of the
  // statement, from 0.
  uint32_t index = 0;
  uint32_t operand_count = 0;
  uint32_t first_operand = kNoTerm;
  uint32_t last_operand = kNoTerm;
  uint32_t next = kNoTerm;  // the next operand of the same term
};

// A component of a path: a name, or a list index.
struct PathComponent {
  Token token;
  bool is_index = false;
  bool negative = false;  // of an index: `[-1]`
};

enum class StatementKind : uint8_t { kSelect, kInsert, kUpdate, kDelete, kExists };

enum class AssignmentKind : uint8_t { kSet, kRemove };
struct Assignment {
  AssignmentKind kind;
  uint32_t target;           // a kPath
  uint32_t value = kNoTerm;  // of kSet
};

struct OrderTerm {
  uint32_t path;
  bool descending = false;
};

struct Returning {
  bool modified = false;
  bool new_image = false;
};

// Tokens are positions in `text`.
struct ParsedStatement {
  std::string text;
  StatementKind kind = StatementKind::kSelect;
  // The names after FROM, INTO or UPDATE.
  std::vector<PathComponent> from;
  bool has_alias = false;
  // SELECT: empty for `*`.
  std::vector<uint32_t> projection;
  std::vector<OrderTerm> order;
  uint32_t where = kNoTerm;
  uint32_t inserted = kNoTerm;
  std::vector<Assignment> assignments;
  std::optional<Returning> returning;
  uint32_t parameter_count = 0;

  std::vector<Term> terms;
  std::vector<std::vector<PathComponent>> paths;
};

// Errors: ValidationException `Statement wasn't well formed, can't be processed: …`
Result<ParsedStatement> ParseStatement(std::string_view text);

}  // namespace holdfast::partiql
