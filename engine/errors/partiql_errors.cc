#include "engine/errors/partiql_errors.h"

#include <string>

#include "engine/errors/error_text.h"

namespace holdfast::errors {
Error StatementNotWellFormed(std::string_view detail) {
  return ComposeValidation({"Statement wasn't well formed, can't be processed: ", detail});
}

Error AliasingNotSupported() { return Validation("Aliasing is not supported"); }

Error UnexpectedPathComponent(std::string_view position) {
  return ComposeValidation({"Unexpected path component at ", position});
}

Error EmptyPathComponent() { return Validation("Path component cannot be an empty string"); }

Error TooManyFromComponents() { return Validation("A path may contain at most 2 components in the FROM clause"); }

Error WriteToSeveralComponents(std::string_view position) {
  return ComposeValidation(
      {"FROM clause may only contain a single table name in data manipulation statements at ", position});
}

Error WriteToIndex() { return Validation("This operation is not supported on an index"); }

Error UnsupportedOperation(std::string_view operation) {
  return ComposeValidation({"Unsupported operation: ", operation});
}

Error UnrecognizedFunction(std::string_view function, std::string_view position) {
  return ComposeValidation({"Unrecognized function: ", function, " at ", position});
}

Error ExistsOutsideTransaction() { return Validation("EXISTS can only be used in ExecuteTransaction write requests."); }

Error StatementListIndexOutOfRange(std::string_view index, std::string_view position) {
  return ComposeValidation({"List index is not within the allowable range; index: [", index, "] at ", position});
}

Error ReturningClauseInvalidForDelete(std::string_view clause) {
  return ComposeValidation(
      {"Invalid returning clause: ", clause, ". Only RETURNING ALL OLD * is allowed in DELETE statements."});
}

Error LiteralNumberProblem(NumberProblem problem, std::string_view key) {
  switch (problem) {
    case NumberProblem::kMalformed:
      break;
    case NumberProblem::kOverflow:
      return ComposeValidation(
          {"Number overflow. Attempting to store a number with magnitude larger than supported range under ", key});
    case NumberProblem::kUnderflow:
      return ComposeValidation(
          {"Number underflow. Attempting to store a number with magnitude smaller than supported range under ", key});
    case NumberProblem::kTooManyDigits:
      return ComposeValidation({"Attempting to store more than 38 significant digits in a Number under ", key});
  }
  return StatementNotWellFormed("");
}

Error MixedBag() {
  return Validation("Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags");
}

Error EmptyBag() { return Validation("Empty bags are not supported"); }

Error DuplicateNumbersInBag(const std::vector<std::string_view>& members) {
  return InvalidParameters({"Input collection [", Join(members), "] contains duplicates! under root"});
}

Error DuplicateStringsInBag(const std::vector<std::string_view>& members) {
  return InvalidParameters({"Input collection [", Join(members), "] contains duplicates."});
}

Error UnsupportedDataType(std::string_view what, std::string_view key, std::string_view position) {
  return ComposeValidation({"Unsupported data type: ", what, " under key ", key, " at ", position});
}

Error LiteralTooDeep(std::string_view key) {
  return ComposeValidation({"Nesting Levels have exceeded supported limits under ", key});
}

Error StatementWrongOperandType(std::string_view op, std::string_view type) {
  return ComposeValidation(
      {"Incorrect operand type for operator or function; operator or function: ", op, ", operand type: ", type});
}

Error StatementWrongOperandCount(std::string_view op, size_t count) {
  return ComposeValidation({"Incorrect number of operands for operator or function; operator or function: ", op,
                            ", number of operands: ", std::to_string(count)});
}

Error StatementNeedsDocumentPath(std::string_view op) {
  return ComposeValidation({"Operator or function requires a document path; operator or function: ", op});
}

Error UnsupportedConditionOperator(std::string_view op) {
  return ComposeValidation({"Unsupported operator in Condition Expression. Operator: ", op});
}

Error StatementTooManyInOperands(size_t count) {
  return ComposeValidation(
      {"The IN operator is provided with too many operands; number of operands: ", std::to_string(count)});
}

Error StatementInvalidTypeName(std::string_view type) {
  return ComposeValidation(
      {"Invalid attribute type name found; type: ", type, ", valid types: {N,BS,L,B,NULL,M,S,SS,NS,BOOL}"});
}

Error SetFunctionWrongFirstArgument(std::string_view function, std::string_view position) {
  return ComposeValidation({"The first argument to ", function, " must equal the assignment value at ", position});
}

Error SetFunctionWrongSecondArgument(std::string_view function, std::string_view position) {
  return ComposeValidation({"The second argument to ", function, " must be a value with type SET at ", position});
}

Error SetFunctionWrongArgumentCount(std::string_view function, std::string_view position) {
  return ComposeValidation({function, " must have exactly two arguments at ", position});
}

Error StatementPathsOverlap(std::string_view one, std::string_view two) {
  return ComposeValidation(
      {"Two document paths overlap with each other; must remove or rewrite one of these paths; path one: ", one,
       ", path two: ", two});
}

Error StatementPathsConflict(std::string_view one, std::string_view two) {
  return ComposeValidation(
      {"Two document paths conflict with each other; must remove or rewrite one of these paths; path one: ", one,
       ", path two: ", two});
}

Error ParameterCountMismatch() { return Validation("Number of parameters in request and statement don't match."); }

Error KeyValueTypeMismatch(std::string_view attribute) {
  return ComposeValidation({"Key attribute's data type should match its data type in table's schema: Key ", attribute});
}

Error WhereWithoutKey() {
  return Validation("Where clause does not contain a mandatory equality on all key attributes");
}

Error SeveralValuesOfKey(std::string_view attribute) {
  return ComposeValidation(
      {"Multiple conditions on same key ", attribute, ". Only single item Update/Insert/Delete are supported"});
}

Error TooManyDecomposedReads() { return Validation("Too many decomposed read operations for a given query."); }

Error OverlappingKeyConditions() {
  return Validation("Overlapping conditions with range keys are not supported in where clause");
}

Error OrderByWithoutWhere() {
  return Validation("Must have WHERE clause in the statement when using ORDER BY clause.");
}

Error OrderByWithoutHashCondition() {
  return Validation(
      "Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY clause.");
}

Error OrderByNonKey(std::string_view attribute) {
  return ComposeValidation({"Attribute ", attribute, " in ORDER BY clause must be part of the primary key"});
}

Error OrderByWithoutHashKey() {
  return Validation(
      "Must have hash key in ORDER BY clause when more than one hash key condition specified in WHERE clause.");
}

Error StatementNoSuchIndex() { return Validation("The table does not have the specified index"); }

Error StatementConsistentReadOnGlobalIndex() {
  return Validation("Strongly consistent read is not supported on Global Secondary Indexes");
}

Error StatementOnMultiAttributeKeys() {
  return Validation(
      "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or multi-attribute RANGE keys.");
}

Error UndecodableNextToken() { return Validation("Invalid NextToken"); }

Error NextTokenOfOtherRequest() { return Validation("NextToken does not match request"); }

Error DuplicateItem() { return {ErrorKind::kDuplicateItem, "Duplicate primary key exists in table"}; }

Error UpdatedItemTooDeep() { return Validation("Nesting Levels have exceeded supported limits"); }

Error ReadsAndWritesInBatch() {
  return Validation("Read and write requests together in the same batch is not supported.");
}

Error ReadsAndWritesInTransaction() {
  return Validation("ExecuteTransaction API does not support both read and write operations in the same request.");
}

Error SelectWithoutPrimaryKey(std::string_view operation) {
  return ComposeValidation(
      {"Select statements within ", operation, " must specify the primary key in the where clause."});
}

Error ReturningInTransaction() { return Validation("RETURNING clause is not supported in ExecuteTransaction."); }

Error IndexReadInTransaction() { return Validation("Reads on indices are not supported within transactions."); }

Error ExistsNeedsItemReadWithCondition() {
  return Validation("EXISTS() must contain a single item read with additional condition");
}

Error InTransactStatement(size_t position, const Error& error) {
  return ComposeValidation(
      {"Validation failed in TransactStatements[", std::to_string(position), "]: ", error.message});
}

}  // namespace holdfast::errors
