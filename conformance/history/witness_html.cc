// DrawAsHtml: an SVG with a lane for each client, and a table of the calls. A call has the same number in both.
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "conformance/history/event_order.h"
#include "conformance/history/operation_record.h"
#include "conformance/history/witness.h"
#include "conformance/report/html_text.h"

namespace holdfast::conformance {
namespace {

// In pixels.
constexpr size_t kNameWidth = 78;
constexpr size_t kEventWidth = 22;
constexpr size_t kBarHeight = 20;
constexpr size_t kLaneGap = 8;
constexpr char kNoWrapCell[] = "<td style=\"white-space:nowrap\">";

// The position of a step: its first event, its last event and its row.
struct Bar {
  size_t first = 0;
  size_t last = 0;
  size_t row = 0;
};

class HtmlPicture {
 public:
  explicit HtmlPicture(const Witness& witness)
      : witness_(witness), clients_(ClientsOf(witness)), events_(EventsOf(witness)), bars_(witness.steps.size()) {
    PlaceBars();
    NumberSteps();
  }

  std::string Draw() {
    html_ = "<div>\n";
    if (!witness_.explanation.empty()) Write("<p>", EscapeHtml(witness_.explanation), "</p>\n");
    if (!events_.empty()) {
      DrawLanes();
      DrawTable();
    }
    html_ += "</div>\n";
    return std::move(html_);
  }

 private:
  template <typename... Pieces>
  void Write(const Pieces&... pieces) {
    absl::StrAppend(&html_, pieces...);
  }

  // Calls of one client overlap if one of them has no response. So each takes the first free row of the client's lane.
  void PlaceBars() {
    for (Bar& bar : bars_) bar.last = events_.size();
    for (size_t i = 0; i < events_.size(); ++i) {
      Bar& bar = bars_[events_[i].step];
      (events_[i].is_response ? bar.last : bar.first) = i;
    }
    for (const int client : clients_) {
      lane_of_[client] = rows_;
      std::vector<size_t> free_from;
      for (const WitnessEvent& event : events_) {
        if (event.is_response || witness_.steps[event.step].client != client) continue;
        Bar& bar = bars_[event.step];
        const auto row =
            std::find_if(free_from.begin(), free_from.end(), [&](size_t from) { return from <= bar.first; });
        bar.row = rows_ + static_cast<size_t>(row - free_from.begin());
        if (row == free_from.end()) {
          free_from.push_back(bar.last);
        } else {
          *row = bar.last;
        }
      }
      rows_ += free_from.size();
    }
  }

  void NumberSteps() {
    for (const WitnessEvent& event : events_) {
      if (!event.is_response) by_invocation_.push_back(event.step);
    }
  }

  void DrawLanes() {
    const size_t width = kNameWidth + events_.size() * kEventWidth + kEventWidth;
    const size_t height = rows_ * (kBarHeight + kLaneGap) + kLaneGap;
    Write("<div style=\"overflow-x:auto\"><svg role=\"img\" aria-label=\"The calls of ", clients_.size(),
          " clients in time, listed in the table below\" width=\"", width, "\" height=\"", height, "\" viewBox=\"0 0 ",
          width, " ", height, "\" style=\"font:12px system-ui,sans-serif;display:block\">\n");
    for (const int client : clients_) {
      const size_t top = TopOf(lane_of_[client]);
      Write("<line x1=\"0\" x2=\"", width, "\" y1=\"", top - kLaneGap / 2, "\" y2=\"", top - kLaneGap / 2,
            "\" style=\"stroke:var(--line)\"/><text x=\"0\" y=\"", top + 14, "\" style=\"fill:var(--ink)\">",
            NameOfClient(client), "</text>\n");
    }
    for (size_t number = 0; number < by_invocation_.size(); ++number) DrawBar(number);
    html_ += "</svg></div>\n";
  }

  void DrawBar(size_t number) {
    const WitnessStep& step = witness_.steps[by_invocation_[number]];
    const Bar& bar = bars_[by_invocation_[number]];
    const size_t left = kNameWidth + bar.first * kEventWidth;
    const size_t width = (bar.last - bar.first) * kEventWidth + kEventWidth - 4;
    const bool is_open = step.completed == kNeverCompleted;
    Write("<g><title>", EscapeHtml(step.request), " → ", EscapeHtml(step.response), "</title><rect x=\"", left,
          "\" y=\"", TopOf(bar.row), "\" width=\"", width, "\" height=\"", kBarHeight, "\" rx=\"3\" style=\"fill:var(",
          step.is_marked ? "--bad" : "--paper", ");stroke:var(", step.is_marked ? "--bad" : "--ink", ")",
          is_open ? ";stroke-dasharray:3 3" : "", "\"/><text x=\"", left + 6, "\" y=\"", TopOf(bar.row) + 14,
          "\" style=\"fill:var(", step.is_marked ? "--paper" : "--ink", ")", step.is_marked ? ";font-weight:bold" : "",
          "\">", number + 1, "</text></g>\n");
  }

  void DrawTable() {
    html_ +=
        "<div style=\"overflow-x:auto\"><table><thead><tr><th>#</th><th>client</th><th>from</th><th>to</th>"
        "<th>request</th><th>answer</th></tr></thead><tbody>\n";
    const int64_t longest = events_.back().time;
    for (size_t number = 0; number < by_invocation_.size(); ++number) {
      const WitnessStep& step = witness_.steps[by_invocation_[number]];
      Write(step.is_marked ? "<tr style=\"color:var(--bad)\">" : "<tr>", kNoWrapCell, number + 1, "</td>", kNoWrapCell,
            NameOfClient(step.client), "</td>", kNoWrapCell, FormatTime(step.invoked, longest), "</td>", kNoWrapCell,
            step.completed == kNeverCompleted ? "–" : FormatTime(step.completed, longest), "</td><td>",
            EscapeHtml(step.request), "</td><td>");
      // Marked steps differ not only in colour, which not every reader sees.
      Write(step.is_marked ? "<strong>" : "", EscapeHtml(step.response), step.is_marked ? "</strong> ◄" : "",
            "</td></tr>\n");
    }
    html_ += "</tbody></table></div>\n";
  }

  static size_t TopOf(size_t row) { return kLaneGap + row * (kBarHeight + kLaneGap); }

  const Witness& witness_;
  const std::vector<int> clients_;
  const std::vector<WitnessEvent> events_;
  // One for each step.
  std::vector<Bar> bars_;
  // The first row of each client's lane, and the number of all rows.
  std::map<int, size_t> lane_of_;
  size_t rows_ = 0;
  // The indices of the steps, in the order of their invocations.
  std::vector<size_t> by_invocation_;
  std::string html_;
};

}  // namespace

std::string DrawAsHtml(const Witness& witness) { return HtmlPicture(witness).Draw(); }

}  // namespace holdfast::conformance
