#include "conformance/report/page.h"

#include "conformance/report/html_text.h"
#include "conformance/report/page_style.h"
#include "conformance/report/readable_text.h"

namespace holdfast::conformance {
namespace {

std::string Header(const Page& page) {
  std::string header;
  Append(&header, {"<header class=\"", page.verdict, "\">\n<p class=\"kicker\">", page.kicker, "</p>\n<h1>",
                   EscapeHtml(page.headline), "</h1>\n"});
  for (const std::string& paragraph : page.lead) {
    Append(&header, {"<p class=\"advice\">", EscapeHtml(paragraph), "</p>\n"});
  }
  header += page.summary;
  if (page.facts.empty()) return header + "</header>\n";
  header += "<dl class=\"facts\">\n";
  for (const auto& [name, value] : page.facts) {
    Append(&header, {"<div><dt>", name, "</dt><dd>", EscapeHtml(value), "</dd></div>\n"});
  }
  return header + "</dl>\n</header>\n";
}

}  // namespace

std::string ToHtml(const Page& page) {
  const std::string_view script_policy = page.script.empty() ? "" : "script-src 'unsafe-inline'; ";
  std::string html;
  Append(&html, {"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
                 "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                 "'unsafe-inline'; ",
                 script_policy, "img-src data:\">\n",
                 "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
                 "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n<title>",
                 EscapeHtml(page.title), "</title>\n<style>\n", kPageStyle, page.style, "</style>\n</head>\n",
                 "<body>\n<main>\n", Header(page), page.body, "</main>\n"});
  if (!page.script.empty()) Append(&html, {"<script>\n", page.script, "</script>\n"});
  return html + "</body>\n</html>\n";
}

}  // namespace holdfast::conformance
