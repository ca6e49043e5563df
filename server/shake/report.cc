#include "server/shake/report.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "conformance/report/html_text.h"
#include "conformance/report/page.h"
#include "conformance/report/readable_text.h"
#include "server/json/json_text.h"
#include "server/json/json_writer.h"
#include "server/race/report/race_page_style.h"

namespace holdfast::server::shake {
namespace {

using conformance::Append;

// Text from the command and from requests, which need not be UTF-8. Latin-1 stays readable.
std::string EscapeHtml(std::string_view text) { return conformance::EscapeHtml(ToUtf8(text)); }

// The page has at most this much of the end of the first failed run's output.
constexpr size_t kPageOutputBytesMax = size_t{64} << 10;
// How many lost updates the text lists. A test can have many of the same kind: one for each table, if it gives its
// tables random names that StableName does not recognise.
constexpr size_t kTextLostUpdatesMax = 10;

size_t FailedRuns(const ShakeResult& result) {
  return static_cast<size_t>(
      std::count_if(result.runs.begin(), result.runs.end(), [](const Run& run) { return run.failed; }));
}

std::string Headline(const ShakeResult& result) {
  if (result.runs.empty()) {
    return result.interrupted ? "Interrupted before a run with anomalies had ended" : "There was no run with anomalies";
  }
  const std::string runs = std::to_string(result.runs.size()) + (result.runs.size() == 1 ? " run" : " runs");
  const size_t failed = FailedRuns(result);
  const std::string interrupted = result.interrupted ? ", interrupted" : "";
  if (failed == 0) return "None of " + runs + " failed" + interrupted;
  return std::to_string(failed) + " of " + runs + " failed" + interrupted;
}

void WriteShare(JsonWriter& writer, std::string_view name, const Share& share) {
  writer.BeginObject(name);
  writer.IntegerMember("failed", static_cast<int64_t>(share.failed));
  writer.IntegerMember("runs", static_cast<int64_t>(share.runs));
  writer.EndObject();
}

void WriteRun(JsonWriter& writer, const Run& run) {
  writer.BeginObject();
  writer.IntegerMember("seed", static_cast<int64_t>(run.seed));
  writer.StringMember("classes", run.classes.Text());
  writer.BooleanMember("failed", run.failed);
  writer.IntegerMember("status", run.status);
  writer.IntegerMember("milliseconds", run.duration.count());
  writer.IntegerMember("requests", static_cast<int64_t>(run.anomalies.requests));
  writer.BeginObject("happened");
  for (const AnomalyClass one : run.classes.Members()) {
    writer.IntegerMember(NameOf(one), static_cast<int64_t>(run.TimesHappened(one)));
  }
  writer.EndObject();
  writer.IntegerMember("delays", static_cast<int64_t>(run.order.delays));
  writer.IntegerMember("productiveDelays", static_cast<int64_t>(run.order.productive));
  if (run.failed) {
    writer.BeginArray("notes");
    for (const std::string& note : run.notes) writer.String(ToUtf8(note));
    writer.EndArray();
  }
  writer.EndObject();
}

// A function of its own, because `*json` is complete only when the writer has been destroyed.
void WriteResult(const ShakeResult& result, std::string* json) {
  JsonWriter writer(json);
  writer.BeginObject();
  writer.BeginArray("command");
  for (const std::string& word : result.flags.command) writer.String(ToUtf8(word));
  writer.EndArray();
  writer.IntegerMember("seed", static_cast<int64_t>(result.seed));
  writer.BooleanMember("interrupted", result.interrupted);
  if (result.by_itself.has_value()) {
    writer.Name("byItself");
    WriteRun(writer, *result.by_itself);
  }
  writer.BeginArray("classes");
  for (const Row& row : MakeRows(result.runs, result.flags.permitted())) {
    writer.BeginObject();
    writer.StringMember("class", NameOf(row.anomaly));
    WriteShare(writer, "alone", row.alone);
    WriteShare(writer, "with", row.with);
    WriteShare(writer, "without", row.without);
    writer.IntegerMember("happened", static_cast<int64_t>(row.happened));
    if (!row.failure_line.empty()) writer.StringMember("failure", ToUtf8(row.failure_line));
    writer.EndObject();
  }
  writer.EndArray();
  if (result.smallest.has_value()) {
    writer.BeginObject("smallest");
    writer.StringMember("classes", result.smallest->classes.Text());
    writer.IntegerMember("seed", static_cast<int64_t>(result.smallest->seed));
    WriteShare(writer, "repeated", result.smallest->repeated);
    writer.StringMember("again", ToUtf8(ReplayCommand(result.flags, result.smallest->seed, result.smallest->classes)));
    writer.EndObject();
  }
  writer.BeginArray("lostUpdates");
  for (const LostUpdates::Finding& finding : DistinctLostUpdates(result.runs)) {
    writer.BeginObject();
    writer.StringMember("operation", finding.operation);
    writer.StringMember("table", ToUtf8(finding.table));
    writer.StringMember("item", ToUtf8(finding.key_text));
    writer.IntegerMember("readVersion", static_cast<int64_t>(finding.read_version));
    writer.IntegerMember("overwrittenVersion", static_cast<int64_t>(finding.overwritten_version));
    writer.EndObject();
  }
  writer.EndArray();
  writer.BeginArray("runs");
  for (const Run& run : result.runs) WriteRun(writer, run);
  writer.EndArray();
  writer.EndObject();
}

std::string TableHtml(const std::vector<Row>& rows) {
  std::string html =
      "<table>\n<tr><th>class</th><th>alone</th><th>in all with it</th><th>in all without it</th>"
      "<th>happened</th><th></th></tr>\n";
  for (const Row& row : rows) {
    Append(&html, {"<tr><th>", Title(row.anomaly), "</th><td>", row.alone.Text(), "</td><td>", row.with.Text(),
                   "</td><td>", row.without.Text(), "</td><td>", std::to_string(row.happened), "</td><td>",
                   EscapeHtml(row.failure_line), "</td></tr>\n"});
  }
  return html + "</table>\n";
}

// The last kPageOutputBytesMax bytes, without what is left of a character that was cut: ToUtf8 would take the text as
// Latin-1.
std::string_view EndOfOutput(std::string_view output) {
  output.remove_prefix(output.size() - std::min(output.size(), kPageOutputBytesMax));
  while (!output.empty() && (static_cast<uint8_t>(output.front()) & 0xC0) == 0x80) output.remove_prefix(1);
  return output;
}

std::string OutputHtml(const ShakeResult& result) {
  std::string html;
  const auto first = std::find_if(result.runs.begin(), result.runs.end(), [](const Run& run) { return run.failed; });
  if (first == result.runs.end()) return html;
  Append(&html, {"<section>\n<h2>The first failed run</h2>\n<p class=\"about\">Seed ", std::to_string(first->seed),
                 ", ", first->classes.Text(), "</p>\n"});
  if (!first->notes.empty()) html += "<ul>\n";
  for (const std::string& note : first->notes) Append(&html, {"<li>", EscapeHtml(note), "</li>\n"});
  if (!first->notes.empty()) html += "</ul>\n";
  Append(&html, {"<pre>", EscapeHtml(EndOfOutput(result.first_output)), "</pre>\n</section>\n"});
  return html;
}

std::string Repeated(const SmallestSet& smallest) {
  if (smallest.repeated.runs == 0) return "interrupted before it was reduced and repeated";
  return "failed " + smallest.repeated.Text();
}

std::string SmallestSetHtml(const ShakeResult& result) {
  std::string html;
  if (!result.smallest.has_value()) return html;
  const SmallestSet& smallest = *result.smallest;
  Append(
      &html,
      {"<section>\n<h2>Smallest set that fails</h2>\n<p>", smallest.classes.Text(), ", with seed ",
       std::to_string(smallest.seed), ": ", Repeated(smallest), ".</p>\n<p class=\"replay\"><span>again</span><code>",
       EscapeHtml(ReplayCommand(result.flags, smallest.seed, smallest.classes)), "</code></p>\n</section>\n"});
  return html;
}

std::string LostUpdatesHtml(const ShakeResult& result) {
  const std::vector<LostUpdates::Finding> lost_updates = DistinctLostUpdates(result.runs);
  if (lost_updates.empty()) return "";
  std::string html =
      "<section>\n<h2>Lost updates</h2>\n<p class=\"about\">Also in runs where they did no harm.</p>\n<ul>\n";
  for (const LostUpdates::Finding& finding : lost_updates) {
    Append(&html, {"<li>", EscapeHtml(LostUpdates::Describe(finding)), "</li>\n"});
  }
  return html + "</ul>\n</section>\n";
}

}  // namespace

std::string ResultText(const ShakeResult& result) {
  std::string text = "\n" + Headline(result) + ".\n";
  if (!result.runs.empty()) text += "\n" + TableText(MakeRows(result.runs, result.flags.permitted()));
  if (result.smallest.has_value()) {
    const SmallestSet& smallest = *result.smallest;
    Append(&text, {"\nSmallest set that fails: ", smallest.classes.Text(), ". Again:\n  ",
                   ReplayCommand(result.flags, smallest.seed, smallest.classes), "\n  (", Repeated(smallest), ")\n"});
  }
  const std::vector<LostUpdates::Finding> lost_updates = DistinctLostUpdates(result.runs);
  if (!lost_updates.empty()) text += "\nLost updates, also in runs where they did no harm:\n";
  for (size_t i = 0; i < std::min(lost_updates.size(), kTextLostUpdatesMax); ++i) {
    text += "  " + LostUpdates::Describe(lost_updates[i]) + "\n";
  }
  if (lost_updates.size() > kTextLostUpdatesMax) {
    text += "  and " + std::to_string(lost_updates.size() - kTextLostUpdatesMax) + " more (--json, --report)\n";
  }
  return text;
}

std::string ResultJson(const ShakeResult& result) {
  std::string json;
  WriteResult(result, &json);
  return json + "\n";
}

std::string ResultPage(const ShakeResult& result) {
  const bool is_incomplete = result.runs.empty() || result.interrupted;
  const std::string style =
      std::string(kRacePageStyle) + "pre { overflow-x: auto; font: 0.8125rem/1.5 var(--mono); }\n";
  conformance::Page page;
  page.title = Headline(result);
  page.verdict = FailedRuns(result) > 0 ? "violated" : is_incomplete ? "inconclusive" : "holds";
  page.kicker = "holdfast shake, seed " + std::to_string(result.seed);
  page.headline = Headline(result);
  page.summary = "<p class=\"about\"><code>" + EscapeHtml(CommandText(result.flags.command)) + "</code></p>\n";
  page.body = "<section>\n<h2>Class by class</h2>\n" + TableHtml(MakeRows(result.runs, result.flags.permitted())) +
              "</section>\n" + SmallestSetHtml(result) + LostUpdatesHtml(result) + OutputHtml(result);
  page.style = style;
  return conformance::ToHtml(page);
}

}  // namespace holdfast::server::shake
