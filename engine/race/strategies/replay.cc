// The strategy that follows a schedule (MakeReplay).
#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/race/steps/absl_view.h"
#include "engine/race/strategies/strategy.h"

namespace holdfast::race {
namespace {

class ReplayStrategy final : public Strategy {
 public:
  ReplayStrategy(Schedule schedule, ReplayMode mode) : schedule_(std::move(schedule)), mode_(mode) {}

  bool BeginRun() override { return !std::exchange(begun_, true); }

  size_t Choose(const ChoicePoint& point) override {
    while (next_ < schedule_.size()) {
      const ScheduledStep& step = schedule_[next_++];
      const size_t position = Find(point, step);
      if (position < point.options.size()) return position;
      if (mode_ == ReplayMode::kStrict && divergence_.empty()) divergence_ = DescribeMissing(point, step);
    }
    if (mode_ == ReplayMode::kStrict && divergence_.empty()) {
      divergence_ = absl::StrCat("after its last step, step ", schedule_.size(), ", ",
                                 ToAbsl(point.options.front().thread_name), " asks for more");
    }
    for (size_t i = 0; i < point.options.size(); ++i) {
      if (point.options[i].actor == point.last_actor) return i;
    }
    return 0;
  }

  void Executed(ExecutedStep) override {}
  void EndRun(bool complete) override {
    ++explored_;
    if (mode_ == ReplayMode::kStrict && complete && divergence_.empty() && next_ < schedule_.size()) {
      divergence_ = absl::StrCat("the run was over after ", next_, " of ", schedule_.size(), " steps");
    }
  }
  StrategyCounts counts() const override { return {explored_, 0, std::nullopt}; }
  std::string divergence() const override {
    return divergence_.empty() ? "" : absl::StrCat("the run did not follow the schedule: ", divergence_);
  }

 private:
  size_t Find(const ChoicePoint& point, const ScheduledStep& step) const {
    const auto found = std::find_if(point.options.begin(), point.options.end(), [&](const Option& option) {
      const bool same_operation = step.operation == 0 || step.operation == option.operation;
      return option.thread_name == step.thread && option.variant == step.variant &&
             (same_operation || mode_ == ReplayMode::kLenient);
    });
    return static_cast<size_t>(found - point.options.begin());
  }

  std::string DescribeMissing(const ChoicePoint& point, const ScheduledStep& step) const {
    const auto pending = std::find_if(point.options.begin(), point.options.end(),
                                      [&](const Option& option) { return option.thread_name == step.thread; });
    const std::string at = absl::StrCat("at step ", next_, " ");
    if (pending == point.options.end()) return absl::StrCat(at, step.thread, " has no request pending");
    if (step.operation != 0 && pending->operation != step.operation) {
      return absl::StrCat(at, step.thread, " asks for another operation than before (",
                          std::string(1, pending->operation), " instead of ", std::string(1, step.operation), ")");
    }
    return absl::StrCat(at, "the step ", FormatSchedule({{step.thread, step.variant}}), " is not possible");
  }

  const Schedule schedule_;
  const ReplayMode mode_;
  bool begun_ = false;
  size_t next_ = 0;
  uint64_t explored_ = 0;
  std::string divergence_;
};

}  // namespace

std::unique_ptr<Strategy> MakeReplay(Schedule schedule, ReplayMode mode) {
  return std::make_unique<ReplayStrategy>(std::move(schedule), mode);
}

}  // namespace holdfast::race
