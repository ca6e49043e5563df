// A consistent read (GetItem, Query, BatchGetItem, TransactGetItems) sees every write that was acknowledged before it.
// Consistent reads of global indexes are refused.
#include "conformance/cases/cases.h"
#include "conformance/cases/steps/step.h"

namespace holdfast::conformance {
namespace {

constexpr char kNotSupportedOnGlobalIndexes[] = "Consistent reads are not supported on global secondary indexes";
constexpr int kRounds = 10;

void ReadAfterWrite(CaseRun& run) {
  for (int i = 0; i < kRounds; ++i) {
    const std::string number = std::to_string(i);
    const std::string item = R"({$key(item),"n":{"N":")" + number + "\"}}";
    RunSteps(run, run.Table(CasesTable()),
             {Given("item", R"("n":{"N":")" + number + "\"}"),
              Stored("item", R"("n":{"N":")" + number + "\"}"),
              {"a consistent query after a put", "Query",
               R"j("TableName":"$table","ConsistentRead":true,"KeyConditionExpression":"pk = :pk",
                  "ExpressionAttributeValues":{":pk":{"S":"$pk(item)"}})j",
               SuccessWith(R"({"Items":[)" + item + R"(],"Count":1,"ScannedCount":1})")},
              {"a consistent batch of gets after a put", "BatchGetItem",
               R"("RequestItems":{"$table":{"ConsistentRead":true,"Keys":[{$key(item)}]}})",
               SuccessWith(R"({"Responses":{"$table":[)" + item + R"(]},"UnprocessedKeys":{}})")},
              {"a transaction of gets after a put", "TransactGetItems", R"("TransactItems":[{"Get":{$at(item)}}])",
               SuccessWith(R"({"Responses":[{"Item":)" + item + "}]}")},
              {"the item is deleted", "DeleteItem", "$at(item)", SuccessWith("{}")},
              NotStored("item")});
  }
}

void TransactionOfGetsWithAMissingItem(CaseRun& run) {
  RunSteps(run, run.Table(CasesTable()),
           {Given("a", R"("n":{"N":"1"})"),
            {"a transaction of gets, of which one finds nothing", "TransactGetItems",
             R"("TransactItems":[{"Get":{$at(none)}},{"Get":{$at(a),"ProjectionExpression":"n"}}])",
             SuccessWith(R"({"Responses":[{},{"Item":{"n":{"N":"1"}}}]})")}});
}

void RefuseConsistentReadsOfGlobalIndexes(CaseRun& run) {
  RunSteps(
      run, run.Table(CasesTable()),
      {{"a consistent query of a global index", "Query",
        R"("TableName":"$table","IndexName":"gsi1","ConsistentRead":true,"KeyConditionExpression":"gsi1pk = :p",
                "ExpressionAttributeValues":{":p":{"S":"x"}})",
        Invalid(kNotSupportedOnGlobalIndexes)},
       {"a consistent scan of a global index", "Scan",
        R"("TableName":"$table","IndexName":"gsi1","ConsistentRead":true)", Invalid(kNotSupportedOnGlobalIndexes)}});
}

}  // namespace

CaseDescription ConsistentReads() {
  return {"consistent-reads",
          "A consistent read sees what was written before it; global indexes refuse to promise that.",
          InOrder({ReadAfterWrite, TransactionOfGetsWithAMissingItem, RefuseConsistentReadsOfGlobalIndexes})};
}

}  // namespace holdfast::conformance
