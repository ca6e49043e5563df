// The hash of partition keys. Scan returns partitions in the order of their hashes.
#pragma once

#include <cstdint>
#include <string_view>

namespace holdfast {

// The seed alone determines the hash function, on every machine and in every run, so that Scan's order is reproducible.
// A client that does not know the seed cannot choose keys that collide. Copies of a database have its seed, because
// they share its tries.
//
// Before a block is multiplied, it is masked (XOR) with a value derived from the seed. With a constant mask, a block
// equal to the mask would make the product 0, independently of the blocks before it.
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
