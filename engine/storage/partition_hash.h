// The hash of partition keys, whose order is Scan's.
#pragma once

#include <cstdint>
#include <string_view>

namespace holdfast {

// A function of a seed: the same for a seed on every machine and in every run, so that Scan's order is reproducible; a
// client that does not know the seed cannot choose keys that collide. Copies of a database share its seed, as they
// share the tries that are built by it.
//
// Every block is multiplied under a mask that follows from the seed. With a constant mask, a block equal to it would
// make the product 0 whatever came before.
class PartitionHash {
 public:
  explicit PartitionHash(uint64_t seed);

  uint64_t operator()(std::string_view key) const;

  friend bool operator==(const PartitionHash&, const PartitionHash&) = default;

 private:
  uint64_t start_;
  uint64_t mask_;
};

}  // namespace holdfast
