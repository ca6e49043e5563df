// The effects of update expressions. Every right-hand side reads the item as it was before the update.
#include "conformance/cases/cases.h"
#include "conformance/cases/steps/step.h"

namespace holdfast::conformance {
namespace {

constexpr char kNoSuchAttribute[] = "The provided expression refers to an attribute that does not exist in the item";
constexpr char kWrongType[] = "An operand in the update expression has an incorrect data type";
constexpr char kNoSuchPath[] = "The document path provided in the update expression is invalid for update";

struct Row {
  const char* before;  // attributes
  const char* update;
  const char* values;  // the members of ExpressionAttributeValues
  const char* after;   // attributes; the error's message if the update is refused
};

constexpr Row kSets[] = {
    {R"("a":{"N":"1"})", "SET a = :v, b = :v", R"(":v":{"S":"x"})", R"("a":{"S":"x"},"b":{"S":"x"})"},
    {R"("a":{"N":"1"},"b":{"N":"2"})", "SET a = b, b = a", "", R"("a":{"N":"2"},"b":{"N":"1"})"},
    {R"("a":{"N":"1"})", "SET a = a + :v, b = a", R"(":v":{"N":"5"})", R"("a":{"N":"6"},"b":{"N":"1"})"},
    {R"("a":{"N":"1"})", "REMOVE a SET b = a", "", R"("b":{"N":"1"})"},
    {R"("a":{"N":"5"},"b":{"N":"2"})", "SET a = a - b", "", R"("a":{"N":"3"},"b":{"N":"2"})"},
    {R"("a":{"N":"5"})", "SET b = :v - a", R"(":v":{"N":"2"})", R"("a":{"N":"5"},"b":{"N":"-3"})"},
    {R"("a":{"N":"5"})", "SET a = if_not_exists(a, :v)", R"(":v":{"N":"0"})", R"("a":{"N":"5"})"},
    {R"("b":{"N":"7"})", "SET a = if_not_exists(a, :v)", R"(":v":{"N":"0"})", R"("b":{"N":"7"},"a":{"N":"0"})"},
    {R"("b":{"N":"7"})", "SET a = if_not_exists(a, b)", "", R"("b":{"N":"7"},"a":{"N":"7"})"},
    {R"("b":{"N":"7"})", "SET a = if_not_exists(a, :v) + :w", R"(":v":{"N":"0"},":w":{"N":"1"})",
     R"("b":{"N":"7"},"a":{"N":"1"})"},
    {R"("a":{"L":[{"S":"x"}]})", "SET a = list_append(a, :v)", R"(":v":{"L":[{"S":"y"}]})",
     R"("a":{"L":[{"S":"x"},{"S":"y"}]})"},
    {R"("a":{"L":[{"S":"x"}]})", "SET a = list_append(:v, a)", R"(":v":{"L":[{"S":"y"}]})",
     R"("a":{"L":[{"S":"y"},{"S":"x"}]})"},
    {R"("b":{"N":"1"})", "SET a = list_append(if_not_exists(a, :e), :v)", R"(":e":{"L":[]},":v":{"L":[{"S":"y"}]})",
     R"("b":{"N":"1"},"a":{"L":[{"S":"y"}]})"},
    {R"("a":{"M":{"x":{"N":"1"},"y":{"N":"2"}}})", "SET a.x = :v, a.z = :v", R"(":v":{"N":"9"})",
     R"("a":{"M":{"x":{"N":"9"},"y":{"N":"2"},"z":{"N":"9"}}})"},
    {R"("a":{"L":[{"N":"1"},{"N":"2"}]})", "SET a[1] = :v", R"(":v":{"N":"9"})", R"("a":{"L":[{"N":"1"},{"N":"9"}]})"},
    // An index past the end of a list appends.
    {R"("a":{"L":[{"N":"1"}]})", "SET a[50] = :v", R"(":v":{"N":"9"})", R"("a":{"L":[{"N":"1"},{"N":"9"}]})"},
};

constexpr Row kRemovals[] = {
    {R"("a":{"N":"1"},"b":{"N":"2"})", "REMOVE a, gone", "", R"("b":{"N":"2"})"},
    {R"("a":{"M":{"x":{"N":"1"}}})", "REMOVE a.x", "", R"("a":{"M":{}})"},
    // Indexes refer to the list before the update.
    {R"("a":{"L":[{"N":"0"},{"N":"1"},{"N":"2"},{"N":"3"}]})", "REMOVE a[0], a[2]", "",
     R"("a":{"L":[{"N":"1"},{"N":"3"}]})"},
    {R"("a":{"L":[{"N":"0"},{"N":"1"}]})", "REMOVE a[7]", "", R"("a":{"L":[{"N":"0"},{"N":"1"}]})"},
    {R"("a":{"L":[{"N":"0"}]})", "REMOVE a[0]", "", R"("a":{"L":[]})"},
};

constexpr Row kAddsAndDeletes[] = {
    {R"("a":{"N":"1"})", "ADD a :v", R"(":v":{"N":"-3"})", R"("a":{"N":"-2"})"},
    {R"("b":{"N":"1"})", "ADD a :v", R"(":v":{"N":"4"})", R"("b":{"N":"1"},"a":{"N":"4"})"},
    {R"("a":{"M":{"x":{"N":"1"}}})", "ADD a.x :v", R"(":v":{"N":"4"})", R"("a":{"M":{"x":{"N":"5"}}})"},
    {R"("a":{"SS":["x"]})", "ADD a :v", R"(":v":{"SS":["x","y"]})", R"("a":{"SS":["x","y"]})"},
    {R"("b":{"N":"1"})", "ADD a :v", R"(":v":{"SS":["y"]})", R"("b":{"N":"1"},"a":{"SS":["y"]})"},
    {R"("a":{"NS":["1","2"]})", "ADD a :v", R"(":v":{"NS":["2.0","3"]})", R"("a":{"NS":["1","2","3"]})"},
    {R"("a":{"SS":["x","y"]})", "DELETE a :v", R"(":v":{"SS":["y","z"]})", R"("a":{"SS":["x"]})"},
    // Deleting all members of a set removes the attribute: sets are never empty.
    {R"("a":{"SS":["x","y"]},"b":{"N":"1"})", "DELETE a :v", R"(":v":{"SS":["y","x"]})", R"("b":{"N":"1"})"},
    {R"("b":{"N":"1"})", "DELETE a :v", R"(":v":{"SS":["y"]})", R"("b":{"N":"1"})"},
    {R"("a":{"N":"1"},"b":{"N":"1"},"c":{"SS":["x","y"]})", "SET d = a DELETE c :x REMOVE b ADD a :n",
     R"(":x":{"SS":["x"]},":n":{"N":"1"})", R"("a":{"N":"2"},"c":{"SS":["y"]},"d":{"N":"1"})"},
};

constexpr Row kRefused[] = {
    {R"("b":{"N":"1"})", "SET a = a + :v", R"(":v":{"N":"1"})", kNoSuchAttribute},
    {R"("b":{"N":"1"})", "SET a = list_append(a, :v)", R"(":v":{"L":[]})", kNoSuchAttribute},
    {R"("a":{"S":"1"})", "SET a = a + :v", R"(":v":{"N":"1"})", kWrongType},
    {R"("a":{"S":"1"})", "SET a = list_append(a, :v)", R"(":v":{"L":[]})", kWrongType},
    {R"("a":{"S":"1"})", "ADD a :v", R"(":v":{"N":"1"})", kWrongType},
    {R"("a":{"NS":["1"]})", "ADD a :v", R"(":v":{"SS":["1"]})", kWrongType},
    {R"("a":{"L":[{"S":"x"}]})", "DELETE a :v", R"(":v":{"SS":["x"]})", kWrongType},
    {R"("b":{"N":"1"})", "SET a.x = :v", R"(":v":{"N":"1"})", kNoSuchPath},
    {R"("a":{"N":"1"})", "SET a[0] = :v", R"(":v":{"N":"1"})", kNoSuchPath},
    {R"("a":{"N":"1"})", "SET sk = :v", R"(":v":{"S":"1"})",
     "One or more parameter values were invalid: Cannot update attribute sk. This attribute is part of the key"},
    {R"("a":{"N":"1"})", "SET a = :v REMOVE a", R"(":v":{"N":"1"})",
     "1 validation error detected: Invalid UpdateExpression: Two document paths overlap with each other; must remove "
     "or rewrite one of these paths; path one: [a], path two: [a]"},
    {R"("a":{"N":"1"})", "ADD a :v", R"(":v":{"S":"1"})",
     "1 validation error detected: Invalid UpdateExpression: Incorrect operand type for operator or function; "
     "operator: ADD, operand type: STRING"},
    {R"("a":{"N":"1"})", "SET a = :v SET b = :v", R"(":v":{"N":"1"})",
     R"(1 validation error detected: Invalid UpdateExpression: The "SET" section can only be used once in an update )"
     "expression;"},
};

CaseStep Update(const Row& row, Expected expected) {
  const std::string values = row.values;
  return {std::string(row.update) + " of {" + row.before + "}", "UpdateItem",
          R"($at(item),"UpdateExpression":")" + std::string(row.update) + "\"" +
              (values.empty() ? "" : R"(,"ExpressionAttributeValues":{)" + values + "}"),
          std::move(expected)};
}

template <size_t kRows>
void ExpectUpdateResults(CaseRun& run, const Row (&rows)[kRows]) {
  for (const Row& row : rows) {
    RunSteps(run, run.Table(CasesTable()),
             {Given("item", row.before), Update(row, SuccessWith("{}")), Stored("item", row.after)});
  }
}

void ExpectRefusedUpdates(CaseRun& run) {
  for (const Row& row : kRefused) {
    RunSteps(run, run.Table(CasesTable()),
             {Given("item", row.before), Update(row, Invalid(row.after)), Stored("item", row.before)});
  }
}

void UpdateMissingItem(CaseRun& run) {
  RunSteps(
      run, run.Table(CasesTable()),
      {{"ADD to an item that is not there", "UpdateItem",
        R"($at(new),"UpdateExpression":"ADD a :v","ExpressionAttributeValues":{":v":{"N":"3"}})", SuccessWith("{}")},
       Stored("new", R"("a":{"N":"3"})"),
       {"SET from an attribute of an item that is not there", "UpdateItem",
        R"($at(none),"UpdateExpression":"SET a = a + :v","ExpressionAttributeValues":{":v":{"N":"3"}})",
        Invalid(kNoSuchAttribute)},
       NotStored("none")});
}

}  // namespace

CaseDescription UpdateFunctions() {
  return {"update-functions", "SET, REMOVE, ADD and DELETE do what they say, all from the item as it was.",
          [](CaseRun& run) {
            ExpectUpdateResults(run, kSets);
            ExpectUpdateResults(run, kRemovals);
            ExpectUpdateResults(run, kAddsAndDeletes);
            ExpectRefusedUpdates(run);
            UpdateMissingItem(run);
          }};
}

}  // namespace holdfast::conformance
