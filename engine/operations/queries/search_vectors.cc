#include "engine/operations/queries/search_vectors.h"

#include "engine/base/limits.h"
#include "engine/errors/constraints.h"
#include "engine/errors/request_errors.h"
#include "engine/operations/request_rules/member_rules.h"

namespace holdfast {

// [open] The service's error for a missing member states a column in the text of the request body, which is not known
// here; the error here is worded as in other operations. The order of the checks was not captured: here all that need
// no table come first. The error for an index that is not a vector index was not captured: here it is the one for an
// index that does not exist.
Result<SearchVectorsResponse> SearchVectors(DatabaseState& database, const SearchVectorsRequest& request) {
  errors::Constraints constraints;
  ConstrainTableName(request.table_name, constraints);
  constraints.NotNull(request.index_name.has_value(), "indexName");
  ConstrainIndexName(request.index_name, constraints);
  constraints.NotNull(request.search_vector.has_value(), "searchVector");
  constraints.NotNull(request.top_k.has_value(), "topK");
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  if (*request.top_k < 1 || *request.top_k > limits::kTopKMax) return errors::TopKOutOfRange(*request.top_k);
  HOLDFAST_RETURN_IF_ERROR(FindTable(database, *request.table_name));
  return errors::NoSuchIndex(*request.index_name);
}

}  // namespace holdfast
