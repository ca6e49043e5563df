// Test cases of PartiQL: a statement, its parameters, and its result as one line of text.
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "engine/operations/partiql/execute_statement.h"
#include "tests/engine/operations/item_table.h"

namespace holdfast::testing {

inline ExecuteStatementRequest Statement(std::string text, std::vector<AttributeValue> parameters = {}) {
  ExecuteStatementRequest request;
  request.statement = std::move(text);
  if (!parameters.empty()) request.parameters = std::move(parameters);
  return request;
}

inline std::string Joined(const std::vector<std::string>& texts) {
  std::string joined;
  for (const std::string& text : texts) {
    if (&text != &texts.front()) joined += " ";
    joined += text;
  }
  return joined;
}

// The items, or the error.
inline std::string ResultOf(DatabaseState& state, const ExecuteStatementRequest& request) {
  const Result<ExecuteStatementResponse> response = ExecuteStatement(state, request);
  return response.ok() ? Joined(FormatAll(response->items)) : Outcome(response);
}

struct StatementCase {
  std::string statement;
  std::string expected;
  std::vector<AttributeValue> parameters = {};
};
inline void PrintTo(const StatementCase& test, std::ostream* out) { *out << test.statement; }

inline void ExpectResults(DatabaseState& state, const std::vector<StatementCase>& cases) {
  for (const StatementCase& test : cases) {
    EXPECT_EQ(ResultOf(state, Statement(test.statement, test.parameters)), test.expected) << test.statement;
  }
}

inline constexpr char kNotWellFormed[] = "Statement wasn't well formed, can't be processed: ";

}  // namespace holdfast::testing
