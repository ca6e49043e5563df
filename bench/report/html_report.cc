#include "bench/report/html_report.h"

#include <string_view>
#include <vector>

#include "bench/report/html_result.h"
#include "bench/report/html_style.h"
#include "bench/report/sentences.h"
#include "conformance/report/html_style.h"
#include "conformance/report/html_text.h"
#include "conformance/report/readable_text.h"

namespace holdfast::bench {
namespace {

using conformance::Append;
using conformance::EscapeHtml;

// Content-Security-Policy of the page: it may load nothing.
constexpr std::string_view kPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

std::vector<std::string> EndpointsOf(const BenchReport& report) {
  std::vector<std::string> endpoints;
  if (report.workloads.empty()) return endpoints;
  for (const EndpointResult& result : report.workloads.front().endpoints) endpoints.push_back(result.endpoint);
  return endpoints;
}

std::string Head(const BenchReport& report) {
  std::string head;
  Append(&head, {"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
                 "<meta http-equiv=\"Content-Security-Policy\" content=\"", kPolicy, "\">\n",
                 "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
                 "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n<title>",
                 "Contention at ", EscapeHtml(conformance::JoinWithAnd(EndpointsOf(report))), "</title>\n<style>\n",
                 conformance::kStyle, kBenchStyle, "</style>\n</head>\n"});
  return head;
}

std::string EndpointsInCode(const BenchReport& report) {
  std::vector<std::string> endpoints;
  for (const std::string& endpoint : EndpointsOf(report))
    endpoints.push_back("<code>" + EscapeHtml(endpoint) + "</code>");
  return conformance::JoinWithAnd(endpoints);
}

std::string Fact(std::string_view name, std::string_view value) {
  std::string fact;
  Append(&fact, {"<div><dt>", name, "</dt><dd>", EscapeHtml(value), "</dd></div>\n"});
  return fact;
}

std::string Header(const BenchReport& report) {
  std::string header;
  Append(&header, {"<header class=\"", NameOf(Overall(report)), "\">\n<p class=\"kicker\">Contention at ",
                   EndpointsInCode(report), "</p>\n<h1>", EscapeHtml(VerdictSentence(report)),
                   "</h1>\n<dl class=\"facts\">\n", Fact("Clients", conformance::FormatNumber(report.clients)),
                   Fact("Threads", conformance::FormatNumber(report.threads)), Fact("Load", LoadText(report)),
                   Fact("Retries", report.retry_policy), Fact("Region", report.region), Fact("Started", report.started),
                   Fact("Seed", std::to_string(report.seed)), Fact("Version", report.version), "</dl>\n</header>\n"});
  return header;
}

}  // namespace

std::string HtmlReport(const BenchReport& report) {
  std::string page = Head(report);
  page += "<body>\n<main>\n" + Header(report);
  if (const std::string load = MachineLoadSentence(report); !load.empty()) {
    Append(&page, {"<p class=\"about\">", EscapeHtml(load), "</p>\n"});
  }
  for (const WorkloadResult& workload : report.workloads) page += WorkloadSection(workload, report.rate > 0);
  return page + "</main>\n</body>\n</html>\n";
}

}  // namespace holdfast::bench
