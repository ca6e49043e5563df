#include "conformance/history/explain_finding.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "conformance/history/event_order.h"
#include "conformance/history/version_orders.h"

namespace holdfast::conformance {
namespace {

using Kind = RegisterOperation::Kind;
using Part = LinearizabilityFinding::Part;

constexpr size_t kStepsMax = 24;

std::string FormatValue(const std::optional<int64_t>& value) {
  return value.has_value() ? absl::StrCat(*value) : "absent";
}

// For the contradicted read of a counter: a sentence with the bounds of the possible sums. Otherwise empty.
std::string FormatBounds(const LinearizabilityFinding& finding) {
  const RegisterOperation& read = finding.parts[finding.contradicted].operation;
  int64_t certain = 0;
  int64_t possible_up = 0;
  int64_t possible_down = 0;
  size_t count = 0;
  for (const Part& part : finding.parts) {
    const RegisterOperation& add = part.operation;
    if (&add == &read) continue;
    if (add.kind != Kind::kAdd || (add.outcome == Outcome::kOk && add.observed.has_value())) return "";
    ++count;
    if (add.outcome == Outcome::kOk && add.completed < read.invoked) {
      certain += add.value;
    } else {
      (add.value > 0 ? possible_up : possible_down) += add.value;
    }
  }
  if (read.kind != Kind::kRead || count == 0) return "";
  std::string sentence = absl::StrCat(" What was added for certain before this read amounts to ", certain);
  if (possible_up != 0 || possible_down != 0) {
    absl::StrAppend(&sentence, ", what overlaps it to between ", possible_down, " and ", possible_up, " more");
  }
  return sentence + ".";
}

// The indices of at most kStepsMax parts: the contradicted one and those invoked last.
std::vector<size_t> PartsToShow(const LinearizabilityFinding& finding) {
  std::vector<size_t> shown;
  const size_t count = finding.parts.size();
  for (size_t i = count > kStepsMax ? count - kStepsMax : 0; i < count; ++i) shown.push_back(i);
  if (!shown.empty() && finding.contradicted < shown.front()) shown.front() = finding.contradicted;
  return shown;
}

std::string FormatOutcome(Outcome outcome) {
  switch (outcome) {
    case Outcome::kOk:
      return "done";
    case Outcome::kFailed:
      return "failed";
    case Outcome::kUnknown:
      return "no answer";
  }
  return "";
}

}  // namespace

std::string FormatRequest(const RegisterOperation& operation) {
  switch (operation.kind) {
    case Kind::kRead:
      return "read";
    case Kind::kWrite:
      return absl::StrCat("write ", operation.value);
    case Kind::kDelete:
      return "delete";
    case Kind::kCompareAndSet:
      return absl::StrCat("set ", operation.value, " if it is ", FormatValue(operation.expected));
    case Kind::kAdd:
      return absl::StrCat("add ", operation.value);
  }
  return "";
}

std::string FormatResponse(const RegisterOperation& operation) {
  if (operation.kind == Kind::kCompareAndSet && operation.outcome == Outcome::kFailed) return "condition false";
  if (operation.outcome != Outcome::kOk) return FormatOutcome(operation.outcome);
  if (operation.kind == Kind::kRead) return FormatValue(operation.observed);
  if (operation.kind == Kind::kAdd && operation.observed.has_value()) {
    return absl::StrCat("now ", *operation.observed);
  }
  return "done";
}

std::string FormatRequest(const TransactionOperation& transaction) {
  std::vector<std::string> parts;
  for (const TransactionOperation::Append& append : transaction.appends) {
    parts.push_back(absl::StrCat("append ", append.element, " to ", append.key));
  }
  for (const TransactionOperation::Read& read : transaction.reads) parts.push_back(absl::StrCat("read ", read.key));
  return absl::StrJoin(parts, ", ");
}

std::string FormatResponse(const TransactionOperation& transaction) {
  if (transaction.outcome != Outcome::kOk || transaction.reads.empty()) return FormatOutcome(transaction.outcome);
  std::vector<std::string> parts;
  for (const TransactionOperation::Read& read : transaction.reads) {
    parts.push_back(absl::StrCat(read.key, " = ", FormatList(read.list)));
  }
  return absl::StrJoin(parts, ", ");
}

Witness AsWitness(const LinearizabilityFinding& finding) {
  Witness witness;
  if (finding.undecided) {
    witness.explanation = absl::StrCat("Whether an order of the calls on ", finding.item,
                                       " exists was not found out: there were too many to try.");
    return witness;
  }
  const std::vector<size_t> shown = PartsToShow(finding);
  for (const size_t i : shown) {
    const Part& part = finding.parts[i];
    const RegisterOperation& call = part.operation;
    std::string request = FormatRequest(call);
    if (part.is_plain_write) request += " (whatever it was before)";
    witness.steps.push_back({call.client, call.invoked, call.completed, std::move(request), FormatResponse(call),
                             /*is_marked=*/i == finding.contradicted});
  }
  const RegisterOperation& contradicted = finding.parts[finding.contradicted].operation;
  witness.explanation =
      absl::StrCat("No order of these ", finding.parts.size(), " calls on ", finding.item,
                   " that keeps real time gives all of their answers. The first that cannot be explained is that of ",
                   NameOfClient(contradicted.client), " to \"", FormatRequest(contradicted),
                   "\": ", FormatResponse(contradicted), ".");
  witness.explanation += FormatBounds(finding);
  if (shown.size() < finding.parts.size()) {
    absl::StrAppend(&witness.explanation, " The ", finding.parts.size() - shown.size(),
                    " calls that were invoked earliest are not shown.");
  }
  return witness;
}

Witness AsWitness(const SerializabilityFinding& finding) {
  Witness witness;
  const bool is_cycle = !finding.links.empty();
  const bool any_read = std::any_of(finding.transactions.begin(), finding.transactions.end(),
                                    [](const TransactionOperation& transaction) { return !transaction.reads.empty(); });
  for (size_t i = 0; i < finding.transactions.size(); ++i) {
    const TransactionOperation& transaction = finding.transactions[i];
    const bool is_marked = is_cycle ? !any_read || !transaction.reads.empty() : i + 1 == finding.transactions.size();
    witness.steps.push_back({transaction.client, transaction.invoked, transaction.completed,
                             absl::StrCat("T", i + 1, ": ", FormatRequest(transaction)), FormatResponse(transaction),
                             is_marked});
  }
  const std::string_view name = NameOf(finding.anomaly);
  // absl::string_view is another class than std::string_view here.
  witness.explanation = absl::StrCat(std::string(name), ". ", finding.explanation);
  for (const SerializabilityFinding::Link& link : finding.links) {
    absl::StrAppend(&witness.explanation, " T", link.from + 1, " before T", link.to + 1, ": ", link.reason, ".");
  }
  return witness;
}

}  // namespace holdfast::conformance
