#include "bench/report/html_result.h"

#include <string_view>
#include <utility>
#include <vector>

#include "bench/report/figures.h"
#include "bench/report/html_charts.h"
#include "bench/report/sentences.h"
#include "conformance/report/html_text.h"
#include "conformance/report/readable_text.h"

namespace holdfast::bench {
namespace {

using conformance::Append;
using conformance::EscapeHtml;
using conformance::FormatNumber;
using conformance::Mark;

std::string Cell(std::string_view text) {
  std::string cell;
  Append(&cell, {"<td>", EscapeHtml(text), "</td>"});
  return cell;
}

std::string OutcomeTable(const EndpointResult& result) {
  const Metrics& metrics = result.metrics;
  std::string table =
      "<div class=\"scroll\"><table class=\"numbers\"><thead><tr><th>How they ended</th><th>operations</th>"
      "<th>share</th><th>rate</th></tr></thead>\n<tbody>\n";
  for (const Outcome outcome : kAllOutcomes) {
    const int64_t count = metrics.Count(outcome);
    if (count == 0 && outcome != Outcome::kSucceeded && !IsRefusal(outcome)) continue;
    Append(&table, {"<tr", count == 0 ? " class=\"zero\"" : "", "><th>", OutcomeName(outcome), "</th>",
                    Cell(FormatNumber(count)), Cell(FormatShare(count, metrics.operations())),
                    Cell(FormatRate(result.PerSecond(count))), "</tr>\n"});
  }
  if (metrics.unstarted() > 0) {
    Append(&table, {"<tr><th>never started in time</th>", Cell(FormatNumber(metrics.unstarted())),
                    "<td></td><td></td></tr>\n"});
  }
  return table + "</tbody></table></div>\n";
}

std::string LatencyRow(std::string_view name, const LatencyHistogram& histogram, std::string_view row_class = "") {
  if (histogram.count() == 0) return "";
  std::string row;
  Append(&row, {"<tr class=\"", row_class, "\"><th>", name, "</th>"});
  for (const LatencyColumn& column : kLatencyColumns) row += Cell(FormatLatency(histogram.Percentile(column.percent)));
  return row + "</tr>\n";
}

std::string Latencies(const Metrics& metrics, bool open_loop) {
  std::string table = "<div class=\"scroll\"><table class=\"numbers\"><thead><tr><th>How long they waited</th>";
  for (const LatencyColumn& column : kLatencyColumns) Append(&table, {"<th>", column.name, "</th>"});
  table += "</tr></thead>\n<tbody>\n" + LatencyRow("got it", metrics.success_latency());
  if (open_loop) table += LatencyRow("of it service", metrics.success_service(), "lesser");
  table += LatencyRow("refused", metrics.refused_latency());
  if (open_loop) table += LatencyRow("of it service", metrics.refused_service(), "lesser");
  table += LatencyRow("first try until sold (out)", metrics.decided());
  table += LatencyRow("added by retries, where there were", metrics.retrying());
  return table + "</tbody></table></div>\n";
}

std::string NoteList(const EndpointResult& result) {
  std::string notes = "<ul class=\"remarks\">\n";
  std::vector<std::string> sentences = {FairnessSentence(result.metrics), RetrySentence(result.metrics)};
  if (std::string busy = ClientLoadSentence(result); !busy.empty()) sentences.push_back(std::move(busy));
  for (const auto& [what, count] : result.details) sentences.push_back(FormatNumber(count) + " " + what + ".");
  for (const auto& [complaint, count] : result.metrics.complaints()) {
    sentences.push_back(FormatNumber(count) + " times the endpoint said: " + complaint);
  }
  for (const std::string& sentence : sentences) Append(&notes, {"<li>", EscapeHtml(sentence), "</li>\n"});
  return notes + "</ul>\n";
}

std::string VerdictBlock(const WorkloadResult& workload, const EndpointResult& result) {
  std::string block;
  switch (VerdictOf(result)) {
    case Verdict::kHolds:
      Append(&block,
             {"<p class=\"judgement\">", Mark("holds", "·"), " Holds: ", EscapeHtml(workload.invariant), "</p>\n"});
      break;
    case Verdict::kNotRun:
      Append(&block, {"<p class=\"judgement not-run\">", Mark("unsupported", "–"),
                      " Not run: ", EscapeHtml(result.not_run), "</p>\n"});
      break;
    case Verdict::kViolated:
      Append(&block, {"<p class=\"judgement violated\">", Mark("violated", "×"),
                      " Does not hold: ", EscapeHtml(workload.invariant), "</p>\n<ul class=\"violations\">\n"});
      for (const std::string& violation : result.violations) {
        Append(&block, {"<li>", EscapeHtml(violation), "</li>\n"});
      }
      block += "</ul>\n";
      break;
  }
  return block;
}

std::string Result(const WorkloadResult& workload, const EndpointResult& result, const LatencyAxis& axis,
                   const ChartHeights& heights, bool open_loop) {
  std::string html = "<div class=\"result\">\n";
  if (workload.endpoints.size() > 1) Append(&html, {"<h3><code>", EscapeHtml(result.endpoint), "</code></h3>\n"});
  if (VerdictOf(result) != Verdict::kNotRun) {
    Append(&html, {"<p class=\"gist\">", EscapeHtml(GistSentence(workload, result)), "</p>\n"});
  }
  html += VerdictBlock(workload, result);
  if (VerdictOf(result) != Verdict::kNotRun) {
    Append(&html,
           {"<div class=\"plots\">\n", LatencyChart(result.metrics, axis), FairnessChart(result.metrics, heights),
            TimelineChart(result.metrics, heights), "</div>\n<div class=\"tables\">\n", OutcomeTable(result),
            Latencies(result.metrics, open_loop), "</div>\n", NoteList(result)});
  }
  return html + "</div>\n";
}

std::string Comparison(const WorkloadResult& workload) {
  const std::vector<Ratio> ratios = RatiosOf(workload);
  if (ratios.empty()) return "";
  std::string html;
  Append(&html, {"<div class=\"comparison\">\n<h3>", EscapeHtml(ComparisonSentence(workload)), "</h3>\n<p><code>",
                 EscapeHtml(workload.endpoints[0].endpoint), "</code> is so many times as fast as <code>",
                 EscapeHtml(workload.endpoints[1].endpoint),
                 "</code></p>\n<div class=\"scroll\"><table class=\"numbers\"><thead><tr><th></th><th>overall</th>",
                 "<th>in single pairs of alternating slices</th></tr></thead>\n<tbody>\n"});
  for (const Ratio& ratio : ratios) {
    if (ratio.overall <= 0) continue;
    Append(&html, {"<tr><th>", ratio.what, "</th>", Cell(FormatRatio(ratio.overall)),
                   Cell(FormatRatio(ratio.least) + " to " + FormatRatio(ratio.most)), "</tr>\n"});
  }
  return html + "</tbody></table></div>\n</div>\n";
}

}  // namespace

std::string WorkloadSection(const WorkloadResult& workload, bool open_loop) {
  std::string section;
  Append(&section, {"<section>\n<h2>", EscapeHtml(workload.name), "</h2>\n<p class=\"about\">",
                    EscapeHtml(workload.sentence), "</p>\n", Comparison(workload)});
  const LatencyAxis axis = AxisFor(workload.endpoints);
  const ChartHeights heights = HeightsFor(workload.endpoints);
  for (const EndpointResult& result : workload.endpoints) section += Result(workload, result, axis, heights, open_loop);
  return section + "</section>\n";
}

}  // namespace holdfast::bench
