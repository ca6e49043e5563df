// The error catalogue: PartiQL statements. All but DuplicateItem are ValidationExceptions.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.html; the texts as captured in 2026.
//
// A `position` of type string_view is the position of a token in the statement, as `line:column:length`. `key` is the
// path of a value in a literal, which begins with `root`: `root.name[1]`.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "engine/base/error.h"
#include "engine/values/number.h"

namespace holdfast::errors {

// The syntax. `Statement wasn't well formed, can't be processed: <detail>`
Error StatementNotWellFormed(std::string_view detail);

// Statements that the syntax permits and DynamoDB refuses.
Error AliasingNotSupported();
Error UnexpectedPathComponent(std::string_view position);
Error EmptyPathComponent();
Error TooManyFromComponents();
Error WriteToSeveralComponents(std::string_view position);
Error WriteToIndex();
Error UnsupportedOperation(std::string_view operation);
Error UnrecognizedFunction(std::string_view function, std::string_view position);
Error ExistsOutsideTransaction();
Error StatementListIndexOutOfRange(std::string_view index, std::string_view position);
Error ReturningClauseInvalidForDelete(std::string_view clause);

// Literals. `what`: the kind of a term that cannot be stored, such as `Parameter`, or the name of a called function.
Error LiteralNumberProblem(NumberProblem problem, std::string_view key);
Error MixedBag();
Error EmptyBag();
Error DuplicateNumbersInBag(const std::vector<std::string_view>& members);
Error DuplicateStringsInBag(const std::vector<std::string_view>& members);
Error UnsupportedDataType(std::string_view what, std::string_view key, std::string_view position);
Error LiteralTooDeep(std::string_view key);

// Operands. `op` is an operator or function.
Error StatementWrongOperandType(std::string_view op, std::string_view type);
Error StatementWrongOperandCount(std::string_view op, size_t count);
Error StatementNeedsDocumentPath(std::string_view op);
Error UnsupportedConditionOperator(std::string_view op);
Error StatementTooManyInOperands(size_t count);
Error StatementInvalidTypeName(std::string_view type);
// `function` is SET_ADD or SET_DELETE.
Error SetFunctionWrongFirstArgument(std::string_view function, std::string_view position);
Error SetFunctionWrongSecondArgument(std::string_view function, std::string_view position);
Error SetFunctionWrongArgumentCount(std::string_view function, std::string_view position);
// [open] The texts for updates of paths that overlap or conflict were not captured; these are UpdateItem's.
Error StatementPathsOverlap(std::string_view one, std::string_view two);
Error StatementPathsConflict(std::string_view one, std::string_view two);

Error ParameterCountMismatch();

// Keys, against the schema.
Error KeyValueTypeMismatch(std::string_view attribute);
Error WhereWithoutKey();
Error SeveralValuesOfKey(std::string_view attribute);
Error TooManyDecomposedReads();
Error OverlappingKeyConditions();
Error OrderByWithoutWhere();
Error OrderByWithoutHashCondition();
Error OrderByNonKey(std::string_view attribute);
Error OrderByWithoutHashKey();

// Indexes.
Error StatementNoSuchIndex();
Error StatementConsistentReadOnGlobalIndex();
Error StatementOnMultiAttributeKeys();

Error UndecodableNextToken();
Error NextTokenOfOtherRequest();

// INSERT of an item that exists: a DuplicateItemException.
Error DuplicateItem();
Error UpdatedItemTooDeep();

// BatchExecuteStatement and ExecuteTransaction.
Error ReadsAndWritesInBatch();
Error ReadsAndWritesInTransaction();
// `operation`: BatchExecuteStatement or ExecuteTransaction.
Error SelectWithoutPrimaryKey(std::string_view operation);
Error ReturningInTransaction();
Error IndexReadInTransaction();
Error ExistsNeedsItemReadWithCondition();
// `Validation failed in TransactStatements[<position>]: ` before the text of `error`.
Error InTransactStatement(size_t position, const Error& error);

}  // namespace holdfast::errors
