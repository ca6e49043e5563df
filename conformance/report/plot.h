// An SVG plot whose drawing scales with the page while its labels keep their size.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace holdfast::conformance {

// A label of the horizontal axis. `at`: its position, from 0, the left end, to 1, the right end.
struct AxisLabel {
  double at = 0;
  std::string text;
};

struct LegendEntry {
  std::string css_class;
  std::string text;
};

// Draws in the unit square: x from left to right, y from the bottom up. A `css_class` is not escaped: it must be a
// literal. All other texts are escaped.
class Plot {
 public:
  enum class Width { kHalf, kWhole };

  explicit Plot(std::string caption, Width width = Width::kHalf) : caption_(std::move(caption)), width_(width) {}

  // A column from `bottom` to `top`. Draws nothing if `top` is not above `bottom`.
  void Column(double left, double right, double bottom, double top, std::string_view css_class);
  // Fills the area below a step function: all steps have the same width, and the i-th has the height `heights[i]`.
  void Steps(const std::vector<double>& heights, std::string_view css_class);
  void HorizontalLine(double y, std::string_view css_class);
  void set_axis(std::vector<AxisLabel> labels) { axis_ = std::move(labels); }
  void set_legend(std::vector<LegendEntry> legend) { legend_ = std::move(legend); }
  // The label of the drawing's upper edge.
  void set_top(std::string text) { top_ = std::move(text); }

  // `description` is the text alternative for screen readers.
  std::string Html(std::string_view description) const;

 private:
  std::string caption_;
  Width width_;
  std::string shapes_;
  std::string top_;
  std::vector<AxisLabel> axis_;
  std::vector<LegendEntry> legend_;
};

}  // namespace holdfast::conformance
