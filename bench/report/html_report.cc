#include <utility>
#include <vector>

#include "bench/report/html_result.h"
#include "bench/report/reports.h"
#include "bench/report/sentences.h"
#include "conformance/report/html_text.h"
#include "conformance/report/page.h"
#include "conformance/report/readable_text.h"

namespace holdfast::bench {
namespace {

using conformance::EscapeHtml;

std::vector<std::string> EndpointsOf(const BenchReport& report) {
  std::vector<std::string> endpoints;
  if (report.workloads.empty()) return endpoints;
  for (const EndpointResult& result : report.workloads.front().endpoints) endpoints.push_back(result.endpoint);
  return endpoints;
}

std::string EndpointsInCode(const BenchReport& report) {
  std::vector<std::string> endpoints;
  for (const std::string& endpoint : EndpointsOf(report))
    endpoints.push_back("<code>" + EscapeHtml(endpoint) + "</code>");
  return conformance::JoinWithAnd(endpoints);
}

}  // namespace

std::string HtmlReport(const BenchReport& report) {
  conformance::Page page;
  page.title = "Contention at " + conformance::JoinWithAnd(EndpointsOf(report));
  page.verdict = NameOf(Overall(report));
  page.kicker = "Contention at " + EndpointsInCode(report);
  page.headline = HeadlineSentence(report);
  if (const std::string verdict = VerdictSentence(report); verdict != page.headline) page.lead.push_back(verdict);
  // The warning that the machine was under load precedes the figures.
  if (std::string load = MachineLoadSentence(report); !load.empty()) page.lead.push_back(std::move(load));
  for (std::string& result : ResultSentences(report)) page.lead.push_back(std::move(result));
  page.facts = {{"Clients", conformance::FormatNumber(report.clients)},
                {"Threads", conformance::FormatNumber(report.threads)},
                {"Load", LoadText(report)},
                {"Retries", report.retry_policy},
                {"Region", report.region},
                {"Started", report.started},
                {"Seed", std::to_string(report.seed)},
                {"Version", report.version}};
  for (const WorkloadResult& workload : report.workloads) page.body += WorkloadSection(workload, report.rate > 0);
  page.style = kBenchStyle;
  return ToHtml(page);
}

}  // namespace holdfast::bench
