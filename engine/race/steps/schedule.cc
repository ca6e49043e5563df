#include "engine/race/steps/schedule.h"

#include <algorithm>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "engine/race/steps/absl_view.h"

namespace holdfast::race {
namespace {

constexpr size_t kActorNameBytesMax = 64;
// The maximum of the steps of a schedule, and of every number in its text. By default, a run is given up at this number
// of steps (SessionOptions::steps_max).
constexpr uint32_t kScheduleStepsMax = 10'000;
constexpr std::string_view kKeep = "keep";

std::string FormatStep(const ScheduledStep& step) {
  std::string text = step.thread;
  switch (step.variant.kind) {
    case Variant::Kind::kPlain:
      break;
    case Variant::Kind::kStale:
      absl::StrAppend(&text, "~", step.variant.versions);
      break;
    case Variant::Kind::kFault:
      absl::StrAppend(&text, "!", ToAbsl(NameOf(step.variant.fault)));
      break;
    case Variant::Kind::kKeep:
      absl::StrAppend(&text, "!", ToAbsl(kKeep));
      break;
  }
  return text;
}

// Removes the last `mark` and the rest of `text` after it, and returns the number there, from 1 to kScheduleStepsMax.
// Nothing if there is no mark; 0 if no such number follows it.
std::optional<uint32_t> CutNumber(std::string_view& text, char mark) {
  const size_t at = text.rfind(mark);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view digits = text.substr(at + 1);
  uint32_t number = 0;
  // SimpleAtoi would also accept a sign, blanks and leading zeros.
  const bool is_number = !digits.empty() && digits.front() != '0' &&
                         std::all_of(digits.begin(), digits.end(),
                                     [](char c) { return absl::ascii_isdigit(static_cast<unsigned char>(c)); });
  if (!is_number || !absl::SimpleAtoi(ToAbsl(digits), &number) || number > kScheduleStepsMax) number = 0;
  text = text.substr(0, at);
  return number;
}

std::string Quote(std::string_view text) { return absl::StrCat("'", ToAbsl(text), "'"); }

// Parses `text` into a step and its number of repeats. Returns a description of the error, or nothing.
std::optional<std::string> ParseStep(std::string_view text, ScheduledStep& step, uint32_t& repeats) {
  const std::string_view whole = text;
  const std::optional<uint32_t> times = CutNumber(text, '*');
  if (times == 0u) return absl::StrCat("no number from 1 to ", kScheduleStepsMax, " after '*' in ", Quote(whole));
  repeats = times.value_or(1);
  if (const size_t at = text.find('!'); at != std::string_view::npos) {
    const std::string_view name = text.substr(at + 1);
    const std::optional<FaultAction> fault = FaultActionFromName(name);
    if (name != kKeep && !fault.has_value()) {
      return absl::StrCat("a fault that does not exist, ", Quote(name), ", in ", Quote(whole));
    }
    step.variant = fault.has_value() ? Variant::Fault(*fault) : Variant::Keep();
    text = text.substr(0, at);
  } else if (const std::optional<uint32_t> versions = CutNumber(text, '~'); versions.has_value()) {
    if (*versions == 0) return absl::StrCat("no number from 1 to ", kScheduleStepsMax, " after '~' in ", Quote(whole));
    step.variant = Variant::Stale(*versions);
  }
  step.thread = std::string(text);
  if (const std::optional<uint32_t> slot = CutNumber(text, ':'); slot.has_value() && *slot < 2) {
    return absl::StrCat("no number from 2 to ", kScheduleStepsMax, " after ':' in ", Quote(whole));
  }
  if (!IsActorName(text)) return absl::StrCat("no name of an actor in ", Quote(whole));
  return std::nullopt;
}

}  // namespace

bool IsActorName(std::string_view name) {
  return !name.empty() && name.size() <= kActorNameBytesMax && std::all_of(name.begin(), name.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.';
  });
}

std::string ThreadName(std::string_view actor, size_t slot) {
  return slot == 0 ? std::string(actor) : absl::StrCat(ToAbsl(actor), ":", slot + 1);
}

std::string_view ActorOfThread(std::string_view thread) { return thread.substr(0, thread.find(':')); }

std::string FormatSchedule(const Schedule& schedule) {
  std::string text;
  std::string letters;
  for (size_t i = 0; i < schedule.size();) {
    const std::string step = FormatStep(schedule[i]);
    size_t repeats = 0;
    for (; i < schedule.size() && FormatStep(schedule[i]) == step; ++i, ++repeats) {
      if (schedule[i].operation != 0) letters += schedule[i].operation;
    }
    absl::StrAppend(&text, text.empty() ? "" : ",", step);
    if (repeats > 1) absl::StrAppend(&text, "*", repeats);
  }
  if (!letters.empty()) absl::StrAppend(&text, "#", letters);
  return text;
}

Result<Schedule, std::string> ParseSchedule(std::string_view text) {
  Schedule schedule;
  const size_t mark = text.find('#');
  std::string_view rest = text.substr(0, mark);
  if (rest.empty()) return std::string("the schedule is empty");
  for (bool more = true; more;) {
    const size_t comma = rest.find(',');
    ScheduledStep step;
    uint32_t repeats = 1;
    if (std::optional<std::string> problem = ParseStep(rest.substr(0, comma), step, repeats)) {
      return absl::StrCat("the schedule has ", *problem);
    }
    if (schedule.size() + repeats > kScheduleStepsMax)
      return absl::StrCat("the schedule has more than ", kScheduleStepsMax, " steps");
    schedule.insert(schedule.end(), repeats, step);
    more = comma != std::string_view::npos;
    if (more) rest = rest.substr(comma + 1);
  }
  if (mark == std::string_view::npos) return schedule;
  const std::string_view letters = text.substr(mark + 1);
  if (letters.size() != schedule.size()) {
    return absl::StrCat("the schedule has ", schedule.size(), " steps, but ", letters.size(), " letters after '#'");
  }
  for (size_t i = 0; i < letters.size(); ++i) schedule[i].operation = letters[i];
  return schedule;
}

}  // namespace holdfast::race
