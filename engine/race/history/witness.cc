#include "engine/race/history/witness.h"

#include <algorithm>
#include <cstddef>
#include <map>

namespace holdfast::race {
namespace {

// The number of UTF-8 characters: a terminal shows each of them in one column, except for wide characters.
size_t Width(const std::string& text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

constexpr size_t kColumnGap = 3;
// The maximum width of a column, so that the steps of the second actor are still on the screen. A longer text may
// extend into the columns to its right, because each line has only one step.
constexpr size_t kColumnWidthMax = 40;

struct Line {
  std::string actor;
  const HistoryStep* step;
};

}  // namespace

std::string FormatWitness(const History& history, const std::vector<std::string>& actors) {
  std::map<size_t, Line> lines;
  std::vector<std::string> columns = actors;
  std::map<std::string, size_t> widths;
  for (const HistoryEntry& entry : history.entries) {
    if (entry.actor.empty()) continue;
    for (const HistoryStep& step : entry.steps) {
      lines[step.position] = {entry.actor, &step};
      widths[entry.actor] = std::max(widths[entry.actor], std::min(Width(step.text) + kColumnGap, kColumnWidthMax));
    }
  }
  for (const auto& [position, line] : lines) {
    if (std::find(columns.begin(), columns.end(), line.actor) == columns.end()) columns.push_back(line.actor);
  }
  size_t name_width = 0;
  for (const auto& [actor, width] : widths) name_width = std::max(name_width, Width(actor) + kColumnGap);
  std::string text;
  for (const auto& [position, line] : lines) {
    size_t indent = name_width - Width(line.actor);
    for (const std::string& column : columns) {
      if (column == line.actor) break;
      indent += widths[column];
    }
    text += line.actor + std::string(indent, ' ') + line.step->text;
    if (!line.step->remark.empty()) text += "   ← " + line.step->remark;
    text += '\n';
  }
  return text;
}

}  // namespace holdfast::race
