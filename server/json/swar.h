// SIMD within a register: eight bytes processed in one 64-bit number.
#pragma once

#include <cstdint>

namespace holdfast::server {

// The number whose eight bytes are all `byte`.
constexpr uint64_t BroadcastByte(uint8_t byte) { return byte * uint64_t{0x0101010101010101u}; }

}  // namespace holdfast::server
