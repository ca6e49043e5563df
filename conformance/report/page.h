// The HTML page of a report: a header with the headline, a summary and facts about the run, and below it the body.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace holdfast::conformance {

struct Page {
  std::string title;
  // A CSS class that colours the header: "holds", "violated", ...
  std::string_view verdict;
  // The subject, above the headline, as HTML.
  std::string kicker;
  std::string headline;
  // Paragraphs below the headline.
  std::vector<std::string> lead;
  // HTML between the paragraphs of `lead` and the facts.
  std::string summary;
  // Pairs of a name, as HTML, and a value.
  std::vector<std::pair<std::string_view, std::string>> facts;
  // HTML below the header.
  std::string body;
  // CSS rules in addition to kPageStyle.
  std::string_view style;
  // If this is empty, the page's Content-Security-Policy forbids scripts.
  std::string_view script;
};

// One whole HTML document in UTF-8 that fetches nothing, so that it may be mailed, archived and opened from a disk.
// Members that are not HTML, CSS or a script are plain text and are escaped here.
std::string ToHtml(const Page& page);

}  // namespace holdfast::conformance
