// The hash of partition keys. Scan returns partitions in the order of their hashes.
#pragma once

#include <cstdint>
#include <string_view>

namespace holdfast {

// The seed alone determines the hash function, on every machine and in every run, so that Scan's order is reproducible.
// A client that does not know the seed cannot choose keys that collide. Copies of a database have its seed, because
// they share its tries.
//
// For each block of 16 bytes the hash multiplies two factors: the first half XOR the hash of the preceding blocks, and
// the second half XOR a mask that is derived from the seed. If the mask were a constant, a client could send a block
// whose second half equals it: the product would be 0, whatever the preceding blocks.
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
