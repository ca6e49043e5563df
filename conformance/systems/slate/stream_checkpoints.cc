#include "conformance/systems/slate/stream_checkpoints.h"

namespace holdfast::conformance::slate {

const StreamReader::Positions& StreamCheckpoints::SkipToNow(Client& client, const std::string& stream_arn) {
  StreamReader::Positions& positions = positions_[stream_arn];
  StreamReader reader(&client, stream_arn, positions);
  reader.Read();
  positions = reader.positions();
  return positions;
}

}  // namespace holdfast::conformance::slate
