// The memory where an interpreter lays weights out for its kernels: one block after the other, behind a stamp
// that says what they were made from.
#pragma once
#include <stdint.h>

#include "nook/memory/arena.h"

namespace nook {

constexpr uint32_t kConstantAlignment = 16;
constexpr uint32_t kMostConstants = 0x7FFFFFF0;

// What the blocks begin with.
struct ConstantStamp {
  uint32_t magic, digest, bytes, reserved;
};
constexpr uint32_t kConstantMagic = 0x326B636E;  // "nck2": changes when a layout does
static_assert(sizeof(ConstantStamp) == kConstantAlignment, "blocks begin behind it");

struct ConstantStore {
  uint8_t* data = nullptr;
  size_t bytes = 0;
  bool writes = false;       // false: the blocks are there already
  Arena* working = nullptr;  // for tables that are needed while a block is made
  uint32_t used = sizeof(ConstantStamp);
  uint32_t digest = 0x811C9DC5;  // of all that the blocks were made from

  bool usable() const { return data && (reinterpret_cast<uintptr_t>(data) & (kConstantAlignment - 1)) == 0; }

  // The next block; null where the memory ends, or there is none, and it is only counted, up to a limit.
  uint8_t* take(uint32_t size) {
    const uint32_t at = used;
    if (size > kMostConstants - used) return used = kMostConstants, nullptr;
    used = (used + size + kConstantAlignment - 1) & ~(kConstantAlignment - 1);
    return usable() && used <= bytes ? data + at : nullptr;
  }

  void note(uint32_t word) { digest = (digest ^ word) * 0x01000193 + (digest >> 27); }
  void note(const void* words, size_t size);
};

}  // namespace nook
