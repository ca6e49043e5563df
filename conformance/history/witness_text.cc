// DrawAsText:
//
//             | client 1        | client 2
//        1 ns | > write 1       |
//        2 ns | = done          |
//        3 ns |                 | > read
//        4 ns |                 | = absent  <--
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "conformance/history/event_order.h"
#include "conformance/history/operation_record.h"
#include "conformance/history/witness.h"
#include "conformance/report/terminal_text.h"

namespace holdfast::conformance {
namespace {

// The longest request or response in the column of a client, in characters.
constexpr size_t kCellMax = 34;
// With more clients than this there are no columns: every line names its client after the time.
constexpr size_t kColumnsMax = 4;
// The longest request or response in such a line, in characters.
constexpr size_t kLineCellMax = 80;
constexpr char kMark[] = "  <--";

bool BeginsCharacter(char byte) { return (static_cast<unsigned char>(byte) & 0xc0u) != 0x80u; }

// `cell` on one line, well-formed and shortened to `width_max` characters.
std::string Shortened(std::string_view cell, size_t width_max) {
  std::string text = ToValidUtf8(cell);
  for (char& byte : text) {
    if (static_cast<unsigned char>(byte) < ' ' || byte == '\x7f') byte = ' ';
  }
  if (Characters(text) <= width_max) return text;
  size_t width = 0;
  size_t end = 0;
  for (; end < text.size(); ++end) {
    if (BeginsCharacter(text[end]) && ++width == width_max) break;
  }
  return text.substr(0, end) + "…";
}

std::string CellOf(const Witness& witness, const WitnessEvent& event) {
  const WitnessStep& step = witness.steps[event.step];
  return event.is_response ? "= " + step.response : "> " + step.request;
}

// A marked call has its mark at its response, or at its request if it has none.
bool HasMark(const Witness& witness, const WitnessEvent& event) {
  const WitnessStep& step = witness.steps[event.step];
  return step.is_marked && event.is_response == (step.completed != kNeverCompleted);
}

class TextPicture {
 public:
  explicit TextPicture(const Witness& witness)
      : witness_(witness), clients_(ClientsOf(witness)), events_(EventsOf(witness)) {
    for (const WitnessEvent& event : events_) time_width_ = std::max(time_width_, Time(event).size());
  }

  std::string Draw() {
    if (!events_.empty()) clients_.size() <= kColumnsMax ? DrawColumns() : DrawLines();
    if (!witness_.explanation.empty()) absl::StrAppend(&text_, witness_.explanation, "\n");
    return std::move(text_);
  }

 private:
  std::string Time(const WitnessEvent& event) const { return FormatTime(event.time, events_.back().time); }
  std::string TimeColumn(const std::string& time) const { return PadLeft(time, time_width_); }

  void Line(std::string line, bool has_mark) {
    if (has_mark) line += kMark;
    while (!line.empty() && line.back() == ' ') line.pop_back();
    absl::StrAppend(&text_, line, "\n");
  }

  void DrawColumns() {
    std::map<int, size_t> width_of;
    for (const int client : clients_) width_of[client] = NameOfClient(client).size();
    for (const WitnessEvent& event : events_) {
      size_t& width = width_of[ClientOf(event)];
      width = std::max(width, Characters(Shortened(CellOf(witness_, event), kCellMax)));
    }
    std::string title = TimeColumn("");
    for (const int client : clients_) title += " | " + PadRight(NameOfClient(client), width_of[client]);
    Line(std::move(title), false);

    // The number of calls of each client that wait for a response. Calls without a response wait until the end.
    std::map<int, int> waiting;
    for (const WitnessEvent& event : events_) {
      std::string line = TimeColumn(Time(event));
      for (const int client : clients_) {
        std::string cell = waiting[client] > 0 ? "|" : "";
        if (client == ClientOf(event)) cell = Shortened(CellOf(witness_, event), kCellMax);
        line += " | " + PadRight(std::move(cell), width_of[client]);
      }
      waiting[ClientOf(event)] += event.is_response ? -1 : 1;
      Line(std::move(line), HasMark(witness_, event));
    }
  }

  void DrawLines() {
    const size_t name_width = NameOfClient(clients_.back()).size();
    for (const WitnessEvent& event : events_) {
      Line(absl::StrCat(TimeColumn(Time(event)), " | ", PadRight(NameOfClient(ClientOf(event)), name_width), " ",
                        Shortened(CellOf(witness_, event), kLineCellMax)),
           HasMark(witness_, event));
    }
  }

  int ClientOf(const WitnessEvent& event) const { return witness_.steps[event.step].client; }

  const Witness& witness_;
  const std::vector<int> clients_;
  const std::vector<WitnessEvent> events_;
  size_t time_width_ = 0;
  std::string text_;
};

}  // namespace

std::string DrawAsText(const Witness& witness) { return TextPicture(witness).Draw(); }

}  // namespace holdfast::conformance
