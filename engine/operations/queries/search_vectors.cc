#include "engine/operations/queries/search_vectors.h"

#include "engine/base/limits.h"
#include "engine/errors/constraints.h"
#include "engine/errors/request_errors.h"
#include "engine/operations/request_rules/member_rules.h"

namespace holdfast {

namespace {

// The service's own text for an absent member of this operation, which it reports before all constraints. [open] The
// order of these errors was not captured.
Status CheckPresent(const SearchVectorsRequest& request) {
  if (!request.table_name) return errors::SearchMemberMissing("TableName", request.text_size);
  if (!request.index_name) return errors::SearchMemberMissing("IndexName", request.text_size);
  if (!request.search_vector) return errors::SearchMemberMissing("SearchVector", request.text_size);
  if (!request.top_k) return errors::SearchMemberMissing("TopK", request.text_size);
  return {};
}

}  // namespace

// [open] The order of the checks was not captured: here all that need no table come first. The error for an index that
// is not a vector index was not captured: here it is the one for an index that does not exist.
Result<SearchVectorsResponse> SearchVectors(DatabaseState& database, const SearchVectorsRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(CheckPresent(request));
  errors::Constraints constraints;
  ConstrainTableName(request.table_name, constraints);
  ConstrainIndexName(request.index_name, constraints);
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  if (*request.top_k < 1 || *request.top_k > limits::kTopKMax) return errors::TopKOutOfRange(*request.top_k);
  HOLDFAST_RETURN_IF_ERROR(FindTable(database, *request.table_name));
  return errors::NoSuchIndex(*request.index_name);
}

}  // namespace holdfast
