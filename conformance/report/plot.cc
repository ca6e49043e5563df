#include "conformance/report/plot.h"

#include <cstdio>

#include "conformance/report/html_text.h"
#include "conformance/report/readable_text.h"

namespace holdfast::conformance {
namespace {

// The width and height of the SVG's viewBox, which the page stretches.
constexpr double kUnits = 1'000;

std::string Units(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", share * kUnits);
  return text;
}

std::string Percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f%%", share * 100);
  return text;
}

}  // namespace

void Plot::Column(double left, double right, double bottom, double top, std::string_view css_class) {
  if (top <= bottom) return;
  Append(&shapes_, {"<rect class=\"", css_class, "\" x=\"", Units(left), "\" y=\"", Units(1 - top), "\" width=\"",
                    Units(right - left), "\" height=\"", Units(top - bottom), "\"/>"});
}

void Plot::Steps(const std::vector<double>& heights, std::string_view css_class) {
  std::string path = "M0 " + Units(1);
  for (size_t i = 0; i < heights.size(); ++i) {
    const auto steps = static_cast<double>(heights.size());
    path += "V" + Units(1 - heights[i]) + "H" + Units(static_cast<double>(i + 1) / steps);
  }
  path += "V" + Units(1) + "Z";
  Append(&shapes_, {"<path class=\"", css_class, "\" d=\"", path, "\"/>"});
}

void Plot::HorizontalLine(double y, std::string_view css_class) {
  Append(&shapes_, {"<path class=\"", css_class, "\" d=\"M0 ", Units(1 - y), "H", Units(1), "\"/>"});
}

std::string Plot::Html(std::string_view description) const {
  std::string html;
  Append(&html, {"<figure class=\"plot", width_ == Width::kWhole ? " wide" : "", "\">\n<figcaption>",
                 EscapeHtml(caption_), "</figcaption>\n"});
  if (!legend_.empty()) {
    html += "<ul class=\"key\">";
    for (const LegendEntry& entry : legend_) {
      Append(&html, {"<li><i class=\"", entry.css_class, "\"></i>", EscapeHtml(entry.text), "</li>"});
    }
    html += "</ul>\n";
  }
  Append(&html, {"<div class=\"canvas\"><span class=\"top\">", EscapeHtml(top_),
                 "</span><svg viewBox=\"0 0 1000 1000\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"",
                 EscapeHtml(description), "\">", shapes_, "</svg></div>\n<div class=\"axis\" aria-hidden=\"true\">"});
  for (const AxisLabel& label : axis_) {
    Append(&html, {"<span style=\"left:", Percent(label.at), "\">", EscapeHtml(label.text), "</span>"});
  }
  return html + "</div>\n</figure>\n";
}

}  // namespace holdfast::conformance
