#include "engine/write/record_effects.h"

#include "engine/streams/table_stream.h"

namespace holdfast {

void RecordEffects(const Effects& effects, uint64_t commit, absl::Time now) noexcept {
  for (const Effect& effect : effects) {
    const WriteAction& action = *effect.action;
    TableStream* const stream = action.table->structure().stream.get();
    if (stream == nullptr || !effect.changes()) continue;
    const size_t position = static_cast<size_t>(&effect - effects.data());
    stream->Append(stream->LaneOf(action.hash), {.number = SequenceNumber(commit, position),
                                                 .time = now,
                                                 .before = effect.before,
                                                 .after = effect.after,
                                                 .by_time_to_live = action.by_time_to_live});
  }
}

}  // namespace holdfast
