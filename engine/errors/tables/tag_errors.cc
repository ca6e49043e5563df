#include "engine/errors/tables/tag_errors.h"

#include "engine/errors/error_text.h"

namespace holdfast::errors {

Error ResourceArnMissing() { return Validation("Invalid TableArn"); }
Error NotAnArn(std::string_view text) { return InvalidParameters({"ARNs must start with 'arn:': ", text}); }
Error ArnOfOtherService(std::string_view arn) {
  return InvalidParameters({"Provided Arn is not a DynamoDB resource arn: ", arn});
}
Error ArnOfNeitherTableNorStream(std::string_view arn) {
  return InvalidParameters(
      {"Invalid resource arn provided, only table or stream is accepted. Provided resource arn: ", arn});
}
Error InvalidResourceArn(std::string_view arn) {
  return ComposeValidation({"Invalid TableArn: Invalid ResourceArn provided as input ", arn});
}
Error NoSuchResource(std::string_view arn) {
  return {ErrorKind::kResourceNotFound, Concat({"Requested resource not found: ResourceArn: ", arn, " not found"})};
}

Error NoTags() { return Validation("Atleast one Tag needs to be provided as Input."); }
Error NoTagKeys() { return Validation("Atleast one Tag Key needs to be provided as Input."); }
Error InvalidTagKey(std::string_view key) { return ComposeValidation({"The Tag Key provided is invalid, Key: ", key}); }
Error InvalidTagValue(std::string_view value) {
  return ComposeValidation({"The Tag Value provided is invalid, Value: ", value});
}
Error ReservedTagKey(std::string_view key) {
  return ComposeValidation({"Tag Key cannot be prefixed with aws:, Key: ", key});
}
Error TagKeyDuplicated(std::string_view key) {
  return ComposeValidation({"Duplicate Tag Keys provided as input: Duplicate Tag Key found ", key});
}
Error TooManyTags() { return Validation("Number of Tags exceed the current limit for the provided ResourceArn"); }

}  // namespace holdfast::errors
