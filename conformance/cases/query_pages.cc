// Queries in pages: what a limit counts, where a page ends, and how the next one begins.
#include "conformance/cases/cases.h"
#include "conformance/cases/steps/step.h"

namespace holdfast::conformance {
namespace {

// The sort keys of the collection's items. The attribute "n" of an item is the index of its sort key here.
constexpr const char* kSortKeys[] = {"a1", "a2", "a3", "b1", "b2"};

std::string ItemAt(size_t index) {
  return std::string("{$key(list/") + kSortKeys[index] + R"(),"n":{"N":")" + std::to_string(index) + "\"}}";
}

struct Page {
  std::vector<size_t> indices;
  int scanned;
  const char* last_sort_key;  // empty: there is no LastEvaluatedKey
};

Expected ExpectedPage(const Page& page) {
  std::string items;
  for (const size_t index : page.indices) items += (items.empty() ? "" : ",") + ItemAt(index);
  std::string body = R"({"Items":[)" + items + R"(],"Count":)" + std::to_string(page.indices.size()) +
                     R"(,"ScannedCount":)" + std::to_string(page.scanned);
  const std::string last = page.last_sort_key;
  if (!last.empty()) body += R"(,"LastEvaluatedKey":{$key(list/)" + last + ")}";
  return SuccessWith(body + "}");
}

// A consistent query of the collection. `condition` is appended to the condition on the partition key, `values` to
// ExpressionAttributeValues, and `more` to the request.
CaseStep QueryStep(const std::string& what, const std::string& condition, const std::string& values,
                   const std::string& more, Expected expected) {
  return {what, "Query",
          R"("TableName":"$table","ConsistentRead":true,"KeyConditionExpression":"pk = :pk)" + condition +
              R"j(","ExpressionAttributeValues":{":pk":{"S":"$pk(list)"})j" + values + "}" + more,
          std::move(expected)};
}

void PutCollection(CaseRun& run) {
  for (size_t i = 0; i < std::size(kSortKeys); ++i) {
    RunSteps(run, run.Table(CasesTable()),
             {Given(std::string("list/") + kSortKeys[i], R"("n":{"N":")" + std::to_string(i) + "\"}")});
  }
}

void KeyConditionsSelectItems(CaseRun& run) {
  RunSteps(
      run, run.Table(CasesTable()),
      {QueryStep("everything", "", "", "", ExpectedPage({{0, 1, 2, 3, 4}, 5, ""})),
       QueryStep("everything, backward", "", "", R"(,"ScanIndexForward":false)",
                 ExpectedPage({{4, 3, 2, 1, 0}, 5, ""})),
       QueryStep("one sort key", " AND sk = :s", R"(,":s":{"S":"a2"})", "", ExpectedPage({{1}, 1, ""})),
       QueryStep("below a sort key", " AND sk < :s", R"(,":s":{"S":"a3"})", "", ExpectedPage({{0, 1}, 2, ""})),
       QueryStep("from a sort key on", " AND sk >= :s", R"(,":s":{"S":"a3"})", "", ExpectedPage({{2, 3, 4}, 3, ""})),
       QueryStep("between sort keys, both included", " AND sk BETWEEN :s AND :t", R"(,":s":{"S":"a2"},":t":{"S":"b1"})",
                 "", ExpectedPage({{1, 2, 3}, 3, ""})),
       QueryStep("the sort keys that begin so", " AND begins_with(sk, :s)", R"(,":s":{"S":"b"})", "",
                 ExpectedPage({{3, 4}, 2, ""})),
       QueryStep("nothing", " AND sk > :s", R"(,":s":{"S":"c"})", "", ExpectedPage({{}, 0, ""}))});
}

void PagesFollowOneAnother(CaseRun& run) {
  RunSteps(
      run, run.Table(CasesTable()),
      {QueryStep("the first page of two", "", "", R"(,"Limit":2)", ExpectedPage({{0, 1}, 2, "a2"})),
       QueryStep("the page after it", "", "", R"(,"Limit":2,"ExclusiveStartKey":{$key(list/a2)})",
                 ExpectedPage({{2, 3}, 2, "b1"})),
       QueryStep("the last page, which is not full", "", "", R"(,"Limit":2,"ExclusiveStartKey":{$key(list/b1)})",
                 ExpectedPage({{4}, 1, ""})),
       // A page that reaches the limit has a LastEvaluatedKey, even if no item follows.
       QueryStep("a page that ends with the last item", "", "", R"(,"Limit":5)",
                 ExpectedPage({{0, 1, 2, 3, 4}, 5, "b2"})),
       QueryStep("the page after the last item", "", "", R"(,"Limit":5,"ExclusiveStartKey":{$key(list/b2)})",
                 ExpectedPage({{}, 0, ""})),
       QueryStep("a page backward", "", "", R"(,"Limit":2,"ScanIndexForward":false)", ExpectedPage({{4, 3}, 2, "b1"})),
       QueryStep("the page after it, backward", "", "",
                 R"(,"Limit":2,"ScanIndexForward":false,"ExclusiveStartKey":{$key(list/b1)})",
                 ExpectedPage({{2, 1}, 2, "a2"})),
       QueryStep("a page after a key that is not stored", "", "", R"(,"ExclusiveStartKey":{$key(list/a9)})",
                 ExpectedPage({{3, 4}, 2, ""})),
       QueryStep("a limit of 0", "", "", R"(,"Limit":0)", Invalid())});
}

// The limit counts items before the filter is applied.
void FiltersApplyAfterTheLimit(CaseRun& run) {
  const std::string odd = R"j(,"FilterExpression":"n IN (:one, :three)")j";
  const std::string values = R"(,":one":{"N":"1"},":three":{"N":"3"})";
  RunSteps(
      run, run.Table(CasesTable()),
      {QueryStep("a filter", "", values, odd, ExpectedPage({{1, 3}, 5, ""})),
       QueryStep("a filter behind a limit", "", values, odd + R"(,"Limit":3)", ExpectedPage({{1}, 3, "a3"})),
       QueryStep("a filter that lets nothing of its page through", "", values, odd + R"(,"Limit":1)",
                 ExpectedPage({{}, 1, "a1"})),
       QueryStep("a filter, counting only", "", values, odd + R"(,"Select":"COUNT")",
                 SuccessWith(R"({"Count":2,"ScannedCount":5})")),
       QueryStep("a filter on the sort key", "", R"(,":s":{"S":"a1"})", R"(,"FilterExpression":"sk = :s")",
                 Invalid("Filter Expression can only contain non-primary key attributes: Primary key attribute: sk"))});
}

}  // namespace

CaseDescription QueryPages() {
  return {"query-pages", "A query's pages follow one another without a gap; a filter works on what the limit counted.",
          InOrder({PutCollection, KeyConditionsSelectItems, PagesFollowOneAnother, FiltersApplyAfterTheLimit})};
}

}  // namespace holdfast::conformance
