#include "server/race/report/race_page.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "conformance/report/html_text.h"
#include "conformance/report/page.h"
#include "conformance/report/readable_text.h"
#include "engine/race/history/detector.h"
#include "engine/race/steps/fault.h"
#include "server/race/report/race_page_style.h"

namespace holdfast::server {
namespace {

using conformance::Append;
using conformance::EscapeHtml;

std::string Count(uint64_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

// `conditional_check_failed` as `conditional check failed`.
std::string ReplaceUnderscores(std::string_view name) {
  std::string words(name);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

std::string_view VerdictClass(const RaceView& view) {
  if (view.verdict.failed > 0) return "violated";
  return view.verdict.passed ? "holds" : "inconclusive";
}

std::string Headline(const RaceView& view) {
  const race::Verdict& verdict = view.verdict;
  const std::string explored = Count(verdict.counts.explored, "order");
  if (verdict.failed > 0) {
    if (verdict.counts.explored == 1) return "The order fails";
    return verdict.failed == 1 ? "One of " + explored + " fails"
                               : std::to_string(verdict.failed) + " of " + explored + " fail";
  }
  if (!verdict.done) return "No order has failed so far, of " + explored;
  if (!verdict.passed) return "No order failed, and yet this proves nothing";
  return verdict.complete ? "No order fails: all were explored" : "No order failed, of " + explored;
}

std::string Explanation(const RaceView& view) {
  const race::Failure* const failure = view.verdict.witness();
  return failure != nullptr ? failure->why : view.verdict.summary;
}

std::string FactItem(std::string_view name, std::string_view value) {
  std::string fact;
  Append(&fact, {"<div><dt>", name, "</dt><dd>", EscapeHtml(value), "</dd></div>\n"});
  return fact;
}

// Describes the variant of a step that the schedule chose; empty for the plain variant.
std::string DescribeVariant(const race::Variant& variant) {
  switch (variant.kind) {
    case race::Variant::Kind::kPlain:
      return "";
    case race::Variant::Kind::kStale:
      return "answered from " + Count(variant.versions, "version") + " back";
    case race::Variant::Kind::kFault:
      return ReplaceUnderscores(race::NameOf(variant.fault));
    case race::Variant::Kind::kKeep:
      return "not deleted in this run";
  }
  return "";
}

struct Step {
  std::string_view actor;
  const race::HistoryStep* step;
};

// The steps of all actors in the order of the run. Requests without an actor are not part of that order.
std::vector<Step> StepsInOrder(const race::History& history) {
  std::vector<Step> steps;
  for (const race::HistoryEntry& entry : history.entries) {
    if (entry.actor.empty()) continue;
    for (const race::HistoryStep& step : entry.steps) steps.push_back({entry.actor, &step});
  }
  std::stable_sort(steps.begin(), steps.end(),
                   [](const Step& a, const Step& b) { return a.step->position < b.step->position; });
  return steps;
}

// The actors that have steps: first those of the session in their order, then those of the race lab itself, such as
// the one that deletes expired items.
std::vector<std::string_view> ActorsOfSteps(const RaceView& view, const std::vector<Step>& steps) {
  std::vector<std::string_view> lanes;
  const auto acts = [&](std::string_view actor) {
    return std::any_of(steps.begin(), steps.end(), [&](const Step& step) { return step.actor == actor; });
  };
  for (const std::string& actor : view.options.session.actors) {
    if (acts(actor)) lanes.push_back(actor);
  }
  for (const Step& step : steps) {
    if (std::find(lanes.begin(), lanes.end(), step.actor) == lanes.end()) lanes.push_back(step.actor);
  }
  return lanes;
}

std::string StepItem(const Step& step, size_t lane, size_t row) {
  const std::string chosen = DescribeVariant(step.step->variant);
  const std::string& remark = step.step->remark;
  std::string item;
  Append(&item, {"<li class=\"step", remark.empty() ? "" : " remarked",
                 "\" style=\"grid-column:", std::to_string(lane + 1), ";grid-row:", std::to_string(row + 1),
                 ";--indent:", std::to_string(lane), "\"><span class=\"number\">", std::to_string(row),
                 "</span><span class=\"who\">", EscapeHtml(step.actor), "</span>", EscapeHtml(step.step->text)});
  if (!chosen.empty()) Append(&item, {"<span class=\"chosen\">", EscapeHtml(chosen), "</span>"});
  if (!remark.empty()) Append(&item, {"<span class=\"remark\">", EscapeHtml(remark), "</span>"});
  return item + "</li>\n";
}

std::string StepColumns(const RaceView& view) {
  const std::vector<Step> steps = StepsInOrder(*view.history);
  if (steps.empty()) return "<p class=\"aside\">No step was executed.</p>\n";
  const std::vector<std::string_view> lanes = ActorsOfSteps(view, steps);
  std::string columns;
  Append(&columns, {"<ol class=\"lanes\" style=\"grid-template-columns:repeat(", std::to_string(lanes.size()),
                    ",minmax(0,1fr))\">\n"});
  for (size_t lane = 0; lane < lanes.size(); ++lane) {
    Append(&columns, {"<li class=\"lane\" aria-hidden=\"true\" style=\"grid-column:", std::to_string(lane + 1), "\">",
                      EscapeHtml(lanes[lane]), "</li>\n"});
  }
  for (size_t i = 0; i < steps.size(); ++i) {
    const auto lane = std::find(lanes.begin(), lanes.end(), steps[i].actor) - lanes.begin();
    columns += StepItem(steps[i], static_cast<size_t>(lane), i + 1);
  }
  return columns + "</ol>\n";
}

// The steps of the witness. The steps of any other run are shown with the history.
std::string WitnessSection(const RaceView& view) {
  const race::Failure* const failure = view.verdict.witness();
  if (failure == nullptr) return "";
  const bool is_witness = view.history.has_value() && view.history->run == failure->run;
  std::string section;
  Append(&section, {"<section aria-labelledby=\"witness\">\n<h2 id=\"witness\">The order that fails</h2>\n"
                    "<p class=\"about\">Run ",
                    std::to_string(failure->run)});
  if (view.verdict.shrunk.has_value() && view.verdict.failure->run != failure->run) {
    Append(&section, {", to which run ", std::to_string(view.verdict.failure->run), " was shrunk"});
  }
  section += ": " + Count(StepCount(*failure), "step") + ", one after the other.</p>\n";
  section += is_witness ? StepColumns(view) : "<pre class=\"step\">" + EscapeHtml(failure->witness) + "</pre>\n";
  Append(&section,
         {"<div class=\"replay\"><span>Replay it</span><code>", EscapeHtml(failure->schedule), "</code></div>\n"});
  return section + "</section>\n";
}

std::string ExploredSection(const RaceView& view) {
  const race::Verdict& verdict = view.verdict;
  const race::SessionOptions& options = view.options.session;
  std::string section =
      "<section aria-labelledby=\"explored\">\n<h2 id=\"explored\">What was explored</h2>\n<dl class=\"facts\">\n";
  section += FactItem("Strategy", StrategyName(options.strategy)) +
             FactItem("Orders run", std::to_string(verdict.counts.explored)) +
             FactItem("Equal to others", std::to_string(verdict.counts.pruned)) +
             FactItem("Orders they stand for",
                      verdict.counts.orders.has_value() ? race::FormatOrders(*verdict.counts.orders) : "not counted") +
             FactItem("Failed", std::to_string(verdict.failed)) +
             FactItem("Actors", std::to_string(options.actors.size())) +
             FactItem("Stale reads", options.stale_reads == 0 ? "off" : Count(options.stale_reads, "version")) +
             FactItem("Index lag", options.index_lag == 0 ? "off" : Count(options.index_lag, "version")) +
             FactItem("Seed", std::to_string(options.seed));
  return section + "</dl>\n</section>\n";
}

std::string EventCountsSection(const RaceView& view) {
  const auto event_counts = view.verdict.event_counts.Named();
  uint64_t largest = 1;
  for (const auto& [name, count] : event_counts) largest = std::max(largest, count);
  std::string section =
      "<section aria-labelledby=\"events\">\n<h2 id=\"events\">Events</h2>\n"
      "<p class=\"about\">In all runs together. A test in which the contention that it is meant for never occurs "
      "proves nothing; with <code>require</code> such a test does not pass.</p>\n"
      "<table class=\"events\"><tbody>\n";
  for (const auto& [name, count] : event_counts) {
    Append(&section,
           {"<tr", count == 0 ? " class=\"zero\"" : "", "><th scope=\"row\">", EscapeHtml(ReplaceUnderscores(name)),
            "</th><td class=\"figure\">", std::to_string(count), "</td><td class=\"bar\" aria-hidden=\"true\">"});
    if (count > 0) {
      Append(&section, {"<i style=\"width:",
                        std::to_string(std::llround(100.0 * static_cast<double>(count) / static_cast<double>(largest))),
                        "%\"></i>"});
    }
    section += "</td></tr>\n";
  }
  section += "</tbody></table>\n";
  const std::vector<std::string> missing = MissingRequirements(view);
  if (!missing.empty()) {
    section += "<ul class=\"notes\">\n";
    for (const std::string& unmet : missing) Append(&section, {"<li>Required: ", EscapeHtml(unmet), "</li>\n"});
    section += "</ul>\n";
  }
  return section + "</section>\n";
}

std::string FindingsSection(const RaceView& view) {
  const race::Verdict& verdict = view.verdict;
  if (verdict.findings.empty()) return "";
  std::string section =
      "<section aria-labelledby=\"findings\">\n<h2 id=\"findings\">Writes that rest on stale knowledge</h2>\n"
      "<p class=\"about\">In all runs, also in those that passed.</p>\n<ul class=\"notes\">\n";
  for (const race::Finding& finding : verdict.findings) {
    Append(&section, {"<li>Run ", std::to_string(finding.run), ": ", EscapeHtml(race::Describe(finding)), "</li>\n"});
  }
  return section + "</ul>\n</section>\n";
}

// What makes the result incomplete, or different from what was asked for.
std::string LimitsSection(const RaceView& view) {
  const race::Verdict& verdict = view.verdict;
  if (verdict.not_replayable == 0 && verdict.unscheduled == 0 && verdict.unfired_faults.empty()) return "";
  std::string section =
      "<section aria-labelledby=\"limits\">\n<h2 id=\"limits\">What limits the result</h2>\n<ul class=\"notes\">\n";
  if (verdict.not_replayable > 0) {
    Append(&section, {"<li>", Count(verdict.not_replayable, "run"),
                      " went on without an actor that had sent nothing for a while, and cannot be replayed.</li>\n"});
  }
  if (verdict.unscheduled > 0) {
    Append(&section, {"<li>", EscapeHtml(race::DescribeUnscheduled(verdict.unscheduled)), "</li>\n"});
  }
  for (const std::string& unfired : verdict.unfired_faults) {
    Append(&section, {"<li>", EscapeHtml(unfired), "</li>\n"});
  }
  return section + "</ul>\n</section>\n";
}

std::string OperationItem(const race::HistoryEntry& entry) {
  std::string item;
  Append(&item, {"<li><span class=\"actor", entry.actor.empty() ? " none\">no actor" : "\">" + EscapeHtml(entry.actor),
                 "</span><span>", EscapeHtml(entry.operation)});
  if (!entry.table.empty()) Append(&item, {" <span class=\"aside\">", EscapeHtml(entry.table), "</span>"});
  if (entry.attempts > 1) Append(&item, {" <span class=\"aside\">", Count(entry.attempts, "attempt"), "</span>"});
  Append(&item, {"</span><span>"});
  for (const race::HistoryStep& step : entry.steps) {
    Append(&item, {"<code>", EscapeHtml(step.text), "</code>"});
  }
  Append(&item, {"<span class=\"", race::NameOf(entry.outcome), "\">", race::NameOf(entry.outcome)});
  if (!entry.error.empty()) Append(&item, {": ", EscapeHtml(entry.error)});
  Append(&item, {"</span>"});
  if (entry.error.empty() && !entry.response_text.empty() && entry.response_text != race::NameOf(entry.outcome)) {
    Append(&item, {" <code class=\"aside\">", EscapeHtml(entry.response_text), "</code>"});
  }
  return item + "</span></li>\n";
}

std::string HistorySection(const RaceView& view) {
  if (!view.history.has_value()) return "";
  const race::History& history = *view.history;
  const race::Failure* const failure = view.verdict.witness();
  std::string section;
  Append(&section,
         {"<section aria-labelledby=\"history\">\n<h2 id=\"history\">History of run ", std::to_string(history.run),
          "</h2>\n<p class=\"about\">Every operation in the order of its first step, with its steps and its "
          "outcome. <i>Unknown</i>: the client was not told.</p>\n"});
  if (failure == nullptr || failure->run != history.run) section += StepColumns(view);
  section += "<ul class=\"operations\">\n";
  for (const race::HistoryEntry& entry : history.entries) section += OperationItem(entry);
  section += "</ul>\n";
  if (history.left_out > 0) {
    Append(&section,
           {"<p class=\"about\">Not kept: ", Count(history.left_out, "further request"), " without an actor.</p>\n"});
  }
  return section + "</section>\n";
}

}  // namespace

std::string RacePage(const RaceView& view) {
  const DatabaseName& name = view.database;
  const std::string database = name.account + ", " + name.region + (name.fork.empty() ? "" : ", fork " + name.fork);
  conformance::Page page;
  page.title = Headline(view);
  page.verdict = VerdictClass(view);
  page.kicker = "Race session " + std::to_string(view.id) + " on " + EscapeHtml(database);
  page.headline = Headline(view);
  page.lead = {Explanation(view)};
  page.body = WitnessSection(view) + ExploredSection(view) + EventCountsSection(view) + FindingsSection(view) +
              LimitsSection(view) + HistorySection(view);
  page.style = kRacePageStyle;
  return conformance::ToHtml(page);
}

}  // namespace holdfast::server
