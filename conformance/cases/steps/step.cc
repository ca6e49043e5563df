#include "conformance/cases/steps/step.h"

#include <utility>

#include "conformance/cases/steps/shorthands.h"
#include "conformance/runner/eventually.h"

namespace holdfast::conformance {
namespace {

constexpr size_t kRequestExcerptMax = 400;  // bytes

Response SendOnce(CaseRun& run, const CaseStep& step, const std::string& request) {
  Response response = run.client().Call(step.operation, request);
  if (response.status() == 0) throw SetupFailed(step.operation + ": " + response.message());
  if (response.Unsupported()) throw SetupFailed(response.UnsupportedOperation(), true);
  return response;
}

void RunStep(CaseRun& run, const Shorthands& shorthands, const CaseStep& step) {
  const std::string request = "{" + shorthands.Expand(step.request) + "}";
  Expected expected = step.expected;
  expected.message = shorthands.Expand(expected.message);
  expected.body = shorthands.Expand(expected.body);

  std::string difference;
  bool wording_only = false;
  const auto send_and_compare = [&] {
    const Response response = SendOnce(run, step, request);
    difference = Difference(expected, response);
    wording_only = DiffersOnlyInWording(expected, response);
    return difference.empty();
  };
  if (step.eventually) {
    Eventually(send_and_compare);
  } else {
    send_and_compare();
  }
  if (difference.empty()) return;
  std::string complaint = step.what + ": " + difference + "; the request was " + step.operation + " " +
                          Excerpt(WithoutLongRuns(request), 0, kRequestExcerptMax);
  if (wording_only) {
    run.ComplainOfWording(std::move(complaint));
  } else {
    run.Expect(false, std::move(complaint));
  }
}

std::string ItemText(const std::string& key, const std::string& attributes) {
  return "{$key(" + key + ")" + (attributes.empty() ? "" : ",") + attributes + "}";
}

std::string ConsistentGet(const std::string& key) { return "$at(" + key + R"j(),"ConsistentRead":true)j"; }

}  // namespace

CaseStep Given(const std::string& key, const std::string& attributes) {
  return {"to begin with, " + key + " is put", "PutItem", R"("TableName":"$table","Item":)" + ItemText(key, attributes),
          SuccessWith("{}")};
}

CaseStep Stored(const std::string& key, const std::string& attributes) {
  return {"what is stored as " + key, "GetItem", ConsistentGet(key),
          SuccessWith(R"({"Item":)" + ItemText(key, attributes) + "}")};
}

CaseStep NotStored(const std::string& key) {
  return {"nothing is stored as " + key, "GetItem", ConsistentGet(key), SuccessWith("{}")};
}

CaseStep Eventual(CaseStep step) {
  step.eventually = true;
  return step;
}

std::function<void(CaseRun& run)> InOrder(std::vector<void (*)(CaseRun& run)> parts) {
  return [parts = std::move(parts)](CaseRun& run) {
    for (const auto& part : parts) part(run);
  };
}

void RunSteps(CaseRun& run, const std::string& table, const std::vector<CaseStep>& steps) {
  const Shorthands shorthands{table, [&run](std::string_view name) { return run.Key(name); }};
  for (const CaseStep& step : steps) RunStep(run, shorthands, step);
}

}  // namespace holdfast::conformance
